import { browserYear } from '../format/browser-clock.ts';
import { useAddressFilter } from './use-address.ts';

export interface Period {
  year: string;
  /** The number of the month, `1` to `12`; empty for all months. */
  month: string;
}

export interface PeriodOptions {
  hasAllYears?: boolean;
}

/**
 * The value in the address that means all years. If the address has no year, the current year applies. If it has no
 * month, all months apply.
 */
export const ALL_YEARS = 'all';
const YEARS_BACK = 4;

export function usePeriod({ hasAllYears = false }: PeriodOptions = {}): Period {
  const [year] = useAddressFilter('year');
  const [month] = useAddressFilter('month');
  const [current = '', ...earlier] = yearChoices();
  const isAll = hasAllYears && year === ALL_YEARS;
  return {
    year: isAll ? '' : (earlier.find((one) => one === year) ?? current),
    month: isMonthNumber(month) ? month : '',
  };
}

export function yearChoices(): string[] {
  return yearsAround({ back: YEARS_BACK, ahead: 0 });
}

export function yearsAround({ back, ahead }: { back: number; ahead: number }): string[] {
  const newest = Number(browserYear()) + ahead;
  return Array.from({ length: back + 1 + ahead }, (_, at) => String(newest - at));
}

/** Returns true for a number from 1 to 12. */
export function isMonthNumber(text: string): boolean {
  return /^([1-9]|1[0-2])$/.test(text);
}
