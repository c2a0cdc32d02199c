import { Anchor, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Debtor, dashboard } from '#contract/dashboard.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { formatFigure, formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';

/** A part of what is owed: the bare figure, for the whole stands beside it, and a dash for none. */
function part(key: string, title: string, value: (debtor: Debtor) => number): Column<Debtor> {
  const render = (debtor: Debtor) => (value(debtor) === 0 ? '–' : formatFigure(value(debtor)));
  return { key, title, value, render, kind: 'money', isSummed: true, isHiddenOnPhone: true };
}

const SHOP: Column<Debtor> = { key: 'shop', title: 'Shop', value: ({ shop_id }) => shop_id };
const NAME: Column<Debtor> = { key: 'name', title: 'Shop name', value: ({ shop_name }) => shop_name };
const TENANT: Column<Debtor> = { key: 'tenant', title: 'Tenant', value: ({ tenant_name }) => tenant_name };
const FIGURES: readonly Column<Debtor>[] = [
  {
    key: 'total',
    title: 'Owed',
    kind: 'money',
    value: ({ total_owed }) => total_owed,
    render: (debtor) => <OwedCell debtor={debtor} />,
    isSummed: true,
  },
  part('not_due', 'Not due', ({ not_due }) => not_due),
  part('days_1_30', '1–30 days', ({ days_1_30 }) => days_1_30),
  part('days_31_60', '31–60 days', ({ days_31_60 }) => days_31_60),
  part('days_61_90', '61–90 days', ({ days_61_90 }) => days_61_90),
  part('days_over_90', 'Over 90 days', ({ days_over_90 }) => days_over_90),
  part('debt', 'Debt', ({ debt }) => debt),
];

/** What a spreadsheet has; the screen has the tenant below the shop's name, for there is no room for both. */
const SHEET_COLUMNS = [SHOP, NAME, TENANT, ...FIGURES];
const COLUMNS: readonly Column<Debtor>[] = [
  { ...SHOP, render: (debtor) => <ShopCell debtor={debtor} /> },
  { ...NAME, title: 'Shop name, tenant', render: (debtor) => <NameCell debtor={debtor} />, isHiddenOnPhone: true },
  ...FIGURES,
];

/** Both names, each in one line that ends in dots when it is too long; all of it shows under the pointer. */
function NameCell({ debtor: { shop_name, tenant_name } }: { debtor: Debtor }) {
  return (
    <div style={{ width: '12rem' }}>
      <Text size="sm" truncate title={shop_name}>
        {shop_name}
      </Text>
      <Text size="xs" c="dimmed" truncate title={tenant_name ?? undefined}>
        {tenant_name ?? 'no tenant'}
      </Text>
    </div>
  );
}

/** The way to all about the shop; on a phone with what the hidden columns would tell. */
function ShopCell({ debtor: { shop_id, shop_name, tenant_name } }: { debtor: Debtor }) {
  return (
    <>
      <Anchor component={Link} to={`/shop-summary/${shop_id}`} fw={600} size="sm">
        {shop_id}
      </Anchor>
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {tenant_name ?? shop_name}
      </Text>
    </>
  );
}

/** What is owed in all, and the oldest month of it. */
function OwedCell({ debtor: { total_owed, oldest_month } }: { debtor: Debtor }) {
  return (
    <>
      {formatMoney(total_owed)}
      {oldest_month !== null && (
        <Text size="xs" c="dimmed">
          since {formatMonth(oldest_month)}
        </Text>
      )}
    </>
  );
}

/** Who owes, who owes most first, and how many days past the due day; each leads to the shop. */
export function ArrearsPanel({ emptyNext }: { emptyNext: ReactNode }) {
  const load = useLoad('arrears', async (signal) => (await api(dashboard.arrears, {}, { signal })).debtors);
  return (
    <Stack gap="xs">
      <div>
        <Title order={2} size="h4">
          Arrears
        </Title>
        <Text size="sm" c="dimmed">
          What is owed today, who owes most first, by days past the due day; a debt is a balance below 0.
        </Text>
      </div>
      <DataTable<Debtor>
        label="Arrears by shop"
        columns={COLUMNS}
        load={load}
        failure="Failed to load the arrears."
        rowId={({ shop_id }) => shop_id}
        rowName={({ shop_id }) => shop_id}
        search="Search by shop or tenant"
        furtherText={({ tenant_name }) => tenant_name ?? ''}
        exportName="Arrears"
        exportColumns={SHEET_COLUMNS}
        empty={{ text: 'Nobody owes anything.', next: emptyNext }}
      />
    </Stack>
  );
}
