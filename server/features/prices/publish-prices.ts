import { type Day, dayOf } from '#billing/calendar.ts';
import type { PriceRow } from '#contract/prices.ts';
import { Refusal, type RefusalDetail } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { listProducts } from '../products/queries.ts';
import { describeCounts, describeDays, describePriceChanges } from './describe-prices.ts';
import { lockPublishing } from './queries.ts';
import {
  type ComparedPriceRange,
  comparePriceRanges,
  type PriceRangeInput,
  savePriceRanges,
} from './save-price-ranges.ts';

export const MIN_ABOVE_MAX = 'Min price should not exceed max price.';
export const ONE_PRICE_MISSING = 'Both min and max prices are required.';
export const AFTER_TODAY = 'The date is after today.';
export const NO_SUCH_PRODUCT = 'There is no such product in the catalogue.';

/**
 * Publishes many pairs, all or nothing, and gives what became of each in the order sent; both prices null clear a pair.
 * Refuses with a detail for every row that is not right: specification 2, section 5, and wire.md, section 4.
 */
export async function publishPrices(
  tx: Writer,
  context: ActionContext,
  rows: readonly PriceRow[],
): Promise<ComparedPriceRange[]> {
  await lockPublishing(tx);
  const names = new Map((await listProducts(tx)).map((product) => [product.id, product.name]));
  const faults = findFaults(rows, names, dayOf(context.now));
  if (faults.length > 0) throw new Refusal('bad_price_rows', { details: faults });
  const compared = await comparePriceRanges(tx, rows.map(toWanted));
  await savePriceRanges(tx, context, compared);
  await writeAudit(tx, context, {
    type: 'Prices Published',
    description: `Prices of ${describeDays(compared)} published: ${describeCounts(compared)}`,
    ...describePriceChanges(compared, names),
  });
  return compared;
}

function findFaults(rows: readonly PriceRow[], names: ReadonlyMap<number, string>, today: Day): RefusalDetail[] {
  const seen = new Set<string>();
  return rows.flatMap((row, index) => {
    const faults: RefusalDetail[] = [];
    const report = (field: keyof PriceRow, message: string) => faults.push({ field: `${index}.${field}`, message });
    if (!names.has(row.product_id)) report('product_id', NO_SUCH_PRODUCT);
    const key = `${row.product_id} ${row.date}`;
    if (seen.has(key)) report('product_id', 'This product comes twice for this day.');
    seen.add(key);
    if (row.date > today) report('date', AFTER_TODAY);
    if (row.min_price === null && row.max_price !== null) report('min_price', ONE_PRICE_MISSING);
    if (row.max_price === null && row.min_price !== null) report('max_price', ONE_PRICE_MISSING);
    if (row.min_price !== null && row.max_price !== null && row.min_price > row.max_price)
      report('min_price', MIN_ABOVE_MAX);
    return faults;
  });
}

function toWanted({ product_id, date, min_price, max_price }: PriceRow): PriceRangeInput {
  const isNone = min_price === null || max_price === null;
  return { product_id, date, pair: isNone ? null : { min_cents: min_price, max_cents: max_price } };
}
