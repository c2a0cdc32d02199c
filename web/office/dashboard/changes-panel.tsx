import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import type { dashboard } from '#contract/dashboard.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';

/** Something that somebody corrected or took away. */
export type Change = Answer<typeof dashboard.morning>['changes'][number];

const WORDS = { display: 'inline-block', minWidth: '9rem', overflowWrap: 'anywhere' } as const;

const COLUMNS: readonly Column<Change>[] = [
  { key: 'date', title: 'When', kind: 'instant', value: ({ event_date }) => event_date },
  { key: 'what', title: 'What', value: whatOf, render: (change) => <WhatCell change={change} /> },
  { key: 'shop', title: 'Shop', value: ({ shop_id }) => shop_id, render: (change) => <ShopCell change={change} /> },
  { key: 'before', title: 'Before', value: ({ old_value }) => valueText(old_value), isHiddenOnPhone: true },
  { key: 'after', title: 'After', value: ({ new_value }) => valueText(new_value), isHiddenOnPhone: true },
  {
    key: 'reason',
    title: 'Reason',
    value: ({ edit_reason }) => edit_reason,
    render: ({ edit_reason }) => <span style={WORDS}>{edit_reason}</span>,
    isHiddenOnPhone: true,
  },
  {
    key: 'by',
    title: 'By',
    value: ({ user_actioned }) => user_actioned,
    render: ({ user_actioned }) => <span style={{ overflowWrap: 'anywhere' }}>{user_actioned}</span>,
    isHiddenOnPhone: true,
  },
];

/** A value of the log, which keeps rupees as plain figures, as it is read. */
function valueText(value: string | null): string {
  if (value === null) return '';
  return /^-?\d+(\.\d{1,2})?$/.test(value) ? formatMoney(Number(value)) : value;
}

function whatOf({ event_type, event_description }: Change): string {
  return `${event_type}: ${event_description}`;
}

/** What happened; on a phone with what the hidden columns would tell. */
function WhatCell({ change }: { change: Change }) {
  const { event_type, event_description, old_value, new_value, edit_reason, user_actioned } = change;
  const values = [old_value, new_value].filter((value) => value !== null).map(valueText);
  return (
    <div style={WORDS}>
      <Text size="sm" fw={600}>
        {event_type}
      </Text>
      <Text size="xs" c="dimmed">
        {event_description}
      </Text>
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {[values.join(' → '), edit_reason, user_actioned].filter(Boolean).join(' · ')}
      </Text>
    </div>
  );
}

function ShopCell({ change: { shop_id } }: { change: Change }) {
  if (shop_id === null) return null;
  return (
    <Anchor component={Link} to={`/shop-summary/${shop_id}`} fw={600} size="sm">
      {shop_id}
    </Anchor>
  );
}

/** The newest corrections and deletions, newest first. */
export function ChangesPanel({ load }: { load: Load<readonly Change[]> }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Newest corrections and deletions
      </Title>
      <DataTable<Change>
        label="Corrections and deletions"
        columns={COLUMNS}
        load={load}
        failure="Failed to load dashboard data."
        rowId={({ audit_id }) => audit_id}
        rowName={({ event_description }) => event_description}
        prefix="changes-"
        pageSize={5}
        empty={{ text: 'Nothing was corrected or deleted.', next: 'Corrections and deletions appear here.' }}
      />
    </Stack>
  );
}
