import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { day, dayNumber, isDay } from '#billing/calendar.ts';
import { Unusable } from '../setup/read-text.ts';
import type { NamedHistory } from './measure-rule.ts';

const ROWS = z.array(
  z.object({
    date: z.string().refine(isDay).transform(day),
    item: z.string().min(1),
    min_price: z.coerce.number().positive(),
    max_price: z.coerce.number().positive(),
  }),
);

/**
 * Reads prices with the columns date, item, min_price and max_price, in rupees. Leaves out rows whose minimum is above
 * the maximum, because a market refuses such prices.
 */
export function readHistories(csv: string): NamedHistory[] {
  const read = ROWS.safeParse(parse(csv, { columns: true }));
  if (!read.success) throw new Unusable('The file needs the columns date, item, min_price and max_price in each row.');
  const possible = read.data.filter((row) => row.min_price <= row.max_price);
  return [...Map.groupBy(possible, ({ item }) => item)].map(([product, rows]) => ({
    product,
    prices: {
      days: rows.map(({ date }) => dayNumber(date)),
      minCents: rows.map((row) => Math.round(row.min_price * 100)),
      maxCents: rows.map((row) => Math.round(row.max_price * 100)),
    },
  }));
}
