import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Day, fromDayNumber } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Reader } from '../../../db/connect.ts';
import { readHistory } from '../../prices/queries.ts';
import { listEveryProduct, type ProductRow } from '../../products/queries.ts';

/** Lists of equal length, oldest first; days since 1970-01-01. */
export interface ProductHistory {
  product: ProductRow;
  days: number[];
  minCents: Cents[];
  maxCents: Cents[];
}

/** One product in memory at a time. */
export async function* listHistories(db: Reader): AsyncGenerator<ProductHistory> {
  for (const product of await listEveryProduct(db)) {
    const columns = await readHistory(db, product.id);
    const days: number[] = JSON.parse(columns.days);
    if (days.length > 0)
      yield { product, days, minCents: JSON.parse(columns.minCents), maxCents: JSON.parse(columns.maxCents) };
    await yieldToEventLoop();
  }
}

export function dayWriter(): (number: number) => Day {
  const written = new Map<number, Day>();
  return (number) => {
    const known = written.get(number) ?? fromDayNumber(number);
    written.set(number, known);
    return known;
  };
}
