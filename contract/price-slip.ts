import type { Cents } from '#billing/money.ts';

/**
 * Returns `double` for a price above twice the last one and `half` for one below half of it, because these may be
 * typing errors. After Rs. 380, this applies to 3,800 and 38, but not to 760 and 190.
 */
export function findSlip(price: Cents, last: Cents | undefined): 'double' | 'half' | undefined {
  if (last === undefined) return undefined;
  if (price > last * 2) return 'double';
  return price * 2 < last ? 'half' : undefined;
}
