import { Select } from '@mantine/core';
import { monthInYear } from '#billing/calendar.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatMonth } from '#web/ui/format/dates.ts';

/** Of all years in the address, where the current year and all months need no word. */
const ALL = 'all';
const YEARS_BACK = 4;
const MONTHS = Array.from({ length: 12 }, (_, at) => {
  const number = String(at + 1);
  const [name = number] = formatMonth(monthInYear(2000, at + 1)).split(' ');
  return { value: number, label: name };
});

/** The year and month of the address, as the server takes them; empty for all. */
export function usePeriod(): { year: string; month: string } {
  const [year] = useAddressFilter('year');
  const [month] = useAddressFilter('month');
  return {
    year: year === ALL ? '' : (yearChoices().find((choice) => choice === year) ?? currentYear()),
    month: MONTHS.some(({ value }) => value === month) ? month : '',
  };
}

/** Chooses a year (this one and four before it, or all) and a month. */
export function PeriodFilter() {
  const { year, month } = usePeriod();
  const [, chooseYear] = useAddressFilter('year');
  const [, chooseMonth] = useAddressFilter('month');
  return (
    <>
      <Select
        aria-label="Year"
        data={[...yearChoices(), { value: ALL, label: 'All years' }]}
        value={year || ALL}
        onChange={(chosen) => chooseYear(chosen === currentYear() ? null : chosen)}
        allowDeselect={false}
        w={120}
      />
      <Select
        aria-label="Month"
        data={[{ value: ALL, label: 'All months' }, ...MONTHS]}
        value={month || ALL}
        onChange={(chosen) => chooseMonth(chosen === ALL ? null : chosen)}
        allowDeselect={false}
        w={140}
      />
    </>
  );
}

function currentYear(): string {
  return browserToday().slice(0, 4);
}

function yearChoices(): string[] {
  const newest = Number(currentYear());
  return Array.from({ length: YEARS_BACK + 1 }, (_, back) => String(newest - back));
}
