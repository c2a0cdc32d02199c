/**
 * The days of a month that are billed (docs/rules.md, First month by days).
 *
 * Worked example: Nimal leaves a shop on 12 November, Sunil comes on the same day, and the market bills first months by
 * days. Sunil is billed from the 13th: 18 of 30 days, or 8 if he leaves on the 20th.
 */
import { addDays, addMonths, type Day, dayNumber, firstDayOf, type Month } from './calendar.ts';
import { type Cents, cents } from './money.ts';

/** The part of a month that is billed: `days` of its `of` days. */
export interface MonthShare {
  days: number;
  of: number;
}

/** The days of a tenancy. A current tenancy has no last day. */
export interface TenancyDays {
  startedOn: Day;
  endedOn: Day | null;
  /** The last days of the other tenancies of the shop; null for a current one. */
  lastDaysOfOthers: readonly (Day | null)[];
}

export const WHOLE_MONTH: MonthShare = { days: 1, of: 1 };

/**
 * Returns the share of an amount for some days of a month, rounded half up: 10 of 30 days of Rs. 8,000.00 are Rs.
 * 2,666.67.
 */
export function shareOf(amount: Cents, { days, of }: MonthShare): Cents {
  return cents(Math.floor((2 * amount * days + of) / (2 * of)));
}

/**
 * Returns the first day of a tenancy that is its own. The day on which the tenant before left is that tenant's, unless
 * the tenancy has no other day.
 */
export function firstOwnDay({ startedOn, endedOn, lastDaysOfOthers }: TenancyDays): Day {
  const isShared = lastDaysOfOthers.includes(startedOn) && endedOn !== startedOn;
  return isShared ? addDays(startedOn, 1) : startedOn;
}

/** Returns the days of a month from `first`, or from its beginning if that is later, to `last` or its end. */
export function shareOfMonth(month: Month, first: Day, last: Day | null): MonthShare {
  const begin = firstDayOf(month);
  const next = addMonths(begin, 1);
  const from = first > begin ? first : begin;
  const until = last !== null && last < next ? addDays(last, 1) : next;
  return { days: dayNumber(until) - dayNumber(from), of: dayNumber(next) - dayNumber(begin) };
}
