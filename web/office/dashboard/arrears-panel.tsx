import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { type Debtor, dashboard } from '#contract/dashboard.ts';
import { t } from '#web/i18n/t.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { formatFigure, formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { ArrestInfo } from '../invoices/arrest-panel.tsx';

function part(key: string, title: string, value: (debtor: Debtor) => number): Column<Debtor> {
  const render = (debtor: Debtor) => (value(debtor) === 0 ? '–' : formatFigure(value(debtor)));
  return { key, title, value, render, kind: 'money', isSummed: true, isHiddenOnPhone: true };
}

interface ArrearsColumns {
  columns: readonly Column<Debtor>[];
  /** The columns of the spreadsheet. On screen the tenant is below the shop's name. */
  sheet: readonly Column<Debtor>[];
}

function arrearsColumns(): ArrearsColumns {
  const shop: Column<Debtor> = { key: 'shop', title: t('dashboard.arrears.shop'), value: ({ shop_id }) => shop_id };
  const name: Column<Debtor> = {
    key: 'name',
    title: t('dashboard.arrears.name'),
    value: ({ shop_name }) => shop_name,
  };
  const tenant: Column<Debtor> = {
    key: 'tenant',
    title: t('dashboard.arrears.tenant'),
    value: nameOf,
  };
  const amounts: Column<Debtor>[] = [
    {
      key: 'total',
      title: t('dashboard.arrears.total'),
      kind: 'money',
      value: ({ total_owed }) => total_owed,
      render: (debtor) => <TotalCell debtor={debtor} />,
      isSummed: true,
    },
    part('not_due', t('dashboard.arrears.notDue'), ({ not_due }) => not_due),
    part('days_1_30', t('dashboard.arrears.days', { days: '1–30' }), ({ days_1_30 }) => days_1_30),
    part('days_31_60', t('dashboard.arrears.days', { days: '31–60' }), ({ days_31_60 }) => days_31_60),
    part('days_61_90', t('dashboard.arrears.days', { days: '61–90' }), ({ days_61_90 }) => days_61_90),
    part('days_over_90', t('dashboard.arrears.over90'), ({ days_over_90 }) => days_over_90),
    part('debt', t('dashboard.arrears.debt'), ({ debt }) => debt),
  ];
  const columns = [
    { ...shop, render: (debtor: Debtor) => <ShopCell debtor={debtor} /> },
    {
      ...name,
      title: t('dashboard.arrears.nameAndTenant'),
      render: (debtor: Debtor) => <NameCell debtor={debtor} />,
      isHiddenOnPhone: true,
    },
    ...amounts,
  ];
  return { columns, sheet: [shop, name, tenant, ...amounts] };
}

function nameOf({ tenant_name, former }: Debtor): string {
  return former ? t('dashboard.arrears.former', { name: tenant_name }) : tenant_name;
}

function NameCell({ debtor }: { debtor: Debtor }) {
  const { shop_name } = debtor;
  return (
    <div style={{ width: '12rem' }}>
      <Text size="sm" truncate title={shop_name}>
        {shop_name}
      </Text>
      <Text size="xs" c="dimmed" truncate title={nameOf(debtor)}>
        {nameOf(debtor)}
      </Text>
    </div>
  );
}

function ShopCell({ debtor }: { debtor: Debtor }) {
  const { shop_id } = debtor;
  return (
    <>
      <Anchor component={Link} to={`/shop-summary/${shop_id}`} fw={600} size="sm">
        {shop_id}
      </Anchor>
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {nameOf(debtor)}
      </Text>
    </>
  );
}

function TotalCell({ debtor: { total_owed, oldest_month } }: { debtor: Debtor }) {
  return (
    <>
      {formatMoney(total_owed)}
      {oldest_month !== null && (
        <Text size="xs" c="dimmed">
          {t('dashboard.arrears.since', { month: formatMonth(oldest_month) })}
        </Text>
      )}
    </>
  );
}

export function ArrearsPanel({ emptyNext }: { emptyNext: ReactNode }) {
  const { columns, sheet } = useMemo(arrearsColumns, []);
  const load = useLoad('arrears', async (signal) => (await api(dashboard.arrears, {}, { signal })).debtors);
  return (
    <Stack gap="xs">
      <div>
        <Group gap={4}>
          <Title order={2} size="h4">
            {t('dashboard.arrears.title')}
          </Title>
          <ArrestInfo />
        </Group>
        <Text size="sm" c="dimmed">
          {t('dashboard.arrears.about')}
        </Text>
      </div>
      <DataTable<Debtor>
        label={t('dashboard.arrears.table')}
        columns={columns}
        load={load}
        failure={t('dashboard.arrears.failed')}
        rowId={({ tenancy_id }) => String(tenancy_id)}
        rowName={({ shop_id }) => shop_id}
        search={t('dashboard.arrears.search')}
        furtherText={nameOf}
        exportName="Arrears"
        exportColumns={sheet}
        empty={{ text: t('dashboard.arrears.empty'), next: emptyNext }}
      />
    </Stack>
  );
}
