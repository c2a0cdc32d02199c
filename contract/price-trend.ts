import type { Cents } from '#billing/money.ts';

/** The possible trends. `wider` and `narrower`: the range changed around the same middle. */
export const trends = ['up', 'down', 'same', 'wider', 'narrower'] as const;

interface Range {
  minCents: Cents | number;
  maxCents: Cents | number;
}

/** Returns the trend: how the middle of a range changed, or else its width. */
export function findTrend(now: Range, previous: Range): (typeof trends)[number] {
  const change = now.minCents + now.maxCents - previous.minCents - previous.maxCents;
  if (change !== 0) return change > 0 ? 'up' : 'down';
  const growth = now.maxCents - now.minCents - (previous.maxCents - previous.minCents);
  if (growth === 0) return 'same';
  return growth > 0 ? 'wider' : 'narrower';
}
