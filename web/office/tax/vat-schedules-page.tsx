import { Stack } from '@mantine/core';
import { addDays, type Day, dayInMonth, monthOf } from '#billing/calendar.ts';
import { parseTaxPeriod, type TaxPeriod, taxPeriodOf } from '#billing/tax/tax-period.ts';
import { tax } from '#contract/tax.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { ComparisonPanel } from './comparison-panel.tsx';
import { SchedulesPanel } from './schedules-panel.tsx';
import { TaxDocumentTable } from './tax-document-table.tsx';

const MOST_PERIODS = 30;

export function VatSchedulesPage() {
  const setup = useLoad('tax settings', (signal) => api(tax.getSetup, {}, { signal }));
  return (
    <Screen path="/vat-schedules" subtitle={t('tax.schedules.subtitle')}>
      <AsyncState load={setup} failure={t('tax.settings.failed')}>
        {({ vat_period }) => <Periods vatPeriod={vat_period} />}
      </AsyncState>
    </Screen>
  );
}

function Periods({ vatPeriod }: { vatPeriod: 'month' | 'quarter' }) {
  const { get, change } = useAddress();
  const periods = listPeriods(browserToday(), vatPeriod);
  const chosen = parseTaxPeriod(get('period')) ?? periods[0];
  const code = chosen?.code ?? '';
  const load = useLoad(`schedules ${code}`, (signal) => api(tax.schedules, { params: { period: code } }, { signal }));
  return (
    <Stack gap="lg">
      <ChoiceField
        label={t('tax.schedules.period')}
        data={periods.map((period) => ({ value: period.code, label: describePeriod(period) }))}
        value={code}
        onChange={(period) => change({ period })}
        maw={320}
      />
      <AsyncState load={load} failure={t('tax.schedules.failed')}>
        {(schedules) => <ComparisonPanel schedules={schedules} onTried={load.reload} />}
      </AsyncState>
      {load.data && <SchedulesPanel load={load} />}
      <TaxDocumentTable onIssued={load.reload} />
    </Stack>
  );
}

function listPeriods(today: Day, vatPeriod: 'month' | 'quarter'): TaxPeriod[] {
  const periods: TaxPeriod[] = [];
  for (let day = today; periods.length < MOST_PERIODS; ) {
    const period = taxPeriodOf(day, vatPeriod);
    periods.push(period);
    day = addDays(dayInMonth(monthOf(period.first), 1), -1);
  }
  return periods;
}

function describePeriod({ first, last, code }: TaxPeriod): string {
  return t('tax.schedules.range', { first: formatOfficeDay(first), last: formatOfficeDay(last), code });
}
