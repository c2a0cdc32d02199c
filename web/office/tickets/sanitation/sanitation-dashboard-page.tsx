import IconTicket from 'virtual:icons/ticket';
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import { sanitationTickets } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import { Waiting } from '#web/ui/async-state.tsx';
import { FigureCard, FigureCards } from '#web/ui/figure-panel.tsx';
import { formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { placeOf } from '../../place-of.ts';
import { Screen } from '../../screen.tsx';
import { TicketLinksPanel } from '../ticket-links-panel.tsx';

type MonthRow = Answer<typeof sanitationTickets.breakdown>['months'][number];

function monthColumns(): readonly Column<MonthRow>[] {
  return [
    { key: 'month', title: t('tickets.months.month'), value: monthOf, render: (row) => <Month row={row} /> },
    {
      key: 'income',
      title: t('tickets.months.income'),
      kind: 'money',
      value: (row) => row.totalIncome,
      isSummed: true,
    },
    {
      key: 'count',
      title: t('tickets.months.count'),
      kind: 'number',
      value: (row) => row.ticketCount,
      isSummed: true,
    },
    countColumn('count20', 20),
    countColumn('count100', 100),
  ];
}

function countColumn(key: 'count20' | 'count100', price: number): Column<MonthRow> {
  const title = t('tickets.months.countOf', { price });
  return { key, title, kind: 'number', value: (row) => row[key], isSummed: true, isHiddenOnPhone: true };
}

/** The page of sanitation ticketing (specification 2, section 2). */
export function SanitationDashboardPage() {
  const load = useLoad('sanitation breakdown', (signal) => api(sanitationTickets.breakdown, {}, { signal }));
  const columns = useMemo(monthColumns, []);
  return (
    <Screen path="/SanitationDashboard" title={t('tickets.sanitation.dashboardTitle')} actions={<IssueTickets />}>
      <SanitationIncomePanel load={load} />
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('tickets.months.title')}
        </Title>
        <DataTable<MonthRow>
          label={t('tickets.months.title')}
          columns={columns}
          load={{ ...load, data: load.data?.months }}
          failure={t('tickets.months.failed')}
          rowId={monthOf}
          rowName={monthOf}
          pageSize={12}
          exportName={t('tickets.months.file')}
          empty={{ text: t('tickets.months.empty'), next: t('tickets.months.emptyHint') }}
        />
      </Stack>
      <TicketLinksPanel />
    </Screen>
  );
}

function monthOf({ year, month }: MonthRow): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}

function Month({ row }: { row: MonthRow }) {
  return (
    <>
      {monthOf(row)}
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {t('tickets.months.counts', { count20: row.count20, count100: row.count100 })}
      </Text>
    </>
  );
}

function IssueTickets() {
  return (
    <Button component={Link} to={placeOf('/sanitation-ticketing')} leftSection={<IconTicket size={18} aria-hidden />}>
      {t('tickets.sanitation.issueTickets')}
    </Button>
  );
}

type Breakdown = Answer<typeof sanitationTickets.breakdown>;
type Incomes = Breakdown['today'];

const NONE = { totalIncome: 0, ticketCount: 0 };
const ZEROS: Incomes = { all: NONE, price20: NONE, price100: NONE };

const PRICES = [
  { price: 20, key: 'price20' },
  { price: 100, key: 'price100' },
] as const;

type Time = 'today' | 'month';

/** A card for one price links to the tickets of that price. Amounts are zero when loading fails. */
function SanitationIncomePanel({ load }: { load: Load<Breakdown> }) {
  if (load.data === undefined && load.isLoading) return <WaitingCards />;
  const { today = ZEROS, this_month = ZEROS } = load.data ?? {};
  return (
    <Stack gap="xs">
      <CardsOf time="today" incomes={today} />
      <CardsOf time="month" incomes={this_month} />
    </Stack>
  );
}

function CardsOf({ time, incomes }: { time: Time; incomes: Incomes }) {
  const range = time === 'month' ? 'month' : undefined;
  return (
    <FigureCards>
      <FigureCard name={t(`tickets.income.${time}`)} {...figuresOf(incomes.all)} isMain />
      {PRICES.map(({ price, key }) => (
        <FigureCard
          key={key}
          name={t(`tickets.income.${time}Of`, { price })}
          {...figuresOf(incomes[key])}
          to={placeOf('/sanitation-ticketing', { price, range })}
        />
      ))}
    </FigureCards>
  );
}

function figuresOf({ totalIncome, ticketCount }: typeof NONE): { figure: string; about: string } {
  return {
    figure: formatMoney(totalIncome),
    about: t('tickets.income.count', { count: ticketCount }),
  };
}

function WaitingCards() {
  return (
    <Waiting>
      <FigureCards>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} height={88} />
        ))}
      </FigureCards>
    </Waiting>
  );
}
