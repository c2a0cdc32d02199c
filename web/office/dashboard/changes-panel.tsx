import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import type { dashboard } from '#contract/dashboard.ts';
import { t } from '#web/i18n/t.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { OneLine, Unbroken } from '#web/ui/format/one-line.tsx';
import { personName } from '#web/ui/format/person.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { eventName, withDays } from '../audit/event-name.ts';
import { placeOf } from '../place-of.ts';

type Change = Answer<typeof dashboard.morning>['changes'][number];

const WRAPPED = { display: 'inline-block', minWidth: '9rem', overflowWrap: 'anywhere' } as const;

export function ChangesPanel({ changes }: { changes: readonly Change[] }) {
  const columns = useMemo(changeColumns, []);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('dashboard.changes.title')}
      </Title>
      <DataTable<Change>
        label={t('dashboard.changes.table')}
        columns={columns}
        load={loaded(changes)}
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

/** Shows the settings that were changed in the last 30 days, with the values before and after. */
export function SettingsChangesPanel({ changes }: { changes: readonly Change[] }) {
  const columns = useMemo(() => changeColumns().filter(({ key }) => key !== 'shop'), []);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('dashboard.settings.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('dashboard.settings.about')}
      </Text>
      <DataTable<Change>
        label={t('dashboard.settings.title')}
        columns={columns}
        load={loaded(changes)}
        failure={t('dashboard.failed')}
        rowId={({ audit_id }) => audit_id}
        rowName={({ event_description }) => event_description}
        prefix="settings-"
        pageSize={5}
        empty={{ text: t('dashboard.settings.empty') }}
      />
    </Stack>
  );
}

function changeColumns(): readonly Column<Change>[] {
  const before = t('dashboard.changes.before');
  const after = t('dashboard.changes.after');
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
    {
      key: 'before',
      title: before,
      value: ({ old_value }) => valueText(old_value),
      render: ({ old_value }) => <OneLine text={valueText(old_value)} />,
      isHiddenOnPhone: true,
    },
    {
      key: 'after',
      title: after,
      value: ({ new_value }) => valueText(new_value),
      render: ({ new_value }) => <OneLine text={valueText(new_value)} />,
      isHiddenOnPhone: true,
    },
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
      kind: 'person',
      value: ({ user_actioned }) => user_actioned,
      isHiddenOnPhone: true,
    },
  ];
}

/** Returns a value of the audit log as a text. Plain numbers are amounts in rupees. */
function valueText(value: string | null): string {
  if (value === null) return '';
  return /^-?\d+(\.\d{1,2})?$/.test(value) ? formatMoney(Number(value)) : withDays(value);
}

function describeChange({ event_type, event_description }: Change): string {
  return `${eventName(event_type)}: ${withDays(event_description)}`;
}

function ChangeCell({ change }: { change: Change }) {
  const { event_type, event_description, old_value, new_value, edit_reason, user_actioned } = change;
  const values = [old_value, new_value].filter((value) => value !== null).map(valueText);
  return (
    <div style={WRAPPED}>
      <Text size="sm" fw={700}>
        {eventName(event_type)}
      </Text>
      <Text size="xs" c="dimmed">
        <Unbroken text={withDays(event_description)} />
      </Text>
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        <Unbroken text={[values.join(' → '), edit_reason, personName(user_actioned)].filter(Boolean).join(' · ')} />
      </Text>
    </div>
  );
}

function ShopLink({ change: { shop_id } }: { change: Change }) {
  if (shop_id === null) return null;
  return (
    <Anchor component={Link} to={placeOf('/shop-summary/:shopId', { shopId: shop_id })} fw={700} size="sm">
      {shop_id}
    </Anchor>
  );
}
