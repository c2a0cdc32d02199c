import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Role } from '#contract/permissions.ts';
import { Page } from '#web/ui/page.tsx';
import { menuFor } from './menu.ts';

/** For a screen that exists and is not for this role. */
export function NotAllowedPage({ role }: { role: Role }) {
  const first = menuFor(role)[0]?.entries[0];
  return (
    <Page title="Not allowed">
      <Text>Your role ({role}) does not allow this screen. Somebody with another role can help you with it.</Text>
      {first && (
        <Group>
          <Button component={Link} to={first.path}>
            To {first.label}
          </Button>
        </Group>
      )}
    </Page>
  );
}
