import { FEWEST_ARRIVALS } from '#contract/arrivals.ts';

export interface KeyCount<Key> {
  key: Key;
  count: number;
}

const FEWEST_TOGETHER = 2 * FEWEST_ARRIVALS;

/**
 * Needs five in all. The last large ones join the small ones, whose sum shows them when it is as large as it can be.
 */
export function mergeSmall<Key>(counts: readonly KeyCount<Key>[]): { own: KeyCount<Key>[]; rest: KeyCount<Key>[] } {
  const own = counts.filter(({ count }) => count >= FEWEST_ARRIVALS);
  const rest = counts.filter(({ count }) => count > 0 && count < FEWEST_ARRIVALS);
  if (rest.length === 0) return { own, rest };
  do rest.push(...own.splice(-1));
  while (own.length > 0 && sumCounts(rest) < FEWEST_TOGETHER);
  return { own, rest };
}

export function sumCounts(counts: readonly KeyCount<unknown>[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
