import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconPlus, IconSunrise } from '@tabler/icons-react';
import { Link } from 'react-router';
import { dashboard, type MonthSums } from '#contract/dashboard.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { PeriodFilter } from '#web/ui/address/period-filter.tsx';
import { type Period, usePeriod } from '#web/ui/address/use-period.ts';
import { Failure, Waiting } from '#web/ui/async-state.tsx';
import { monthChoices } from '#web/ui/format/dates.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { ArrearsPanel } from './arrears-panel.tsx';
import { IncomePanel } from './income-panel.tsx';
import { StatusPanel } from './status-panel.tsx';
import { sumYear } from './sum-year.ts';
import { type CurrentTotals, PeriodTotalsPanel } from './totals-panel.tsx';
import { WelcomePanel } from './welcome-panel.tsx';

interface Figures extends CurrentTotals {
  sums: MonthSums;
}

/** Read-only roles, and a market without shops, see a welcome first. */
export function AdminDashboardPage() {
  const period = usePeriod();
  const load = useLoad(`dashboard ${period.year} ${period.month}`, (signal) => loadFigures(period, signal));
  const mayWrite = useMay('books.write');
  const name = useSession()?.name ?? '';
  const isNew = load.data?.shopCount === 0;
  return (
    <Screen path="/admin-dashboard" subtitle={describePeriod(period)} actions={<ToManagerDashboard />}>
      {(!mayWrite || isNew) && <WelcomePanel name={name} />}
      <Group gap="sm">
        <PeriodFilter />
      </Group>
      <FigurePanels load={load} />
      <ArrearsPanel emptyNext={isNew && mayWrite ? <AddShop /> : t('dashboard.arrears.emptyNext')} />
    </Screen>
  );
}

/** The server sums only months. */
async function loadFigures({ year, month }: Period, signal: AbortSignal): Promise<Figures> {
  const summary = await api(dashboard.summary, { query: { year, month } }, { signal });
  return 'monthlySummaries' in summary ? { ...summary, sums: sumYear(summary) } : { ...summary, sums: summary };
}

/** Shown when loading fails (specification 2, sections 4 and 8). */
const ZEROS: Figures = {
  sums: sumYear({ monthlySummaries: [] }),
  shopBalanceSum: { total_shop_balance: 0 },
  tenantCount: 0,
  shopCount: 0,
};

function FigurePanels({ load }: { load: Load<Figures> }) {
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
  const { sums, ...totals } = load.data ?? ZEROS;
  return (
    <Stack gap="sm">
      {load.data === undefined && <Failure sentence={t('dashboard.failed')} error={load.error} retry={load.reload} />}
      <IncomePanel sums={sums} />
      <PeriodTotalsPanel counts={sums.invoiceCounts} totals={totals} />
      <StatusPanel counts={sums.invoiceCounts} />
    </Stack>
  );
}

function describePeriod({ year, month }: Period): string {
  const name = monthChoices().find(({ value }) => value === month)?.label;
  return name === undefined ? t('dashboard.allMonths', { year }) : `${name} ${year}`;
}

function ToManagerDashboard() {
  return (
    <Button
      component={Link}
      to="/manager-dashboard"
      variant="default"
      leftSection={<IconSunrise size={18} aria-hidden />}
    >
      {t('dashboard.toManager')}
    </Button>
  );
}

function AddShop() {
  return (
    <Button component={Link} to="/add-shop" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('dashboard.addShop')}
    </Button>
  );
}
