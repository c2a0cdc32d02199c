import { Button, Skeleton, Stack } from '@mantine/core';
import { IconPlus, IconSunrise } from '@tabler/icons-react';
import { Link } from 'react-router';
import { dashboard, type MonthSums } from '#contract/dashboard.ts';
import { useSession } from '#web/session.ts';
import { Failure, Waiting } from '#web/ui/async-state.tsx';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { Screen } from '../shell/screen.tsx';
import { ArrearsPanel } from './arrears-panel.tsx';
import { IncomeCards } from './income-panel.tsx';
import { describePeriod, type Period, usePeriod } from './period.ts';
import { PeriodFilter } from './period-filter.tsx';
import { type Standing, StatCards } from './stat-cards.tsx';
import { StatusPanel } from './status-panel.tsx';
import { sumYear } from './sum-year.ts';
import { Welcome } from './welcome-panel.tsx';

interface Figures extends Standing {
  sums: MonthSums;
}

/**
 * The market at a glance: what came in, how the invoices stand, and who owes. Those who only look at the books, and those
 * whose market has no shop yet, are first welcomed with the ways on.
 */
export function AdminDashboardPage() {
  const period = usePeriod();
  const load = useLoad(`dashboard ${period.year} ${period.month}`, (signal) => loadFigures(period, signal));
  const mayWrite = useMay('books.write');
  const name = useSession()?.name ?? '';
  const isNew = load.data?.shopCount === 0;
  return (
    <Screen path="/admin-dashboard" subtitle={describePeriod(period)} actions={<ToMorning />}>
      {(!mayWrite || isNew) && <Welcome name={name} />}
      <PeriodFilter />
      <FiguresOf load={load} />
      <ArrearsPanel emptyNext={isNew && mayWrite ? <AddShop /> : 'Every bill is paid.'} />
    </Screen>
  );
}

/** The figures of a month as the server sums them; those of a year are summed here. */
async function loadFigures({ year, month }: Period, signal: AbortSignal): Promise<Figures> {
  const summary = await api(dashboard.summary, { query: { year, month } }, { signal });
  return 'monthlySummaries' in summary ? { ...summary, sums: sumYear(summary) } : { ...summary, sums: summary };
}

/** What stands in the cards when the figures cannot be had (specification, part 2, sections 4 and 8). */
const ZEROS: Figures = {
  sums: sumYear({ monthlySummaries: [] }),
  ...{ shopBalanceSum: { total_shop_balance: 0 }, tenantCount: 0, shopCount: 0 },
};

function FiguresOf({ load }: { load: Load<Figures> }) {
  if (load.data === undefined && load.isLoading) {
    return (
      <Waiting>
        <Stack gap="sm">
          <Skeleton height={90} />
          <Skeleton height={90} />
          <Skeleton height={290} />
        </Stack>
      </Waiting>
    );
  }
  const { sums, ...standing } = load.data ?? ZEROS;
  return (
    <Stack gap="sm">
      {load.data === undefined && (
        <Failure sentence="Failed to load dashboard data." error={load.error} retry={load.reload} />
      )}
      <IncomeCards sums={sums} />
      <StatCards counts={sums.invoiceCounts} standing={standing} />
      <StatusPanel counts={sums.invoiceCounts} />
    </Stack>
  );
}

function ToMorning() {
  return (
    <Button
      component={Link}
      to="/manager-dashboard"
      variant="default"
      leftSection={<IconSunrise size={18} aria-hidden />}
    >
      Manager's morning
    </Button>
  );
}

function AddShop() {
  return (
    <Button component={Link} to="/add-shop" leftSection={<IconPlus size={18} aria-hidden />}>
      Add shop
    </Button>
  );
}
