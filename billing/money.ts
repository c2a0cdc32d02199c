/**
 * Money is a whole number of cents (1 rupee = 100 cents), named so that no other number is taken for it.
 * Floats never hold money: rupees become cents at the door (contract/scalars.ts) and rupees again at the window.
 *
 * Worked example: VAT of 18 % (1,800 basis points) on Rs. 10,000.25 is 1,000,025 x 1,800 / 10,000 = 180,004.5 cents,
 * rounded half up once, at the end: Rs. 1,800.05.
 */
export type Cents = number & { readonly __unit: 'cents' };

/** Largest amount the product takes or gives, in cents: Rs. 999,999,999.99 (books.md, Money and dates). */
export const MAX_CENTS = 99_999_999_999;

/** Names a whole number of cents. Throws a RangeError when it is not one, for that is a broken program, not bad input. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of cents: ${amount}`);
  return amount as Cents;
}

/** Cents as rupees with at most 2 decimals: the nearest double prints exactly the figure, so it is fit for JSON, not for sums. */
export function toRupees(amount: Cents): number {
  return amount / 100;
}

const RUPEES_TEXT = /^(-?)0*(\d{1,12})(?:\.(\d{1,2}))?$/;

/**
 * Reads rupees written as `-?\d+(\.\d{1,2})?`; undefined for any other text or beyond Rs. 999,999,999.99.
 * A double in JSON is read through its shortest text, so 1800.05 is 180005 cents and 0.001 is refused.
 */
export function parseRupees(text: string): Cents | undefined {
  const parts = RUPEES_TEXT.exec(text);
  if (!parts) return undefined;
  const [, sign, rupees = '0', fraction = ''] = parts;
  const amount = Number(rupees) * 100 + Number(fraction.padEnd(2, '0'));
  if (amount > MAX_CENTS) return undefined;
  return cents(sign === '-' && amount !== 0 ? -amount : amount);
}

/**
 * A percentage of an amount, in basis points (1,800 is 18 %), rounded half up, once: floor((cents x bp + 5000) / 10000).
 * The product of both may pass what a number holds exactly, so it is counted as a big integer.
 *
 * Worked examples (books.md): 17.5 % of Rs. 10,001.00 is Rs. 1,750.18; 33.33 % of Rs. 10,050.00 is Rs. 3,349.67.
 */
export function percentOf(amount: Cents, basisPoints: number): Cents {
  if (amount < 0 || basisPoints < 0) throw new RangeError(`not a percentage of an amount: ${basisPoints} of ${amount}`);
  return cents(Number((BigInt(amount) * BigInt(basisPoints) + 5000n) / 10_000n));
}

/** The sum of amounts, in cents. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return cents(sum);
}

/** Returns an amount in rupees as plain text with two decimals: `12500.00`. */
export function writeDecimal(amount: Cents): string {
  return toRupees(amount).toFixed(2);
}
