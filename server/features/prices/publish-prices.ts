import { type Day, dayOf } from '#billing/calendar.ts';
import type { PriceRow } from '#contract/prices.ts';
import { Refusal, type RefusalDetail } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { listEveryProduct, type ProductRow } from '../products/queries.ts';
import { describeCounts, describeDays, describePriceChanges } from './describe-prices.ts';
import { listPricedDays, lockPublishing } from './queries.ts';
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
const PRODUCT_DELETED = 'This product is deleted. Restore it to publish a price.';

/**
 * Publishes price ranges, all or nothing, and returns each with its status in the order sent; both prices null clear
 * one. A deleted product's published price can be corrected or cleared. Throws a refusal with a detail for every faulty
 * row.
 */
export async function publishPrices(
  tx: Writer,
  context: ActionContext,
  rows: readonly PriceRow[],
): Promise<ComparedPriceRange[]> {
  await lockPublishing(tx);
  const products = new Map((await listEveryProduct(tx)).map((product) => [product.id, product]));
  const deleted = rows.filter(({ product_id }) => isDeleted(products.get(product_id)));
  const correctable = new Set((await listPricedDays(tx, deleted)).map(keyOf));
  const faultOf = (row: PriceRow) => {
    const product = products.get(row.product_id);
    if (!product) return NO_SUCH_PRODUCT;
    return isDeleted(product) && !correctable.has(keyOf(row)) ? PRODUCT_DELETED : undefined;
  };
  const faults = findFaults(rows, faultOf, dayOf(context.now));
  if (faults.length > 0) throw new Refusal('bad_price_rows', { details: faults });
  const compared = await comparePriceRanges(tx, rows.map(toWanted));
  await savePriceRanges(tx, context, compared);
  await writeAudit(tx, context, {
    type: 'Prices Published',
    description: `Prices of ${describeDays(compared)} published: ${describeCounts(compared)}`,
    ...describePriceChanges(compared, new Map([...products].map(([id, { name }]) => [id, name]))),
  });
  return compared;
}

function isDeleted(product: ProductRow | undefined): boolean {
  return product !== undefined && product.archived_at !== null;
}

function keyOf({ product_id, date }: { product_id: number; date: Day }): string {
  return `${product_id} ${date}`;
}

function findFaults(
  rows: readonly PriceRow[],
  productFaultOf: (row: PriceRow) => string | undefined,
  today: Day,
): RefusalDetail[] {
  const seen = new Set<string>();
  return rows.flatMap((row, index) => {
    const faults: RefusalDetail[] = [];
    const report = (field: keyof PriceRow, message: string) => faults.push({ field: `${index}.${field}`, message });
    const productFault = productFaultOf(row);
    if (productFault) report('product_id', productFault);
    const key = keyOf(row);
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
