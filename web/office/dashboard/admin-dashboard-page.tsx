import IconChartBar from 'virtual:icons/chart-bar';
import IconPlus from 'virtual:icons/plus';
import IconSettings from 'virtual:icons/settings';
import IconSunrise from 'virtual:icons/sunrise';
import IconUsers from 'virtual:icons/users';
import { Anchor, Button, Group, Paper, Progress, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { dashboard, type MonthSummary, type MonthSums, type YearSummary } from '#contract/dashboard.ts';
import { writeFigure, writeNumber } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { useSession } from '#web/session.ts';
import { PeriodFilter } from '#web/ui/address/period-filter.tsx';
import { type Period, usePeriod } from '#web/ui/address/use-period.ts';
import { Empty, Failure, Waiting } from '#web/ui/async-state.tsx';
import { CardLinks } from '#web/ui/card-links.tsx';
import { FigureCard, FigureCards } from '#web/ui/figure-panel.tsx';
import { monthChoices } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { ArrestInfo } from '../invoices/arrest-panel.tsx';
import { placeOf } from '../place-of.ts';
import { type Income, incomesOf, sumYear } from '../reports/sum-year.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import classes from './admin-dashboard.module.css';
import { ArrearsPanel } from './arrears-panel.tsx';
import { type StatusCount, statusCounts, statusTokens } from './count-statuses.ts';
import { IncomeChartPanel } from './income-chart-panel.tsx';
import { OwnerNotices } from './owner-notices.tsx';
import { SetupList, useSetup } from './setup-list.tsx';
import { TodayPanels } from './today-panel.tsx';

const CHART_HEIGHT = 150;

/** The chart, loaded after the figures. If it cannot be loaded, only the table is shown. */
const StatusChart = lazy<ComponentType<{ parts: readonly StatusCount[] }>>(async () => {
  const chart = await import('./status-chart-panel.tsx').catch(() => undefined);
  return { default: chart?.StatusChartPanel ?? (() => null) };
});

function StatusPanel({ counts }: { counts: MonthSums['invoiceCounts'] }) {
  const parts = statusCounts(counts);
  const total = counts.total_invoices;
  return (
    <Paper withBorder p="sm">
      <Title order={2} size="h5" mb="xs">
        {t('dashboard.status.title')}
      </Title>
      <div className={classes.status}>
        {total === 0 ? (
          <Empty text={t('dashboard.status.empty')} />
        ) : (
          <Suspense fallback={<Skeleton circle height={CHART_HEIGHT} mx="auto" aria-busy="true" />}>
            <StatusChart parts={parts} />
          </Suspense>
        )}
        <StatusTable parts={parts} total={total} />
      </div>
    </Paper>
  );
}

function StatusTable({ parts, total }: { parts: readonly StatusCount[]; total: number }) {
  const colours = statusTokens.map((token) => `var(${token})`);
  return (
    <Table
      aria-label={t('dashboard.status.title')}
      horizontalSpacing="var(--space-2)"
      verticalSpacing="var(--space-1)"
      fz="xs"
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('dashboard.status.status')}</Table.Th>
          <Table.Th ta="right">{t('dashboard.status.invoices')}</Table.Th>
          <Table.Th ta="right">{t('dashboard.status.share')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {parts.map(({ status, count }, at) => (
          <Table.Tr key={status}>
            <Table.Td>
              <Group gap="var(--space-2)" wrap="nowrap">
                <Swatch colour={colours[at] ?? ''} />
                {word('status', status)}
                {status === 'Arrest' && <ArrestInfo />}
              </Group>
            </Table.Td>
            <Table.Td ta="right">{writeNumber(count)}</Table.Td>
            <Table.Td ta="right">{shareOf(count, total)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th>{t('dashboard.status.total')}</Table.Th>
          <Table.Th ta="right">{writeNumber(total)}</Table.Th>
          <Table.Td />
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}

function Swatch({ colour }: { colour: string }) {
  return (
    <span
      aria-hidden
      style={{ width: 12, height: 12, borderRadius: 'var(--radius-1)', background: colour, flex: 'none' }}
    />
  );
}

function shareOf(count: number, total: number): string {
  return total === 0 ? '–' : `${Math.round((count / total) * 100)}%`;
}

const CARDS = [
  { name: 'tenants', to: placeOf('/tenant-management'), icon: IconUsers },
  { name: 'reports', to: placeOf('/reports'), icon: IconChartBar },
  { name: 'settings', to: placeOf('/settings'), icon: IconSettings },
] as const;

/** A greeting with links to the main pages (specification 1, section 2). */
function WelcomePanel({ name }: { name: string }) {
  const links = CARDS.map(({ name: card, ...link }) => ({
    ...link,
    title: t(`dashboard.welcome.${card}.title`),
    text: t(`dashboard.welcome.${card}.text`),
  }));
  return (
    <Stack gap="sm" component="section" aria-labelledby="welcome">
      <Title order={2} size="h4" id="welcome" style={{ overflowWrap: 'anywhere' }}>
        {t('dashboard.welcome.title', { name })}
      </Title>
      <CardLinks links={links} />
    </Stack>
  );
}

interface Figures extends CurrentTotals {
  sums: MonthSums;
  /** The figures of each month, if the period is a year. */
  byMonth?: YearSummary;
}

/**
 * What the specification names is on the first screen of a desktop: the filters, the cards and the doughnut. Without
 * shops there are no figures to show, so all roles get a welcome, and admins the setup list.
 */
export function AdminDashboardPage() {
  const period = usePeriod();
  const load = useLoad(`dashboard ${period.year} ${period.month}`, (signal) => loadFigures(period, signal));
  const mayWrite = useMay('books.write');
  const name = useSession()?.name ?? '';
  const isNew = load.data?.shopCount === 0;
  const setup = useSetup();
  return (
    <Screen
      path="/admin-dashboard"
      subtitle={describePeriod(period)}
      actions={
        <>
          {!isNew && <PeriodFilter />}
          <ToManagerDashboard />
        </>
      }
    >
      <OwnerNotices />
      <SetupList load={setup} />
      {isNew ? (
        <>
          <WelcomePanel name={name} />
          {mayWrite && (
            <Group>
              <AddShop />
            </Group>
          )}
        </>
      ) : (
        <>
          <FigurePanels load={load} period={period} />
          <TodayPanels />
          <ArrearsPanel emptyNext={t('dashboard.arrears.emptyNext')} />
          {!mayWrite && <WelcomePanel name={name} />}
        </>
      )}
    </Screen>
  );
}

/** A year's months are summed here, because the server sums only within a month. */
async function loadFigures({ year, month }: Period, signal: AbortSignal): Promise<Figures> {
  const summary = await api(dashboard.summary, { query: { year, month } }, { signal });
  if (!('monthlySummaries' in summary)) return { ...summary, sums: summary };
  return { ...summary, sums: sumYear(summary), byMonth: summary };
}

/** The figures that are shown when loading fails (specification 2, sections 4 and 8). */
const ZEROS: Figures = {
  sums: sumYear({ monthlySummaries: [] }),
  shopBalanceSum: { total_shop_balance: 0 },
  tenantCount: 0,
  shopCount: 0,
};

/** Returns the address of the payments page for the period. */
function paymentsOf({ year, month }: Period): string {
  return placeOf('/view-payments', { year, month: month === '' ? undefined : month });
}

function FigurePanels({ load, period }: { load: Load<Figures>; period: Period }) {
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
  const { sums, byMonth, ...totals } = load.data ?? ZEROS;
  return (
    <Stack gap="sm">
      {load.data === undefined && <Failure sentence={t('dashboard.failed')} error={load.error} retry={load.reload} />}
      <div className={classes.figures}>
        <Stack gap="sm">
          <IncomePanel sums={sums} />
          <CollectedBar sums={sums} />
          <PeriodTotalsPanel counts={sums.invoiceCounts} totals={totals} />
          <Text size="sm" c="dimmed">
            {t('dashboard.income.byMonth')}{' '}
            <Anchor component={Link} to={paymentsOf(period)} underline="always">
              {t('dashboard.income.byDay')}
            </Anchor>
          </Text>
        </Stack>
        <StatusPanel counts={sums.invoiceCounts} />
      </div>
      {byMonth && <IncomeChartPanel {...byMonth} />}
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
      to={placeOf('/manager-dashboard')}
      variant="default"
      leftSection={<IconSunrise size={18} aria-hidden />}
    >
      {t('dashboard.toManager')}
    </Button>
  );
}

function AddShop() {
  return (
    <Button component={Link} to={placeOf('/add-shop')} leftSection={<IconPlus size={18} aria-hidden />}>
      {t('dashboard.addShop')}
    </Button>
  );
}

function IncomePanel({ sums }: { sums: MonthSums }) {
  const { total, kinds } = incomesOf(sums);
  return (
    <FigureCards>
      <IncomeCard income={total} isMain />
      {kinds.map((income) => (
        <IncomeCard key={income.kind} income={income} />
      ))}
    </FigureCards>
  );
}

/** What was collected of what was billed, as a bar. */
function CollectedBar({ sums }: { sums: MonthSums }) {
  const { paid, billed } = incomesOf(sums).total;
  if (billed === 0) return null;
  const share = Math.min(100, Math.round((paid / billed) * 100));
  return (
    <Group gap="sm" wrap="nowrap">
      <Text size="sm" fw={500} style={{ whiteSpace: 'nowrap' }}>
        {t('dashboard.income.collected', { share })}
      </Text>
      <Progress value={share} size="lg" flex={1} aria-label={t('dashboard.income.collected', { share })} />
    </Group>
  );
}

function IncomeCard({ income: { kind, paid, billed, open }, isMain = false }: { income: Income; isMain?: boolean }) {
  const about = t('dashboard.income.about', { billed: writeFigure(billed), open: writeFigure(open) });
  return <FigureCard name={t(`dashboard.income.${kind}`)} figure={formatMoney(paid)} about={about} isMain={isMain} />;
}

/** Totals that do not depend on the period. */
type CurrentTotals = Pick<MonthSummary, 'shopBalanceSum' | 'tenantCount' | 'shopCount'>;

function PeriodTotalsPanel({ counts, totals }: { counts: MonthSums['invoiceCounts']; totals: CurrentTotals }) {
  return (
    <FigureCards>
      <FigureCard
        name={t('dashboard.totals.invoices')}
        figure={writeNumber(counts.total_invoices)}
        about={t('dashboard.totals.period')}
        to={placeOf('/invoices')}
      />
      <FigureCard
        name={t('dashboard.totals.shops')}
        figure={writeNumber(totals.shopCount)}
        about={t('dashboard.totals.today')}
        to={placeOf('/view-shops')}
      />
      <FigureCard
        name={t('dashboard.totals.tenants')}
        figure={writeNumber(totals.tenantCount)}
        about={t('dashboard.totals.today')}
        to={placeOf('/view-tenants')}
      />
      <FigureCard
        name={t('dashboard.totals.balances')}
        figure={formatMoney(totals.shopBalanceSum.total_shop_balance)}
        about={t('dashboard.totals.balancesAbout')}
        to={placeOf('/view-shops', { sort: '-balance' })}
      />
    </FigureCards>
  );
}
