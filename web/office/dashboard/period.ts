import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { monthChoices } from '../shop-summary/month-choices.ts';

const YEARS_BACK = 4;

/** Of which invoices the figures are: those of a month, or of all months of a year. */
export interface Period {
  year: string;
  /** 1 to 12; empty for all months. */
  month: string;
}

/** The twelve months, as the address and the server number them. */
export const months = monthChoices.map(({ value, label }) => ({ value: String(Number(value)), label }));

/** The current year and the four before it (specification, part 1, section 9), newest first. */
export function yearChoices(): string[] {
  const newest = Number(browserToday().slice(0, 4));
  return Array.from({ length: YEARS_BACK + 1 }, (_, back) => String(newest - back));
}

/** The period of the address: all months of the current year when it names none that can be chosen. */
export function usePeriod(): Period {
  const [year] = useAddressFilter('year');
  const [month] = useAddressFilter('month');
  const years = yearChoices();
  return {
    year: years.includes(year) ? year : (years[0] ?? ''),
    month: months.some(({ value }) => value === month) ? month : '',
  };
}

/** A period in words: `March 2026`, `All months of 2026`. */
export function describePeriod({ year, month }: Period): string {
  const name = months.find(({ value }) => value === month)?.label;
  return name === undefined ? `All months of ${year}` : `${name} ${year}`;
}
