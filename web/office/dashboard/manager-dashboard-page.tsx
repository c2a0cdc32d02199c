import { SimpleGrid, Stack } from '@mantine/core';
import type { Answer } from '#contract/call.ts';
import { dashboard } from '#contract/dashboard.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatFigure, formatMoney } from '#web/ui/format/money.ts';
import { loaded, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { Screen } from '../shell/screen.tsx';
import { ArrearsPanel } from './arrears-panel.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { FigureCard } from './figure-panel.tsx';

type Morning = Answer<typeof dashboard.morning>;

/**
 * What a manager looks at first: what is owed, what this month is to bring and has brought, whether the prices are out,
 * and what was corrected or deleted, for those who may read the audit log.
 */
export function ManagerDashboardPage() {
  const load = useLoad('morning', (signal) => api(dashboard.morning, {}, { signal }));
  const mayReadAudit = useMay('audit.read');
  return (
    <Screen path="/manager-dashboard" {...(load.data && { subtitle: formatOfficeDay(load.data.today) })}>
      <AsyncState load={load} failure="Failed to load dashboard data.">
        {(morning) => (
          <Stack gap="md">
            <MorningCards morning={morning} />
            {mayReadAudit && <ChangesPanel load={loaded(morning.changes)} />}
          </Stack>
        )}
      </AsyncState>
      <ArrearsPanel emptyNext="Every bill is paid." />
    </Screen>
  );
}

function MorningCards({ morning }: { morning: Morning }) {
  const { expected, collected, owed_in_all, debtor_count } = morning;
  const month = formatMonth(morning.month_year);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
      <FigureCard
        name="Arrears"
        figure={formatMoney(owed_in_all)}
        about={`owed by ${debtor_count === 1 ? '1 shop' : `${debtor_count} shops`}`}
        isMain
      />
      <FigureCard
        name={`Expected in ${month}`}
        figure={formatMoney(expected)}
        about="rent, fee, VAT and fines of this month's invoices"
        to="/invoices"
      />
      <FigureCard
        name={`Collected in ${month}`}
        figure={formatMoney(collected)}
        about={`payments of this month, ${compare(collected, expected)}`}
        to="/view-payments"
      />
      <PriceCard morning={morning} />
    </SimpleGrid>
  );
}

function compare(collected: number, expected: number): string {
  const difference = (Math.round(collected * 100) - Math.round(expected * 100)) / 100;
  if (difference === 0) return 'just what is expected';
  return `${formatFigure(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than expected`;
}

function PriceCard({ morning: { prices_published, price_count, latest_list } }: { morning: Morning }) {
  if (prices_published) {
    const about = `${price_count === 1 ? '1 price' : `${price_count} prices`} of today`;
    return <FigureCard name="Price list" figure="Published" about={about} to="/view-dailyprices" />;
  }
  const about = latest_list === null ? 'there is no list yet' : `the last list is of ${formatOfficeDay(latest_list)}`;
  return <FigureCard name="Price list" figure="Not published yet" about={about} to="/add-dailyprice" />;
}
