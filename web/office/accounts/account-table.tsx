import IconKey from 'virtual:icons/key';
import IconLink from 'virtual:icons/link';
import IconLinkOff from 'virtual:icons/link-off';
import IconPencil from 'virtual:icons/pencil';
import IconShieldOff from 'virtual:icons/shield-off';
import IconTrash from 'virtual:icons/trash';
import { Badge, Group, Text } from '@mantine/core';
import { dayOf } from '#billing/calendar.ts';
import type { ListedAccount } from '#contract/accounts.ts';
import type { Role } from '#contract/roles.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { useSession } from '#web/session.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { useMay } from '../session/use-may.ts';

function usernameColumn(): Column<ListedAccount> {
  return { key: 'username', title: t('accounts.table.username'), value: (account) => account.username };
}

function roleColumn(): Column<ListedAccount> {
  return {
    key: 'role',
    title: t('accounts.table.role'),
    value: (account) => word('role', account.role),
    isHiddenOnPhone: true,
  };
}

function registeredColumn(): Column<ListedAccount> {
  return {
    key: 'registered',
    title: t('accounts.table.registered'),
    kind: 'instant',
    value: ({ createdAt }) => createdAt,
    isHiddenOnPhone: true,
  };
}

function exportColumns(): Column<ListedAccount>[] {
  return [
    usernameColumn(),
    { key: 'email', title: t('accounts.table.email'), value: ({ email }) => email },
    roleColumn(),
    {
      key: 'state',
      title: t('accounts.table.state'),
      value: ({ is_disabled }) => t(is_disabled ? 'accounts.table.disabled' : 'accounts.table.active'),
    },
    {
      key: 'factor',
      title: t('accounts.factor.has'),
      value: ({ has_second_factor }) => t(has_second_factor ? 'accounts.factor.yes' : 'accounts.factor.no'),
    },
    {
      key: 'link',
      title: t('accounts.link.until'),
      kind: 'instant',
      value: ({ link_expires_at }) => link_expires_at,
    },
    registeredColumn(),
  ];
}

type AccountActions = Record<
  'edit' | 'resetPassword' | 'resetByLink' | 'cancelLink' | 'removeFactors' | 'remove',
  (account: ListedAccount) => void
>;

interface OwnRights {
  ownEmail: string | undefined;
  ownRole: Role | undefined;
  mayDelete: boolean;
}

/** Only a superadmin may change superadmins and delete accounts, and nobody may delete a superadmin. */
function actionsOf(
  account: ListedAccount,
  actions: AccountActions,
  { ownEmail, ownRole, mayDelete }: OwnRights,
): RowAction[] {
  const { edit, resetPassword, resetByLink, cancelLink, removeFactors, remove } = actions;
  const mayChange = account.role !== 'superadmin' || ownRole === 'superadmin';
  const change = { label: t('accounts.edit.action'), icon: IconPencil, onClick: () => edit(account) };
  const reset = { label: t('accounts.reset.action'), icon: IconKey, onClick: () => resetPassword(account) };
  const link = { label: t('accounts.link.action'), icon: IconLink, onClick: () => resetByLink(account) };
  const cancel = { label: t('accounts.link.cancel'), icon: IconLinkOff, onClick: () => cancelLink(account) };
  const factors = { label: t('accounts.factor.action'), icon: IconShieldOff, onClick: () => removeFactors(account) };
  const deletion = {
    label: t('accounts.delete.action'),
    icon: IconTrash,
    isDangerous: true,
    onClick: () => remove(account),
  };
  return [
    ...(mayChange ? [change] : []),
    ...(mayChange && account.email !== ownEmail ? [reset, link] : []),
    ...(mayChange && account.link_expires_at !== null ? [cancel] : []),
    ...(mayChange && account.email !== ownEmail && account.has_second_factor ? [factors] : []),
    ...(mayDelete && account.role !== 'superadmin' ? [deletion] : []),
  ];
}

interface AccountTableProps {
  load: Load<readonly ListedAccount[]>;
  actions: AccountActions;
}

export function AccountTable({ load, actions }: AccountTableProps) {
  const mayDelete = useMay('accounts.delete');
  const { email: ownEmail, role: ownRole } = useSession() ?? {};
  const person: Column<ListedAccount> = {
    ...usernameColumn(),
    render: (account) => (
      <PersonCell
        {...account}
        own={account.email === ownEmail ? t('accounts.table.you') : undefined}
        states={[
          ...(account.is_disabled ? [t('accounts.table.disabled')] : []),
          ...(account.has_second_factor ? [t('accounts.factor.has')] : []),
          ...(account.link_expires_at
            ? [t('accounts.link.openUntil', { day: formatOfficeDay(dayOf(account.link_expires_at)) })]
            : []),
        ]}
        onPhone={[t('accounts.table.registeredOn', { day: formatOfficeDay(dayOf(account.createdAt)) })]}
      />
    ),
  };
  return (
    <DataTable
      label={t('accounts.table.label')}
      columns={[person, roleColumn(), registeredColumn()]}
      load={load}
      failure={t('accounts.table.failed')}
      rowId={(account) => account.admin_id}
      rowName={(account) => account.username}
      rowActions={(account) => actionsOf(account, actions, { ownEmail, ownRole, mayDelete })}
      search={t('accounts.table.search')}
      furtherText={({ email }) => email}
      exportName={t('accounts.table.label')}
      exportColumns={exportColumns()}
      empty={{ text: t('accounts.table.empty') }}
    />
  );
}

interface PersonCellProps {
  username: string;
  email: string;
  role: Role;
  /** The label `You`, set only in the row of the reader's own account. */
  own?: string | undefined;
  states?: readonly string[];
  onPhone: readonly string[];
}

export function PersonCell({ username, email, role, own, states = [], onPhone }: PersonCellProps) {
  return (
    <div style={{ overflowWrap: 'anywhere', minWidth: '9rem' }}>
      <Group gap="var(--space-2)">
        <Text size="sm" fw={700}>
          {username}
        </Text>
        {[own, ...states].map(
          (text) =>
            text !== undefined && (
              <Badge key={text} variant="default" size="sm" radius="sm" tt="none">
                {text}
              </Badge>
            ),
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {email}
      </Text>
      {[word('role', role), ...onPhone].map((text) => (
        <Text key={text} size="xs" c="dimmed" hiddenFrom="sm">
          {text}
        </Text>
      ))}
    </div>
  );
}
