import { type Cents, MAX_CENTS, parseRupees } from '#billing/money.ts';

/** What a cell of a price holds: nothing, a price, or something that is none and why. */
export type ReadPrice = { kind: 'empty' } | { kind: 'price'; cents: Cents } | { kind: 'fault'; reason: string };

const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/;
const FIGURE = /^\d+(\.\d*)?$/;

/**
 * Reads a price as people type it: `380`, `380.5`, `1,200.50`. A price is above 0 and has at most 2 decimals; a point with
 * nothing behind it yet is none. The sentences are those of the contract.
 */
export function readPrice(text: string): ReadPrice {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty' };
  const plain = GROUPED.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed;
  if (!FIGURE.test(plain)) return fault(`Not a price: ${trimmed}`);
  if (/\.\d{3,}$/.test(plain)) return fault('A price has at most 2 decimals.');
  const cents = parseRupees(plain.replace(/\.$/, ''));
  if (cents === undefined) return fault(`A price is at most ${MAX_CENTS / 100}.`);
  if (cents <= 0) return fault('A price must be above 0.');
  return { kind: 'price', cents };
}

function fault(reason: string): ReadPrice {
  return { kind: 'fault', reason };
}

/** A price as it stands in a cell to be typed over: `380`, or `380.50` with cents. */
export function writePrice(cents: Cents): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}
