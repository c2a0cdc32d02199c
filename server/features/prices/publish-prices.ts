import { type Day, dayOf } from '#billing/calendar.ts';
import { type ApiMessageKey, apiMessage } from '#contract/messages/message.ts';
import type { PriceRow } from '#contract/prices.ts';
import { Refusal, type RefusedField } from '#contract/refusals.ts';
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

/**
 * Publishes all prices or none. A range of two nulls clears the stored one. A deleted product's published price can be
 * corrected or cleared.
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
  const faultOf = (row: PriceRow): ApiMessageKey | undefined => {
    const product = products.get(row.product_id);
    if (!product) return 'prices.fault.no_product';
    return isDeleted(product) && !correctable.has(keyOf(row)) ? 'prices.fault.deleted_product' : undefined;
  };
  const faults = findFaults(rows, faultOf, dayOf(context.now));
  if (faults.length > 0) throw new Refusal('bad_price_rows', { details: faults });
  const compared = await comparePriceRanges(tx, rows.map(toWanted));
  await savePriceRanges(tx, context, compared);
  await writeAudit(tx, context, {
    type: 'Prices Published',
    description: apiMessage('prices.audit.published', {
      days: describeDays(compared),
      counts: describeCounts(compared),
    }),
    ...describePriceChanges(compared, new Map([...products].map(([id, { name }]) => [id, name]))),
  });
  return compared;
}

export async function lockReplacedRows(tx: Writer, rows: readonly PriceRow[]): Promise<ComparedPriceRange[]> {
  await lockPublishing(tx);
  return comparePriceRanges(tx, rows.map(toWanted));
}

function isDeleted(product: ProductRow | undefined): boolean {
  return product !== undefined && product.archived_at !== null;
}

function keyOf({ product_id, date }: { product_id: number; date: Day }): string {
  return `${product_id} ${date}`;
}

function findFaults(
  rows: readonly PriceRow[],
  productFaultOf: (row: PriceRow) => ApiMessageKey | undefined,
  today: Day,
): RefusedField[] {
  const seen = new Set<string>();
  return rows.flatMap((row, index) => {
    const faults: RefusedField[] = [];
    const report = (field: keyof PriceRow, key: ApiMessageKey) =>
      faults.push({ field: `${index}.${field}`, message: apiMessage(key) });
    const productFault = productFaultOf(row);
    if (productFault) report('product_id', productFault);
    const key = keyOf(row);
    if (seen.has(key)) report('product_id', 'prices.fault.twice');
    seen.add(key);
    if (row.date > today) report('date', 'prices.fault.future');
    const { min_price: min = null, max_price: max = null } = row;
    const isRemoved = row.min_price === null && row.max_price === null;
    if (min === null && !isRemoved) report('min_price', 'input.prices.both');
    if (max === null && !isRemoved) report('max_price', 'input.prices.both');
    if (min !== null && max !== null && min > max) report('min_price', 'prices.fault.min_above_max');
    return faults;
  });
}

function toWanted({ product_id, date, min_price = null, max_price = null }: PriceRow): PriceRangeInput {
  const isNone = min_price === null || max_price === null;
  return { product_id, date, pair: isNone ? null : { min_cents: min_price, max_cents: max_price } };
}
