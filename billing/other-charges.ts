/**
 * Amounts of other charges and of notes (docs/rules.md, Other charges, Credit and debit notes).
 *
 * Worked example: 120.5 kWh at Rs. 45.55 are Rs. 5,488.78. A note that lowers the rent of an invoice from 100.03 to
 * 100.01 at 18% lowers its VAT from 18.01 to 18.00.
 */
import { type Cents, cents, percentOf } from './money.ts';

/** Readings and quantities are whole thousandths of a unit. */
export type Thousandths = number;

const WHOLE = 1000;

/**
 * Returns the amount of metered units, rounded half up once. Throws a RangeError for units below 0. The multiplication
 * uses bigints, because its result may exceed 2^53.
 */
export function meteredAmount(units: Thousandths, ratePerUnit: Cents): Cents {
  if (units < 0) throw new RangeError(`a meter that ran backwards: ${units}`);
  return cents(Number((BigInt(units) * BigInt(ratePerUnit) + 500n) / 1000n));
}

/** Returns thousandths as a number with at most 3 decimals. */
export function toUnits(thousandths: Thousandths): number {
  return thousandths / WHOLE;
}

/** Returns by how much VAT changes when the VATable sum changes; below 0 when it falls. */
export function vatChange(vatable: { before: Cents; after: Cents }, vatRateBasisPoints: number): Cents {
  return cents(percentOf(vatable.after, vatRateBasisPoints) - percentOf(vatable.before, vatRateBasisPoints));
}
