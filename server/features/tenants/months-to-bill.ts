import { addMonths, type Day, day, dayOf, firstDayOf, type Month, monthOf } from '#billing/calendar.ts';
import { FIRST_INVOICE_YEAR } from '#contract/invoices.ts';
import type { TenancyRow } from './queries.ts';

const FIRST_MONTH = monthOf(day(`${FIRST_INVOICE_YEAR}-01-01`));

export interface MonthsToBill {
  first: Month;
  last: Month;
}

/**
 * Returns the months that can be billed (docs/rules.md, Months that can be billed). `tenancies` are all those of the
 * shop, newest first.
 */
export function monthsToBill(tenancy: TenancyRow, tenancies: readonly TenancyRow[], today: Day): MonthsToBill {
  const { id, started_on, ended_on, created_at } = tenancy;
  const isOpen = tenancies.at(-1)?.id === id && started_on >= dayOf(created_at);
  const began = isOpen ? FIRST_MONTH : monthOf(started_on);
  return {
    first: began < FIRST_MONTH ? FIRST_MONTH : began,
    last: monthOf(ended_on ?? addMonths(firstDayOf(monthOf(today)), 1)),
  };
}
