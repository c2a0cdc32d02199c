import { FEWEST_ARRIVALS } from '#contract/arrivals.ts';

interface KeyCount<Key> {
  key: Key;
  count: number;
}

const FEWEST_TOGETHER = 2 * FEWEST_ARRIVALS;

/**
 * Splits counts into those that are published on their own and small ones, which are published as one sum. The counts
 * must add up to at least five. Large counts from the end of the list join the sum until it reaches FEWEST_TOGETHER.
 * Without them, a sum of the largest possible small counts would reveal each of them.
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
