import { addDays, addMonths, type Day } from '#billing/calendar.ts';
import type { PassTerm } from './words.ts';

/** Returns the last day of a pass: the day itself, or the day before the same day of the next month. */
export function lastDayOfPass(term: PassTerm, day: Day): Day {
  return term === 'day' ? day : addDays(addMonths(day, 1), -1);
}
