import type { Cents } from '#billing/money.ts';

/** Finds a price above double or below half of the last one: after Rs. 380, 38 and 3,800 but not 190 and 760. */
export function findSlip(price: Cents, last: Cents | undefined): 'double' | 'half' | undefined {
  if (last === undefined) return undefined;
  if (price > last * 2) return 'double';
  return price * 2 < last ? 'half' : undefined;
}
