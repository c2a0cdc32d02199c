import { SimpleGrid, Stack } from '@mantine/core';
import { cents, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import { dashboard } from '#contract/dashboard.ts';
import { centsOf } from '#web/i18n/format.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { FigureCard } from '#web/ui/figure-panel.tsx';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatFigure, formatMoney } from '#web/ui/format/money.ts';
import { loaded, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { VerificationNotice } from '../audit/verification-panel.tsx';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { ArrearsPanel } from './arrears-panel.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { VoidsPanel } from './voids-panel.tsx';

type TodaySummary = Answer<typeof dashboard.morning>;

export function ManagerDashboardPage() {
  const load = useLoad('morning', (signal) => api(dashboard.morning, {}, { signal }));
  const mayReadAudit = useMay('audit.read');
  return (
    <Screen path="/manager-dashboard" {...(load.data && { subtitle: formatOfficeDay(load.data.today) })}>
      {mayReadAudit && <VerificationNotice />}
      <AsyncState load={load} failure={t('dashboard.failed')}>
        {(morning) => (
          <Stack gap="md">
            <TodayPanels morning={morning} />
            {mayReadAudit && <ChangesPanel load={loaded(morning.changes)} />}
            {mayReadAudit && <VoidsPanel load={loaded(morning.voids)} />}
          </Stack>
        )}
      </AsyncState>
      <ArrearsPanel emptyNext={t('dashboard.arrears.emptyNext')} />
    </Screen>
  );
}

function TodayPanels({ morning }: { morning: TodaySummary }) {
  const { expected, collected, owed_in_all, debtor_count } = morning;
  const month = formatMonth(morning.month_year);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
      <FigureCard
        name={t('dashboard.today.arrears')}
        figure={formatMoney(owed_in_all)}
        about={t('dashboard.today.arrearsAbout', { count: debtor_count })}
        isMain
      />
      <FigureCard
        name={t('dashboard.today.expected', { month })}
        figure={formatMoney(expected)}
        about={t('dashboard.today.expectedAbout')}
        to="/invoices"
      />
      <FigureCard
        name={t('dashboard.today.collected', { month })}
        figure={formatMoney(collected)}
        about={t('dashboard.today.collectedAbout', { comparison: compare(collected, expected) })}
        to="/view-payments"
      />
      <PricePanel morning={morning} />
    </SimpleGrid>
  );
}

function compare(collected: number, expected: number): string {
  const difference = toRupees(cents(centsOf(collected) - centsOf(expected)));
  if (difference === 0) return t('dashboard.today.asExpected');
  const amount = formatFigure(Math.abs(difference));
  return t(difference > 0 ? 'dashboard.today.more' : 'dashboard.today.less', { amount });
}

function PricePanel({ morning: { prices_published, price_count, latest_list } }: { morning: TodaySummary }) {
  if (prices_published) {
    const about = t('dashboard.today.priceCount', { count: price_count });
    const figure = t('dashboard.today.published');
    return <FigureCard name={t('dashboard.today.prices')} figure={figure} about={about} to="/view-dailyprices" />;
  }
  const about =
    latest_list === null
      ? t('dashboard.today.noList')
      : t('dashboard.today.lastList', { date: formatOfficeDay(latest_list) });
  const figure = t('dashboard.today.notPublished');
  return <FigureCard name={t('dashboard.today.prices')} figure={figure} about={about} to="/add-dailyprice" />;
}
