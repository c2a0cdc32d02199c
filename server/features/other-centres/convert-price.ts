import { foldText } from '#contract/fold-text.ts';

/** Grams of the units of weight that markets name. A bundle or a fruit has no weight that both markets state. */
const GRAMS: Readonly<Record<string, number>> = {
  g: 1,
  '100g': 100,
  '250g': 250,
  '500g': 500,
  kg: 1000,
  '1kg': 1000,
  '10kg': 10_000,
  '50kg': 50_000,
  '100kg': 100_000,
  t: 1_000_000,
};

/**
 * Returns a price for the unit of this market. Undefined if the units differ and are not both of weight: nothing is
 * guessed.
 */
export function convertPrice(amountCents: number, theirs: string, ours: string): number | undefined {
  const from = unitOf(theirs);
  const to = unitOf(ours);
  if (from === to) return amountCents;
  const grams = GRAMS[from];
  const wanted = GRAMS[to];
  return grams === undefined || wanted === undefined ? undefined : Math.round((amountCents * wanted) / grams);
}

function unitOf(text: string): string {
  return foldText(text).replaceAll(' ', '');
}
