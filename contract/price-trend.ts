import type { Cents } from '#billing/money.ts';

/**
 * The possible trends. `wider` and `narrower` mean that the midpoint of the price range is the same, but its width
 * changed.
 */
export const trends = ['up', 'down', 'same', 'wider', 'narrower'] as const;

interface PlaceInYear {
  standing: 'dear' | 'cheap' | null;
  days: number;
  dearer_than_days: number;
  cheaper_than_days: number;
}

/** A price is placed in its year only if the year has prices on at least this number of days. */
export const FEWEST_DAYS = 60;

/** Returns true if the product cost more on at least two thirds of the days of the last year. */
export function isCheaperThanUsual({
  days,
  cheaper_than_days,
}: Pick<PlaceInYear, 'days' | 'cheaper_than_days'>): boolean {
  return days >= FEWEST_DAYS && cheaper_than_days * 3 >= days * 2;
}

/**
 * Returns whether each price is `dear` or `cheap`, but only for the 10% of prices that are farthest from their usual
 * level; null for all others. In a season in which most prices are high, most would otherwise be marked and the mark
 * would mean little.
 */
export function showStandings(places: readonly PlaceInYear[]): PlaceInYear['standing'][] {
  const distance = ({ days, dearer_than_days, cheaper_than_days }: PlaceInYear) =>
    Math.max(dearer_than_days, cheaper_than_days) / Math.max(days, 1);
  const shown = new Set(
    places
      .filter(({ standing }) => standing !== null)
      .toSorted((one, other) => distance(other) - distance(one))
      .slice(0, Math.floor(places.length / 10)),
  );
  return places.map((place) => (shown.has(place) ? place.standing : null));
}

interface Range {
  minCents: Cents | number;
  maxCents: Cents | number;
}

/** Returns the trend of the range's midpoint or, if that is unchanged, of its width. */
export function findTrend(now: Range, previous: Range): (typeof trends)[number] {
  const change = now.minCents + now.maxCents - previous.minCents - previous.maxCents;
  if (change !== 0) return change > 0 ? 'up' : 'down';
  const growth = now.maxCents - now.minCents - (previous.maxCents - previous.minCents);
  if (growth === 0) return 'same';
  return growth > 0 ? 'wider' : 'narrower';
}
