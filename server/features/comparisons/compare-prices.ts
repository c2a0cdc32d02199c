import type { Comparison } from '#contract/comparisons.ts';
import type { PriceStanding } from './queries.ts';

const FEWEST_DAYS = 60;

/** Returns where a price stands if it is above or below 9 of 10 days or more. Equal prices count for neither. */
export function findPlaceInYear({
  days,
  lower,
  higher,
}: Pick<PriceStanding, 'days' | 'lower' | 'higher'>): Comparison['standing'] {
  if (days < FEWEST_DAYS) return null;
  if (lower * 10 >= days * 9) return 'dear';
  return higher * 10 >= days * 9 ? 'cheap' : null;
}
