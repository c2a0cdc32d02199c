import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { Page } from '#web/ui/page.tsx';
import { officeStart } from '../session/next-page.ts';

export function NotFoundPage() {
  const home = officeStart(useSession()?.role);
  return (
    <Page title={t('shell.notFound.title')}>
      <Text>{t('shell.notFound.text')}</Text>
      <Group>
        <Button component={Link} to={home}>
          {home === '/my-day' ? t('shell.page.my-day') : t('shell.goToDashboard')}
        </Button>
      </Group>
    </Page>
  );
}
