/** Tax periods: months or quarters of the calendar year (docs/rules.md, Tax documents). */
import { addDays, addMonths, type Day, firstDayOf, type Month, monthInYear, monthOf } from '../calendar.ts';
import type { TaxSettings } from './tax-settings.ts';

export interface TaxPeriod {
  /**
   * Two digits of the year, then the quarter, then the month within the quarter or 0 for the whole quarter: 2641 is
   * October 2026, and 2640 the fourth quarter of 2026.
   */
  code: string;
  first: Day;
  last: Day;
}

const CODE = /^(\d{2})([1-4])([0-3])$/;
const QUARTER_MONTHS = 3;

/** Returns the period that contains a day. */
export function taxPeriodOf(date: Day, vatPeriod: TaxSettings['vatPeriod']): TaxPeriod {
  const [year = '', ofYear = ''] = date.split('-');
  const month = Number(ofYear) - 1;
  const quarter = Math.floor(month / QUARTER_MONTHS) + 1;
  return vatPeriod === 'month'
    ? periodFrom({ year, quarter, month: (month % QUARTER_MONTHS) + 1 })
    : periodFrom({ year, quarter, month: 0 });
}

/** Returns the period with this code, in the years 2000 to 2099; undefined for other text. */
export function parseTaxPeriod(code: string): TaxPeriod | undefined {
  const [, year, quarter, month] = CODE.exec(code) ?? [];
  if (year === undefined) return undefined;
  return periodFrom({ year: `20${year}`, quarter: Number(quarter), month: Number(month) });
}

/** Returns the day that decides the period of a document. A note belongs to the period of its own date. */
export function periodDayOf(
  document: { kind: 'invoice' | 'credit' | 'debit'; suppliedOn: Day; issuedOn: Day },
  period: TaxSettings['period'],
): Day {
  return document.kind === 'invoice' && period === 'supply' ? document.suppliedOn : document.issuedOn;
}

/** Returns the last day of the month after the period. */
export function vatReturnDueDay(period: Pick<TaxPeriod, 'last'>): Day {
  return lastDayOfMonth(monthOf(addDays(period.last, 1)));
}

/**
 * Returns the version of a schedule's file: 1, the original, until the return is due; after that 2 for the first
 * amendment, 3 for the second, and so on.
 */
export function scheduleVersion(period: Pick<TaxPeriod, 'last'>, madeOn: Day, earlierAmendments = 0): number {
  return madeOn <= vatReturnDueDay(period) ? 1 : 2 + earlierAmendments;
}

function periodFrom({ year, quarter, month }: { year: string; quarter: number; month: number }): TaxPeriod {
  const before = (quarter - 1) * QUARTER_MONTHS;
  const first = firstDayOf(monthInYear(year, before + Math.max(1, month)));
  const last = lastDayOfMonth(monthInYear(year, before + (month === 0 ? QUARTER_MONTHS : month)));
  return { code: `${year.slice(-2)}${quarter}${month}`, first, last };
}

function lastDayOfMonth(month: Month): Day {
  return addDays(addMonths(firstDayOf(month), 1), -1);
}
