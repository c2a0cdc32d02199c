/**
 * Dates of tax documents (docs/rules.md, Tax documents). The invoice date is the day of issue, never an earlier day.
 */
import { type Day, dayNumber, firstDayOf, type Month, monthOf } from '../calendar.ts';
import type { TaxSettings } from './tax-settings.ts';

/** A tax invoice must be issued within this many days of the supply. */
const ISSUE_DAYS = 28;

export interface SupplyDates {
  /** The billed month. */
  month: Month;
  /** The first day of the tenancy; undefined when it is not known. */
  tenancyFrom: Day | undefined;
  dueDay: Day;
  issuedOn: Day;
}

/**
 * Returns the due day, the invoice date or the 1st of the billed month, whichever `rule` selects. For a tenancy that
 * begins within the month, its first day replaces the 1st.
 */
export function supplyDayOf(
  { month, tenancyFrom, dueDay, issuedOn }: SupplyDates,
  rule: TaxSettings['dateOfSupply'],
): Day {
  if (rule === 'due-day') return dueDay;
  if (rule === 'invoice-date') return issuedOn;
  return tenancyFrom !== undefined && monthOf(tenancyFrom) === month ? tenancyFrom : firstDayOf(month);
}

/** Returns a date as MM/DD/YYYY, as on tax documents and schedules. */
export function writeTaxDate(date: Day): string {
  const [year, month, dayOfMonth] = date.split('-');
  return [month, dayOfMonth, year].join('/');
}

/** Returns the number of days from supply to issue if it exceeds 28, which calls for a warning; otherwise undefined. */
export function lateIssueDays({ suppliedOn, issuedOn }: { suppliedOn: Day; issuedOn: Day }): number | undefined {
  const days = dayNumber(issuedOn) - dayNumber(suppliedOn);
  return days > ISSUE_DAYS ? days : undefined;
}
