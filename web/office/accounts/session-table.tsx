import { Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import type { OpenSession } from '#contract/accounts.ts';
import { useSession } from '#web/session.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { useMay } from '../session/use-may.ts';
import { PersonCell } from './account-table.tsx';
import { describeAgent } from './describe-agent.ts';

const who: Column<OpenSession> = {
  key: 'who',
  title: 'Who',
  value: ({ username }) => username,
  render: (session) => (
    <PersonCell
      {...session}
      own={session.is_own ? 'This session' : undefined}
      onPhone={[placeOf(session), `last used ${formatInstant(session.last_seen_at)}`]}
    />
  ),
};
const role: Column<OpenSession> = { key: 'role', title: 'Role', value: (one) => one.role, isHiddenOnPhone: true };
const since: Column<OpenSession> = {
  key: 'since',
  title: 'Signed in',
  kind: 'instant',
  value: ({ created_at }) => created_at,
  render: ({ created_at }) => formatInstant(created_at),
  isHiddenOnPhone: true,
};
const used: Column<OpenSession> = {
  key: 'used',
  title: 'Last used',
  kind: 'instant',
  value: ({ last_seen_at }) => last_seen_at,
  render: ({ last_seen_at }) => formatInstant(last_seen_at),
  isHiddenOnPhone: true,
};
const columns: readonly Column<OpenSession>[] = [
  who,
  role,
  { key: 'from', title: 'From', value: placeOf, render: (one) => <From session={one} />, isHiddenOnPhone: true },
  since,
  used,
];
const sheet: readonly Column<OpenSession>[] = [
  who,
  { key: 'email', title: 'Email', value: ({ email }) => email },
  role,
  { key: 'address', title: 'Address', value: ({ address }) => address },
  { key: 'agent', title: 'Program', value: ({ agent }) => agent },
  since,
  used,
];

interface SessionTableProps {
  load: Load<readonly OpenSession[]>;
  end: (session: OpenSession) => void;
}

/** Who is signed in where; a session can be ended, but the own one (that is the logout) and, by others, a superadmin's. */
export function SessionTable({ load, end }: SessionTableProps) {
  const mayEnd = useMay('accounts.register');
  const ownRole = useSession()?.role;
  const isKept = (session: OpenSession) =>
    session.is_own || (session.role === 'superadmin' && ownRole !== 'superadmin');
  const actionsOf = (session: OpenSession) =>
    isKept(session) ? [] : [{ label: 'End session', icon: IconLogout, isDangerous: true, onClick: () => end(session) }];
  return (
    <DataTable
      label="Signed in"
      columns={columns}
      load={load}
      failure="Failed to fetch who is signed in."
      rowId={({ id }) => id}
      // Its button is then called 'End session of Ruwan Silva'.
      rowName={({ username }) => `of ${username}`}
      {...(mayEnd && { rowActions: actionsOf })}
      search="Search by name, e-mail or address"
      furtherText={({ email }) => email}
      exportName="Signed in"
      exportColumns={sheet}
      empty={{ text: 'Nobody is signed in.' }}
      prefix="session-"
    />
  );
}

function placeOf({ address, agent }: OpenSession): string {
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
