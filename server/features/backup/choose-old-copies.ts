import { type Day, dayNumber, monthOf } from '#billing/calendar.ts';
import { byTime, type CopyName } from './copy-name.ts';

const NEWEST_KEPT = 7;
const WEEKS_KEPT = 4;
const MONTHS_KEPT = 12;

type Kept = CopyName & {
  /** True unless the test restore of the copy was identical. */
  isBad: boolean;
};

/**
 * Returns the copies that can be deleted. All must be of the log of this market. Of each day, the newest good copy
 * counts. These remain: those of `firstDay` and later days, the newest seven, and the newest of each of the last 4 weeks
 * and 12 months that have one. A bad copy remains until its day is before `firstDay`.
 */
export function chooseOldCopies<Copy extends Kept>(copies: readonly Copy[], firstDay: Day): Copy[] {
  const newestFirst = copies.toSorted(byTime).reverse();
  const daily = newestOfEach(
    newestFirst.filter(({ isBad }) => !isBad),
    ({ day }) => day,
  );
  const kept = new Set([
    ...daily.filter(({ day }, at) => at < NEWEST_KEPT || day >= firstDay),
    ...newestOfEach(daily, ({ day }) => weekOf(day)).slice(0, WEEKS_KEPT),
    ...newestOfEach(daily, ({ day }) => monthOf(day)).slice(0, MONTHS_KEPT),
    ...newestFirst.filter(({ isBad, day }) => isBad && day >= firstDay),
  ]);
  return newestFirst.filter((copy) => !kept.has(copy));
}

/** Returns the number of a week, which begins on Monday; day 0 was a Thursday. */
function weekOf(day: Day): number {
  return Math.floor((dayNumber(day) + 3) / 7);
}

function newestOfEach<Copy>(newestFirst: readonly Copy[], periodOf: (copy: Copy) => unknown): Copy[] {
  return [...Map.groupBy(newestFirst, periodOf).values()].flatMap(([newest]) => newest ?? []);
}
