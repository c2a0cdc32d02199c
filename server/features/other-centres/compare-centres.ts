import { type Day, dayNumber } from '#billing/calendar.ts';
import type { CentrePrice } from '#contract/where-to-sell.ts';

/** A price as it is known, before it is compared. */
export type FoundPrice = Omit<CentrePrice, 'age' | 'differenceCents' | 'leftCents'>;

interface Way {
  today: Day;
  centsPerKm: number;
  /** In the unit of the product. */
  load: number;
}

/** Returns the middle of a range in cents, rounded. */
export function middleOf({ minCents, maxCents }: Pick<FoundPrice, 'minCents' | 'maxCents'>): number {
  return Math.round((minCents + maxCents) / 2);
}

/**
 * Compares each price with that of this market, and takes off the way. The lists of the compared day come first, where
 * most is left before the others.
 */
export function compareWithHere(found: readonly FoundPrice[], { today, centsPerKm, load }: Way): CentrePrice[] {
  const here = found.find(({ centreId }) => centreId === 0);
  const rows = found.map((price): CentrePrice => {
    const { isComparable, distanceKm } = price;
    return {
      ...price,
      age: dayNumber(today) - dayNumber(price.date),
      differenceCents: here && isComparable ? middleOf(price) - middleOf(here) : null,
      leftCents:
        isComparable && distanceKm !== null ? middleOf(price) * load - Math.round(distanceKm * centsPerKm) : null,
    };
  });
  const best = findBestAge(rows);
  return rows.sort(
    (one, other) =>
      Number(other.age === best) - Number(one.age === best) ||
      (other.leftCents ?? -Infinity) - (one.leftCents ?? -Infinity) ||
      one.age - other.age ||
      one.centreId - other.centreId,
  );
}

/** The oldest list that is compared with others: yesterday's, until the lists of today are there. */
const OLDEST = 1;

/** Returns the age of the lists that are compared: today's, or yesterday's while fewer than two centres have today's. */
function findBestAge(rows: readonly CentrePrice[]): number | undefined {
  for (let age = 0; age <= OLDEST; age += 1)
    if (rows.filter((row) => row.age === age && row.leftCents !== null).length > 1) return age;
  return undefined;
}

/** Returns where most is left, of compared rows in their order. */
export function findBest(rows: readonly CentrePrice[]): { centreId: number; day: Day } | null {
  const age = findBestAge(rows);
  const best = rows.find((row) => row.age === age && row.leftCents !== null);
  return best ? { centreId: best.centreId, day: best.date } : null;
}
