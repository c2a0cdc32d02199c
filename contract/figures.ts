import { type Cents, cents, toRupees } from '#billing/money.ts';

/**
 * Numbers are grouped as in en-LK in every language. Locale data for Sinhala differs between phones, so the server and
 * the phone would format the same number differently.
 */
const WHOLE = new Intl.NumberFormat('en-LK', { maximumFractionDigits: 0 });
const UP_TO_TWO_DECIMALS = new Intl.NumberFormat('en-LK', { maximumFractionDigits: 2 });
const TWO_DECIMALS = new Intl.NumberFormat('en-LK', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * Matches what must be on one line: the number of a document, such as INV-A12-202611, an amount with or without its
 * currency, and a day in each language.
 */
export const WHOLE_FIGURE =
  /((?:INV|CN|DN)-[^\s,;:.()]+|(?:(?:LKR|Rs\.|රු\.|ரூ\.) )?-?[\d,]+\.\d\d(?!\d)|\d{1,2} \p{L}{3} \d{4}|\d{4} [\p{L}\p{M}\u200d]+\.? \d{1,2}(?!\d))/u;

/** Returns an amount as `12,500.00`. */
export function writeFigure(rupees: number): string {
  return TWO_DECIMALS.format(rupees);
}

/** Returns a number such as `12,500`, with up to two decimals. */
export function writeNumber(number: number): string {
  return UP_TO_TWO_DECIMALS.format(number);
}

/** Returns a number such as `12,500`, rounded to a whole number. */
export function writeCount(count: number): string {
  return WHOLE.format(count);
}

/** Returns an amount such as `1,200`, with decimals only if there are any: `1,200.50`. */
export function writeAmount(amount: Cents): string {
  return amount % 100 === 0 ? writeWhole(toRupees(amount)) : writeFigure(toRupees(amount));
}

/**
 * Returns a whole number with thousands separators. A price page writes hundreds of small numbers, and Intl would take
 * ten times as long.
 */
export function writeWhole(amount: number): string {
  if (amount < 0 || amount >= 1_000_000) return WHOLE.format(amount);
  const rest = String(amount % 1000);
  return amount < 1000 ? rest : `${Math.floor(amount / 1000)},${rest.padStart(3, '0')}`;
}

/** Converts rupees to cents. A double such as 1800.05 is not exact, but rounding restores the two decimals. */
export function centsOf(rupees: number): Cents {
  return cents(Math.round(rupees * 100));
}
