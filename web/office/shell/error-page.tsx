import { Button, Group, Text } from '@mantine/core';
import { useRouteError } from 'react-router';
import { Page } from '#web/ui/page.tsx';

/** What could not be imported: a newer release took its place, or there is no connection. */
const failedImports = new WeakSet<object>();
addEventListener('vite:preloadError', ({ payload }) => failedImports.add(payload));

/** When a screen breaks, or its code cannot be fetched because a newer release took its place. */
export function ErrorPage() {
  const error = useRouteError();
  const isOutdated = error instanceof Error && failedImports.has(error);
  return (
    <Page title={isOutdated ? 'This page could not be fetched' : 'Something went wrong on this screen'}>
      <Text>
        {isOutdated
          ? 'There may be a newer release, or no connection. Loading again mends it.'
          : 'Nothing that was saved is lost. Loading again usually mends it.'}
      </Text>
      <Group>
        <Button onClick={() => location.reload()}>Load again</Button>
        <Button component="a" href="/admin-dashboard" variant="default">
          To the dashboard
        </Button>
      </Group>
    </Page>
  );
}
