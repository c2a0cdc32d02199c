import { addDays, addMonths, type Day, day } from '#billing/calendar.ts';
import { badInput } from '../../http/core/endpoint.ts';

const LONGEST_YEARS = 5;
/** Beyond these there are no days (billing/calendar.ts). */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2999;

/**
 * The period of the calendar that is asked for, both ends included: this year and the next unless told otherwise; with
 * one end alone, the year of that end and the one beside it. Refuses one that ends before it begins or is longer than 5
 * years.
 */
export function choosePeriod(
  asked: { from?: Day | undefined; to?: Day | undefined },
  today: Day,
): { from: Day; to: Day } {
  const from = asked.from ?? day(`${asked.to ? Math.max(yearOf(asked.to) - 1, FIRST_YEAR) : yearOf(today)}-01-01`);
  const to = asked.to ?? day(`${Math.min(yearOf(from) + 1, LAST_YEAR)}-12-31`);
  if (to < from) throw badInput([{ field: 'to', message: 'The last day cannot be before the first.' }]);
  const last = addDays(addMonths(from, 12 * LONGEST_YEARS), -1);
  if (to > last) throw badInput([{ field: 'to', message: `Ask for at most ${LONGEST_YEARS} years: up to ${last}.` }]);
  return { from, to };
}

function yearOf(date: Day): number {
  return Number(date.slice(0, 4));
}
