import type { Cents } from '#billing/money.ts';
import type { Comparison } from '#contract/comparisons.ts';
import type { PriceStanding } from './queries.ts';

/** With fewer days a share of them says little about a year. */
export const FEWEST_DAYS = 60;

interface Range {
  min: Cents;
  max: Cents;
}

export function findTrend(now: Range, previous: Range): Comparison['trend'] {
  const change = now.min + now.max - previous.min - previous.max;
  if (change !== 0) return change > 0 ? 'up' : 'down';
  const growth = now.max - now.min - (previous.max - previous.min);
  if (growth === 0) return 'same';
  return growth > 0 ? 'wider' : 'narrower';
}

/** On 9 of 10 days or more. Equal prices count for neither. */
export function findPlaceInYear({
  days,
  lower,
  higher,
}: Pick<PriceStanding, 'days' | 'lower' | 'higher'>): Comparison['standing'] {
  if (days < FEWEST_DAYS) return null;
  if (lower * 10 >= days * 9) return 'dear';
  return higher * 10 >= days * 9 ? 'cheap' : null;
}
