import { browserToday } from '../format/browser-clock.ts';
import { useAddressFilter } from './use-address.ts';

export interface Period {
  /** Empty for all years. */
  year: string;
  /** 1 to 12; empty for all months. */
  month: string;
}

export interface PeriodOptions {
  /** Offers all years together too. */
  hasAllYears?: boolean;
}

/** In the address; no year there means the current one, no month all months. */
export const ALL_YEARS = 'all';
const YEARS_BACK = 4;

/** Returns the period in the address, by default all months of the current year. */
export function usePeriod({ hasAllYears = false }: PeriodOptions = {}): Period {
  const [year] = useAddressFilter('year');
  const [month] = useAddressFilter('month');
  const [current = '', ...earlier] = yearChoices();
  const isAll = hasAllYears && year === ALL_YEARS;
  return {
    year: isAll ? '' : (earlier.find((one) => one === year) ?? current),
    month: /^([1-9]|1[0-2])$/.test(month) ? month : '',
  };
}

export function yearChoices(): string[] {
  const newest = Number(browserToday().slice(0, 4));
  return Array.from({ length: YEARS_BACK + 1 }, (_, back) => String(newest - back));
}
