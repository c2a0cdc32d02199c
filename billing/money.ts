/**
 * A whole number of cents; 1 rupee is 100 cents. Floats never hold money: rupees become cents in contract/scalars.ts.
 */
export type Cents = number & { readonly __unit: 'cents' };

const CENTS_PER_RUPEE = 100;

/** The largest amount that the product accepts: Rs. 999,999,999.99 (docs/rules.md, Money and days). */
export const MAX_CENTS = 99_999_999_999;

/** Returns the number as Cents. Throws a RangeError for a number that is not whole, which only a bug can cause. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of cents: ${amount}`);
  return amount as Cents;
}

/**
 * Returns rupees as a float, for JSON and display: it prints as the exact amount with at most 2 decimals. Sums must be
 * computed in cents.
 */
export function toRupees(amount: Cents): number {
  return amount / CENTS_PER_RUPEE;
}

/** Returns the cents of whole rupees. Throws a RangeError for a number that is not whole. */
export function wholeRupees(rupees: number): Cents {
  return cents(cents(rupees) * CENTS_PER_RUPEE);
}

/** Returns a percentage: 17.5 for 1,750 basis points. */
export function toPercent(basisPoints: number): number {
  return basisPoints / 100;
}

const RUPEES_TEXT = /^(-?)0*(\d{1,12})(?:\.(\d{1,2}))?$/;

/**
 * Returns the cents of rupees written as `-?\d+(\.\d{1,2})?`; undefined for other text or an amount beyond MAX_CENTS. A
 * number from JSON must be converted to text first. The text `1800.05` returns 180005 cents, and `0.001` undefined.
 */
export function parseRupees(text: string): Cents | undefined {
  const parts = RUPEES_TEXT.exec(text);
  if (!parts) return undefined;
  const [, sign, rupees = '0', fraction = ''] = parts;
  const amount = Number(rupees) * CENTS_PER_RUPEE + Number(fraction.padEnd(2, '0'));
  if (amount > MAX_CENTS) return undefined;
  return cents(sign === '-' && amount !== 0 ? -amount : amount);
}

/**
 * Returns a percentage of an amount in cents, rounded half up once: floor((cents x basis points + 5000) / 10000). 1,800
 * basis points are 18%. Throws a RangeError for numbers below 0.
 *
 * 17.5% of Rs. 10,001.00 is Rs. 1,750.18. The multiplication uses bigints, because its result may exceed 2^53.
 */
export function percentOf(amount: Cents, basisPoints: number): Cents {
  if (amount < 0 || basisPoints < 0) throw new RangeError(`not a percentage of an amount: ${basisPoints} of ${amount}`);
  return cents(Number((BigInt(amount) * BigInt(basisPoints) + 5000n) / 10_000n));
}

export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return cents(sum);
}

/** Returns rupees with two decimals: `12500.00`. */
export function writeDecimal(amount: Cents): string {
  return toRupees(amount).toFixed(2);
}
