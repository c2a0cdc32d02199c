import { Anchor, Avatar, Button, Group, Text } from '@mantine/core';
import { IconExternalLink, IconKey, IconLogout } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Session } from '#web/session.ts';
import { logout } from '../session/sign-out.ts';

/** Who is signed in, and the ways out: the public site, a new password, logout. */
export function Account({ session, onFollow }: { session: Session; onFollow?: () => void }) {
  return (
    <section aria-label="Account" className="account">
      <Group gap="sm" wrap="nowrap">
        <Avatar radius="xl" size={36} color="turmeric.3" variant="filled" aria-hidden>
          {initialsOf(session.name || session.email)}
        </Avatar>
        <div className="account-names">
          <Text size="sm" fw={600} truncate title={session.email}>
            {session.name || session.email}
          </Text>
          <Text size="xs">{session.role}</Text>
        </div>
      </Group>
      <Group gap="xs" className="account-ways">
        <Anchor component={Link} to="/change-password" onClick={onFollow} size="sm" className="account-link">
          <IconKey size={16} aria-hidden /> Password
        </Anchor>
        <Anchor href="/" size="sm" className="account-link">
          <IconExternalLink size={16} aria-hidden /> Public site
        </Anchor>
      </Group>
      <Button
        variant="default"
        size="xs"
        fullWidth
        className="account-logout"
        leftSection={<IconLogout size={16} aria-hidden />}
        onClick={() => void logout()}
      >
        Logout
      </Button>
    </section>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('');
}
