import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '#web/ui/page.tsx';

/** For an address that no screen has. */
export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <Text>There is no screen at this address. Ctrl+K finds every screen and every product.</Text>
      <Group>
        <Button component={Link} to="/admin-dashboard">
          To the dashboard
        </Button>
      </Group>
    </Page>
  );
}
