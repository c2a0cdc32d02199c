import { Badge, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { dayOf } from '#billing/calendar.ts';
import type { Account } from '#contract/accounts.ts';
import type { Role } from '#contract/permissions.ts';
import { useSession } from '#web/session.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { useMay } from '../session/use-may.ts';

const username: Column<Account> = { key: 'username', title: 'Username', value: (account) => account.username };
const role: Column<Account> = { key: 'role', title: 'Role', value: (account) => account.role, isHiddenOnPhone: true };
const registered: Column<Account> = {
  key: 'registered',
  title: 'Registered',
  kind: 'instant',
  value: ({ createdAt }) => createdAt,
  isHiddenOnPhone: true,
};
const sheet: readonly Column<Account>[] = [
  username,
  { key: 'email', title: 'Email', value: ({ email }) => email },
  role,
  registered,
];

interface AccountTableProps {
  load: Load<readonly Account[]>;
  remove: (account: Account) => void;
}

/** Everybody who has an account; a superadmin may delete them, but no superadmin's. */
export function AccountTable({ load, remove }: AccountTableProps) {
  const mayDelete = useMay('accounts.delete');
  const ownEmail = useSession()?.email;
  const person: Column<Account> = {
    ...username,
    render: (account) => (
      <PersonCell
        {...account}
        own={account.email === ownEmail ? 'You' : undefined}
        onPhone={[`registered ${formatOfficeDay(dayOf(account.createdAt))}`]}
      />
    ),
  };
  const actionsOf = (account: Account) =>
    account.role === 'superadmin'
      ? []
      : [{ label: 'Delete', icon: IconTrash, isDangerous: true, onClick: () => remove(account) }];
  return (
    <DataTable
      label="Accounts"
      columns={[person, role, registered]}
      load={load}
      failure="Failed to fetch admins"
      rowId={(account) => account.admin_id}
      rowName={(account) => account.username}
      {...(mayDelete && { rowActions: actionsOf })}
      search="Search by name, e-mail or role"
      furtherText={({ email }) => email}
      exportName="Accounts"
      exportColumns={sheet}
      empty={{ text: 'No accounts yet.' }}
    />
  );
}

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
