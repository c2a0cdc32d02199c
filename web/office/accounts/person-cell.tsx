import { Badge, Group, Text } from '@mantine/core';
import type { Role } from '#contract/permissions.ts';

interface PersonCellProps {
  username: string;
  email: string;
  role: Role;
  /** Says that this is the reader: 'You'. */
  own?: string | undefined;
  /** What else a narrow screen has no columns for, a line each. */
  onPhone: readonly string[];
}

/** Who somebody is: the name with the e-mail below, and on a phone all the rest too. */
export function PersonCell({ username, email, role, own, onPhone }: PersonCellProps) {
  return (
    <div style={{ overflowWrap: 'anywhere', minWidth: '9rem' }}>
      <Group gap={6}>
        <Text size="sm" fw={600}>
          {username}
        </Text>
        {own !== undefined && (
          <Badge variant="default" size="sm" radius="sm" tt="none">
            {own}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {email}
      </Text>
      {[role, ...onPhone].map((text) => (
        <Text key={text} size="xs" c="dimmed" hiddenFrom="sm">
          {text}
        </Text>
      ))}
    </div>
  );
}
