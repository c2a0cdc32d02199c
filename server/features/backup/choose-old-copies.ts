import { type Day, dayNumber, monthOf } from '#billing/calendar.ts';

const NEWEST_KEPT = 7;
const WEEKS_KEPT = 8;
const MONTHS_KEPT = 24;

/**
 * Returns all days but those from `firstDay`, the newest seven, and the newest of each of the last 8 weeks and 24
 * months that have one.
 */
export function chooseOldCopies(days: readonly Day[], firstDay: Day): Day[] {
  const newestFirst = days.toSorted((one, other) => other.localeCompare(one));
  const kept = new Set([
    ...newestFirst.filter((day, at) => at < NEWEST_KEPT || day >= firstDay),
    ...newestOfEach(newestFirst, weekOf).slice(0, WEEKS_KEPT),
    ...newestOfEach(newestFirst, monthOf).slice(0, MONTHS_KEPT),
  ]);
  return newestFirst.filter((day) => !kept.has(day));
}

/** Weeks begin on Monday; day 0 was a Thursday. */
function weekOf(day: Day): number {
  return Math.floor((dayNumber(day) + 3) / 7);
}

function newestOfEach(newestFirst: readonly Day[], periodOf: (day: Day) => unknown): Day[] {
  return [...Map.groupBy(newestFirst, periodOf).values()].flatMap(([newest]) => newest ?? []);
}
