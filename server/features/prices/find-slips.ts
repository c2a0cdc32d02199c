import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Day } from '#billing/calendar.ts';
import { findSlip } from '#contract/price-entry.ts';
import type { Reader } from '../../db/connect.ts';
import type { PriceOfLine } from './check-price-lines.ts';
import { type HistoryRow, listLastBefore, listPairs } from './queries.ts';
import { chunksOf, daysAndProductsOf, PRODUCTS_READ, type PriceRange } from './save-price-ranges.ts';

export type SlipSide = 'min' | 'max';

/** The price before that day may be of the same file. */
export interface ComparedWithLast {
  last: (PriceRange & { date: Day }) | null;
  slips: { side: SlipSide; kind: 'double' | 'half' }[];
}

export async function compareWithLast(db: Reader, prices: readonly PriceOfLine[]): Promise<ComparedWithLast[]> {
  const lastOf = new Map<PriceOfLine, ComparedWithLast['last']>();
  const byProduct = Map.groupBy(prices, ({ product_id }) => product_id);
  const span = daysAndProductsOf(prices);
  for (const ids of chunksOf(span.productIds, PRODUCTS_READ)) {
    const stored = [...(await listLastBefore(db, ids, span.first)), ...(await listPairs(db, ids, span))];
    const storedOf = Map.groupBy(stored, ({ product_id }) => product_id);
    for (const id of ids) noteLast(lastOf, byProduct.get(id) ?? [], storedOf.get(id) ?? []);
    await yieldToEventLoop();
  }
  return prices.map((price) => {
    const last = lastOf.get(price) ?? null;
    return { last, slips: slipsOf(price.pair, last) };
  });
}

function noteLast(
  lastOf: Map<PriceOfLine, ComparedWithLast['last']>,
  wanted: readonly PriceOfLine[],
  stored: readonly HistoryRow[],
): void {
  const days = new Map<Day, PriceRange & { of?: PriceOfLine }>();
  for (const row of stored) days.set(row.date, row);
  for (const one of wanted) days.set(one.date, { ...one.pair, of: one });
  let last: ComparedWithLast['last'] = null;
  for (const [date, { min_cents, max_cents, of }] of [...days].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (of) lastOf.set(of, last);
    last = { date, min_cents, max_cents };
  }
}

function slipsOf(pair: PriceRange, last: PriceRange | null): ComparedWithLast['slips'] {
  const sides = [
    ['min', findSlip(pair.min_cents, last?.min_cents)],
    ['max', findSlip(pair.max_cents, last?.max_cents)],
  ] as const;
  return sides.flatMap(([side, kind]) => (kind ? [{ side, kind }] : []));
}
