import { Badge, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { dayOf } from '#billing/calendar.ts';
import type { Account } from '#contract/accounts.ts';
import type { Role } from '#contract/permissions.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { useMay } from '../session/use-may.ts';

function usernameColumn(): Column<Account> {
  return { key: 'username', title: t('accounts.table.username'), value: (account) => account.username };
}

function roleColumn(): Column<Account> {
  return { key: 'role', title: t('accounts.table.role'), value: (account) => account.role, isHiddenOnPhone: true };
}

function registeredColumn(): Column<Account> {
  return {
    key: 'registered',
    title: t('accounts.table.registered'),
    kind: 'instant',
    value: ({ createdAt }) => createdAt,
    isHiddenOnPhone: true,
  };
}

interface AccountTableProps {
  load: Load<readonly Account[]>;
  remove: (account: Account) => void;
}

/** A superadmin may delete accounts, except those of superadmins. */
export function AccountTable({ load, remove }: AccountTableProps) {
  const mayDelete = useMay('accounts.delete');
  const ownEmail = useSession()?.email;
  const person: Column<Account> = {
    ...usernameColumn(),
    render: (account) => (
      <PersonCell
        {...account}
        own={account.email === ownEmail ? t('accounts.table.you') : undefined}
        onPhone={[t('accounts.table.registeredOn', { day: formatOfficeDay(dayOf(account.createdAt)) })]}
      />
    ),
  };
  const actionsOf = (account: Account) =>
    account.role === 'superadmin'
      ? []
      : [{ label: t('accounts.delete.action'), icon: IconTrash, isDangerous: true, onClick: () => remove(account) }];
  return (
    <DataTable
      label={t('accounts.table.label')}
      columns={[person, roleColumn(), registeredColumn()]}
      load={load}
      failure={t('accounts.table.failed')}
      rowId={(account) => account.admin_id}
      rowName={(account) => account.username}
      {...(mayDelete && { rowActions: actionsOf })}
      search={t('accounts.table.search')}
      furtherText={({ email }) => email}
      exportName={t('accounts.table.label')}
      exportColumns={[
        usernameColumn(),
        { key: 'email', title: t('accounts.table.email'), value: ({ email }) => email },
        roleColumn(),
        registeredColumn(),
      ]}
      empty={{ text: t('accounts.table.empty') }}
    />
  );
}

interface PersonCellProps {
  username: string;
  email: string;
  role: Role;
  /** Marks the reader: 'You'. */
  own?: string | undefined;
  onPhone: readonly string[];
}

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
