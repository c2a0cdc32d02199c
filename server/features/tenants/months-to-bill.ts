import { addMonths, type Day, day, dayOf, firstDayOf, type Month, monthOf } from '#billing/calendar.ts';
import { firstOwnDay, type TenancyDays } from '#billing/month-share.ts';
import { FIRST_INVOICE_YEAR } from '#contract/invoices.ts';
import type { TenancyRow } from './queries.ts';

const FIRST_MONTH = monthOf(day(`${FIRST_INVOICE_YEAR}-01-01`));

export interface MonthsToBill {
  first: Month;
  last: Month;
}

interface BillingRules {
  today: Day;
  /** Whether the market bills the first month of a tenancy that begins in this month by days. */
  isFirstMonthByDays: (month: Month) => boolean;
}

/**
 * Returns the months that can be billed (docs/rules.md, Months that can be billed). `tenancies` are all those of the
 * shop, newest first.
 */
export function monthsToBill(
  tenancy: TenancyRow,
  tenancies: readonly TenancyRow[],
  { today, isFirstMonthByDays }: BillingRules,
): MonthsToBill {
  const { started_on, ended_on } = tenancy;
  const began = hasOpenBeginning(tenancy, tenancies)
    ? FIRST_MONTH
    : monthOf(isFirstMonthByDays(monthOf(started_on)) ? firstOwnDay(daysOfTenancy(tenancy, tenancies)) : started_on);
  return {
    first: began < FIRST_MONTH ? FIRST_MONTH : began,
    last: monthOf(ended_on ?? addMonths(firstDayOf(monthOf(today)), 1)),
  };
}

/** Returns true if the tenant was there before the day on which the tenancy was entered. */
export function hasOpenBeginning(
  { id, started_on, created_at }: TenancyRow,
  tenancies: readonly TenancyRow[],
): boolean {
  return tenancies.at(-1)?.id === id && started_on >= dayOf(created_at);
}

export function daysOfTenancy({ id, started_on, ended_on }: TenancyRow, tenancies: readonly TenancyRow[]): TenancyDays {
  const others = tenancies.filter((other) => other.id !== id);
  return { startedOn: started_on, endedOn: ended_on, lastDaysOfOthers: others.map((other) => other.ended_on) };
}
