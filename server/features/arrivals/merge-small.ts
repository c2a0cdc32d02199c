import { FEWEST_ARRIVALS } from '#contract/arrivals.ts';

export interface Counted<Key> {
  key: Key;
  count: number;
}

const FEWEST_TOGETHER = 2 * FEWEST_ARRIVALS;

/**
 * Returns the counts of at least five, and what the others are together: ten or more, or none. The last large ones
 * join the small ones, because a sum of small ones shows them when it is as large as it can be. They are not the
 * smallest ones, whose size would be limited by the others. Needs five in all.
 */
export function mergeSmall<Key>(counts: readonly Counted<Key>[]): { own: Counted<Key>[]; rest: Counted<Key>[] } {
  const own = counts.filter(({ count }) => count >= FEWEST_ARRIVALS);
  const rest = counts.filter(({ count }) => count > 0 && count < FEWEST_ARRIVALS);
  if (rest.length === 0) return { own, rest };
  do rest.push(...own.splice(-1));
  while (own.length > 0 && sumCounts(rest) < FEWEST_TOGETHER);
  return { own, rest };
}

export function sumCounts(counts: readonly Counted<unknown>[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
