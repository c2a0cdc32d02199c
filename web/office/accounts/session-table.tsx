import IconLogout from 'virtual:icons/logout';
import { Text } from '@mantine/core';
import type { OpenSession } from '#contract/accounts.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { useSession } from '#web/session.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { useMay } from '../session/use-may.ts';
import { PersonCell } from './account-table.tsx';
import { describeAgent } from './describe-agent.ts';

function userColumn(): Column<OpenSession> {
  return {
    key: 'who',
    title: t('accounts.sessions.user'),
    value: ({ username }) => username,
    render: (session) => (
      <PersonCell
        {...session}
        own={session.is_own ? t('accounts.sessions.this') : undefined}
        onPhone={[originOf(session), t('accounts.sessions.lastUsedAt', { time: formatInstant(session.last_seen_at) })]}
      />
    ),
  };
}

function roleColumn(): Column<OpenSession> {
  return {
    key: 'role',
    title: t('accounts.table.role'),
    value: (one) => word('role', one.role),
    isHiddenOnPhone: true,
  };
}

function timeColumns(): Column<OpenSession>[] {
  return [
    {
      key: 'since',
      title: t('accounts.sessions.since'),
      kind: 'instant',
      value: ({ created_at }) => created_at,
      render: ({ created_at }) => formatInstant(created_at),
      isHiddenOnPhone: true,
    },
    {
      key: 'used',
      title: t('accounts.sessions.lastUsed'),
      kind: 'instant',
      value: ({ last_seen_at }) => last_seen_at,
      render: ({ last_seen_at }) => formatInstant(last_seen_at),
      isHiddenOnPhone: true,
    },
  ];
}

function screenColumns(): Column<OpenSession>[] {
  return [
    userColumn(),
    roleColumn(),
    {
      key: 'from',
      title: t('accounts.sessions.from'),
      value: originOf,
      render: (one) => <From session={one} />,
      isHiddenOnPhone: true,
    },
    ...timeColumns(),
  ];
}

function fileColumns(): Column<OpenSession>[] {
  return [
    userColumn(),
    { key: 'email', title: t('accounts.table.email'), value: ({ email }) => email },
    roleColumn(),
    { key: 'address', title: t('accounts.sessions.address'), value: ({ address }) => address },
    { key: 'agent', title: t('accounts.sessions.program'), value: ({ agent }) => agent },
    ...timeColumns(),
  ];
}

interface SessionTableProps {
  load: Load<readonly OpenSession[]>;
  end: (session: OpenSession) => void;
}

/** Lists sessions. Nobody can end their own, and only a superadmin can end a superadmin's. */
export function SessionTable({ load, end }: SessionTableProps) {
  const mayEnd = useMay('accounts.register');
  const ownRole = useSession()?.role;
  const isProtected = (session: OpenSession) =>
    session.is_own || (session.role === 'superadmin' && ownRole !== 'superadmin');
  const actionsOf = (session: OpenSession) =>
    isProtected(session)
      ? []
      : [
          {
            label: t('accounts.sessions.end.action'),
            icon: IconLogout,
            isDangerous: true,
            onClick: () => end(session),
          },
        ];
  return (
    <DataTable
      label={t('accounts.sessions.title')}
      columns={screenColumns()}
      load={load}
      failure={t('accounts.sessions.failed')}
      rowId={({ id }) => id}
      rowName={({ username }) => t('accounts.sessions.of', { username })}
      {...(mayEnd && { rowActions: actionsOf })}
      search={t('accounts.sessions.search')}
      furtherText={({ email }) => email}
      exportName={t('accounts.sessions.title')}
      exportColumns={fileColumns()}
      empty={{ text: t('accounts.sessions.empty') }}
      prefix="session-"
    />
  );
}

function originOf({ address, agent }: OpenSession): string {
  return [address, describeAgent(agent)].filter(Boolean).join(' · ');
}

function From({ session: { address, agent } }: { session: OpenSession }) {
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      {describeAgent(agent)}
      <Text size="xs" c="dimmed">
        {address}
      </Text>
    </div>
  );
}
