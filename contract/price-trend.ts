import type { Cents } from '#billing/money.ts';

/** The possible trends. `wider` and `narrower`: the midpoint of the range is the same, but its width changed. */
export const trends = ['up', 'down', 'same', 'wider', 'narrower'] as const;

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
