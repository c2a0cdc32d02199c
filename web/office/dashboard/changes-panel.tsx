import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import type { dashboard } from '#contract/dashboard.ts';
import { t } from '#web/i18n/t.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { eventName } from '../audit/event-name.ts';

export type Change = Answer<typeof dashboard.morning>['changes'][number];

const WRAPPED = { display: 'inline-block', minWidth: '9rem', overflowWrap: 'anywhere' } as const;

function changeColumns(): readonly Column<Change>[] {
  const [before, after] = [t('dashboard.changes.before'), t('dashboard.changes.after')];
  return [
    { key: 'date', title: t('dashboard.changes.date'), kind: 'instant', value: ({ event_date }) => event_date },
    {
      key: 'what',
      title: t('dashboard.changes.what'),
      value: describeChange,
      render: (change) => <ChangeCell change={change} />,
    },
    {
      key: 'shop',
      title: t('dashboard.changes.shop'),
      value: ({ shop_id }) => shop_id,
      render: (change) => <ShopLink change={change} />,
    },
    { key: 'before', title: before, value: ({ old_value }) => valueText(old_value), isHiddenOnPhone: true },
    { key: 'after', title: after, value: ({ new_value }) => valueText(new_value), isHiddenOnPhone: true },
    {
      key: 'reason',
      title: t('dashboard.changes.reason'),
      value: ({ edit_reason }) => edit_reason,
      render: ({ edit_reason }) => <span style={WRAPPED}>{edit_reason}</span>,
      isHiddenOnPhone: true,
    },
    {
      key: 'by',
      title: t('dashboard.changes.by'),
      value: ({ user_actioned }) => user_actioned,
      render: ({ user_actioned }) => <span style={{ overflowWrap: 'anywhere' }}>{user_actioned}</span>,
      isHiddenOnPhone: true,
    },
  ];
}

/** The audit log stores rupees as plain numbers. */
function valueText(value: string | null): string {
  if (value === null) return '';
  return /^-?\d+(\.\d{1,2})?$/.test(value) ? formatMoney(Number(value)) : value;
}

function describeChange({ event_type, event_description }: Change): string {
  return `${eventName(event_type)}: ${event_description}`;
}

function ChangeCell({ change }: { change: Change }) {
  const { event_type, event_description, old_value, new_value, edit_reason, user_actioned } = change;
  const values = [old_value, new_value].filter((value) => value !== null).map(valueText);
  return (
    <div style={WRAPPED}>
      <Text size="sm" fw={600}>
        {eventName(event_type)}
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

function ShopLink({ change: { shop_id } }: { change: Change }) {
  if (shop_id === null) return null;
  return (
    <Anchor component={Link} to={`/shop-summary/${shop_id}`} fw={600} size="sm">
      {shop_id}
    </Anchor>
  );
}

export function ChangesPanel({ load }: { load: Load<readonly Change[]> }) {
  const columns = useMemo(changeColumns, []);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('dashboard.changes.title')}
      </Title>
      <DataTable<Change>
        label={t('dashboard.changes.table')}
        columns={columns}
        load={load}
        failure={t('dashboard.failed')}
        rowId={({ audit_id }) => audit_id}
        rowName={({ event_description }) => event_description}
        prefix="changes-"
        pageSize={5}
        empty={{ text: t('dashboard.changes.empty'), next: t('dashboard.changes.emptyNext') }}
      />
    </Stack>
  );
}
