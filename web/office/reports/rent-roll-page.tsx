import { Anchor, Box, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { monthInYear } from '#billing/calendar.ts';
import { writeNumber } from '#contract/figures.ts';
import { type RentRollAnswer, type RentRollRow, reports } from '#contract/reports.ts';
import { t } from '#web/i18n/t.ts';
import { FigureCard } from '#web/ui/figure-panel.tsx';
import { formatInstant, formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { useHasRoom } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { ColumnList } from '#web/ui/table/column-list.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { rentRollReport } from './open-report.ts';
import { ReportButtons } from './report-panel.tsx';
import { ReportPeriodPanel } from './report-period-panel.tsx';
import { useReportPeriod } from './use-report-period.ts';

export function RentRollPage() {
  const period = useReportPeriod();
  const month = monthInYear(period.year, Number(period.month));
  const load = useLoad(`rent roll ${month}`, (signal) => api(reports.rentRoll, { query: { month } }, { signal }));
  const time = load.data && formatInstant(load.data.as_of);
  return (
    <Screen
      path="/rent-roll"
      subtitle={time === undefined ? t('reports.rentRoll.subtitle') : t('reports.rentRoll.asOf', { time })}
      actions={<ReportButtons report={rentRollReport(month)} />}
    >
      <Stack gap="md">
        <ReportPeriodPanel period={period} />
        {load.data && <RentRollPanel roll={load.data} />}
        <RentRollTable key={month} load={load} />
        {load.data?.anchor && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('reports.rentRoll.anchor', load.data.anchor)}
          </Text>
        )}
      </Stack>
    </Screen>
  );
}

function RentRollPanel({ roll: { totals, shops } }: { roll: RentRollAnswer }) {
  const { rent, operation_fee, billed, paid, due, due_in_all, deposit_held, rent_not_earned } = totals;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <FigureCard
        name={t('reports.rentRoll.shops')}
        figure={writeNumber(shops.count)}
        about={t('reports.rentRoll.shopsAbout', { let: shops.let, vacant: shops.vacant })}
      />
      <FigureCard
        name={t('reports.rentRoll.vacancy')}
        figure={t('reports.rentRoll.percent', { percent: shops.vacancy_of_shops })}
        about={t('reports.rentRoll.vacancyAbout', {
          percent: shops.vacancy_of_rent,
          rent: formatMoney(rent_not_earned),
        })}
      />
      <FigureCard
        name={t('reports.rentRoll.rent')}
        figure={formatMoney(rent)}
        about={t('reports.rentRoll.rentAbout', { fee: formatMoney(operation_fee) })}
      />
      <FigureCard
        name={t('reports.rentRoll.deposit')}
        figure={formatMoney(deposit_held)}
        about={t('reports.rentRoll.depositAbout')}
      />
      <FigureCard
        name={t('reports.rentRoll.billed')}
        figure={formatMoney(billed.total)}
        about={t('reports.rentRoll.billedAbout')}
      />
      <FigureCard
        name={t('reports.rentRoll.paid')}
        figure={formatMoney(paid)}
        about={t('reports.rentRoll.paidAbout')}
      />
      <FigureCard name={t('reports.rentRoll.due')} figure={formatMoney(due)} about={t('reports.rentRoll.paidAbout')} />
      <FigureCard
        name={t('reports.rentRoll.dueInAll')}
        figure={formatMoney(due_in_all)}
        about={t('reports.rentRoll.dueInAllAbout')}
      />
    </SimpleGrid>
  );
}

type MoneyKey = 'paid' | 'due' | 'due_in_all' | 'deposit_held' | 'rent_not_earned';

function rowColumns(rows: readonly RentRollRow[]): readonly Column<RentRollRow>[] {
  const money = (key: MoneyKey, title: string): Column<RentRollRow> => ({
    kind: 'money',
    key,
    title,
    value: (row) => row[key],
    isSummed: true,
    isHiddenOnPhone: key !== 'due',
  });
  return [
    {
      key: 'shop',
      title: t('reports.rentRoll.shop'),
      value: ({ shop_id }) => shop_id,
      render: (row) => <ShopCell row={row} />,
    },
    {
      key: 'tenant',
      title: t('reports.rentRoll.tenant'),
      value: ({ tenant_name }) => tenant_name ?? t('reports.rentRoll.vacant'),
      render: (row) => <TenantCell row={row} />,
      isHiddenOnPhone: true,
    },
    {
      kind: 'money',
      key: 'rent',
      title: t('reports.rentRoll.rentColumn'),
      value: ({ rent }) => rent,
      isHiddenOnPhone: true,
      // The rent is summed only if each shop is listed once, because a shop with two tenants would count twice.
      isSummed: new Set(rows.map(({ shop_id }) => shop_id)).size === rows.length,
    },
    {
      kind: 'money',
      key: 'billed',
      title: t('reports.rentRoll.billed'),
      value: ({ billed }) => billed.total,
      isSummed: true,
      isHiddenOnPhone: true,
    },
    money('paid', t('reports.rentRoll.paid')),
    money('due', t('reports.rentRoll.due')),
    money('due_in_all', t('reports.rentRoll.dueInAll')),
    money('deposit_held', t('reports.rentRoll.depositColumn')),
    money('rent_not_earned', t('reports.rentRoll.notEarned')),
  ];
}

function furtherColumns(): readonly Column<RentRollRow>[] {
  const billed = (key: keyof RentRollRow['billed'], title: string): Column<RentRollRow> => ({
    kind: 'money',
    key: `billed-${key}`,
    title,
    value: (row) => row.billed[key],
  });
  return [
    { key: 'from', title: t('reports.rentRoll.from'), kind: 'day', value: ({ started_on }) => started_on },
    { key: 'until', title: t('reports.rentRoll.until'), kind: 'day', value: ({ ended_on }) => ended_on },
    { key: 'agreement', title: t('reports.rentRoll.agreement'), value: ({ agreement_number }) => agreement_number },
    { kind: 'money', key: 'fee', title: t('reports.rentRoll.fee'), value: ({ operation_fee }) => operation_fee },
    {
      key: 'vat',
      title: t('reports.rentRoll.vatRate'),
      value: ({ vat_rate }) => (vat_rate === null ? null : t('reports.rentRoll.percent', { percent: vat_rate })),
    },
    { key: 'invoice', title: t('reports.rentRoll.invoice'), value: ({ invoice_id }) => invoice_id },
    billed('rent', t('reports.rentRoll.billedRent')),
    billed('operation_fee', t('reports.rentRoll.billedFee')),
    billed('vat', t('reports.rentRoll.billedVat')),
    billed('other', t('reports.rentRoll.billedOther')),
    billed('fine', t('reports.rentRoll.billedFine')),
  ];
}

function ShopCell({ row }: { row: RentRollRow }) {
  const { shop_id, shop_name } = row;
  const hasRoom = useHasRoom();
  return (
    <Box {...(hasRoom && { miw: '7rem' })}>
      <Anchor component={Link} to={placeOf('/shop-summary/:shopId', { shopId: shop_id })} fw={700} size="sm">
        {shop_id}
      </Anchor>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {shop_name}
      </Text>
      {!hasRoom && <TenantCell row={row} />}
    </Box>
  );
}

function TenantCell({ row: { tenancy_id, tenant_name, started_on, ended_on } }: { row: RentRollRow }) {
  const hasRoom = useHasRoom();
  if (tenancy_id === null || started_on === null)
    return <StatusChip status="Unpaid" word={t('reports.rentRoll.vacant')} />;
  const from = formatOfficeDay(started_on);
  return (
    <Box {...(hasRoom && { miw: '9.5rem' })}>
      <Anchor
        component={Link}
        to={placeOf('/tenancy/:id', { id: tenancy_id })}
        size="sm"
        style={{ overflowWrap: 'anywhere' }}
      >
        {tenant_name}
      </Anchor>
      <Text size="xs" c="dimmed">
        {ended_on === null
          ? t('reports.rentRoll.since', { from })
          : t('reports.rentRoll.fromUntil', { from, until: formatOfficeDay(ended_on) })}
      </Text>
    </Box>
  );
}

function RentRollTable({ load }: { load: Load<RentRollAnswer> }) {
  const rows = load.data?.rows;
  const hasRoom = useHasRoom();
  const columns = useMemo(() => rowColumns(rows ?? []), [rows]);
  const further = useMemo(() => {
    const hidden = columns.filter(({ key, isHiddenOnPhone }) => isHiddenOnPhone && key !== 'tenant');
    return hasRoom ? furtherColumns() : [...hidden, ...furtherColumns()];
  }, [columns, hasRoom]);
  return (
    <DataTable<RentRollRow>
      label={t('reports.rentRoll.table')}
      columns={columns}
      load={{ ...load, data: rows }}
      failure={t('reports.rentRoll.failed')}
      rowId={({ shop_id, tenancy_id }) => `${shop_id} ${tenancy_id}`}
      rowName={({ shop_id, tenant_name }) => `${shop_id} ${tenant_name ?? t('reports.rentRoll.vacant')}`}
      search={t('reports.rentRoll.search')}
      furtherText={({ shop_name }) => shop_name}
      details={(row) => <ColumnList columns={further} row={row} />}
      empty={{ text: t('reports.rentRoll.empty') }}
    />
  );
}
