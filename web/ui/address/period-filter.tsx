import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '../choice/choice-field.tsx';
import { monthChoices } from '../format/dates.ts';
import { useAddressFilter } from './use-address.ts';
import { ALL_YEARS, type PeriodOptions, usePeriod, yearChoices } from './use-period.ts';

const ALL_MONTHS = '0';

export function PeriodFilter({ hasAllYears = false }: PeriodOptions) {
  const { year, month } = usePeriod({ hasAllYears });
  const [, chooseYear] = useAddressFilter('year');
  const [, chooseMonth] = useAddressFilter('month');
  const years = yearChoices();
  return (
    <>
      <ChoiceField
        aria-label={t('ui.period.month')}
        data={[{ value: ALL_MONTHS, label: t('ui.period.allMonths') }, ...monthChoices()]}
        value={month || ALL_MONTHS}
        onChange={(chosen) => chooseMonth(chosen === ALL_MONTHS ? null : chosen)}
        w={150}
      />
      <ChoiceField
        aria-label={t('ui.period.year')}
        data={[...years, ...(hasAllYears ? [{ value: ALL_YEARS, label: t('ui.period.allYears') }] : [])]}
        value={year || ALL_YEARS}
        onChange={(chosen) => chooseYear(chosen === years[0] ? null : chosen)}
        w={120}
      />
    </>
  );
}
