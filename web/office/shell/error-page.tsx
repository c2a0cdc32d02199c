import { Box, Button, Group, Text } from '@mantine/core';
import { useRouteError } from 'react-router';
import { NoAnswerInTime } from '#web/fetch-within.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { Page } from '#web/ui/page.tsx';
import { officeStart } from '../session/next-page.ts';

/** Errors of failed dynamic imports. Either a newer release replaced the file, or the connection was lost. */
const failedImports = new WeakSet<object>();
addEventListener('vite:preloadError', ({ payload }) => failedImports.add(payload));

export function ErrorPage() {
  const home = officeStart(useSession()?.role);
  const error = useRouteError();
  const isUnanswered = error instanceof NoAnswerInTime;
  const isOutdated = error instanceof Error && failedImports.has(error);
  const text = isOutdated ? t('shell.error.outdated.text') : t('shell.error.broken.text');
  return (
    <Page title={isOutdated || isUnanswered ? t('shell.error.outdated.title') : t('shell.error.broken.title')}>
      <Text>{isUnanswered ? t('shared.call.unanswered') : text}</Text>
      <Group>
        <Button onClick={() => location.reload()}>{t('shell.error.reload')}</Button>
        <Button component="a" href={home} variant="default">
          {home === '/my-day' ? t('shell.page.my-day') : t('shell.goToDashboard')}
        </Button>
      </Group>
    </Page>
  );
}

/** The error page for errors outside the office's frame. It renders the main element, which is part of the frame. */
export function FramelessErrorPage() {
  return (
    <Box component="main" p="md">
      <ErrorPage />
    </Box>
  );
}
