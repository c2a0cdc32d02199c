import type { Day } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findProduct } from '../products/queries.ts';
import { describePriceRange } from './describe-prices.ts';
import { findPrice, lockPublishing, type StoredPriceRow } from './queries.ts';
import { comparePriceRanges, type PriceRange, savePriceRanges } from './save-price-ranges.ts';

/** Equal figures change nothing. An archived product's price can be corrected too. */
export async function changePrice(
  tx: Writer,
  context: ActionContext,
  asked: { productId: number; date: Day; pair: PriceRange },
): Promise<StoredPriceRow> {
  const { productId, date, pair } = asked;
  if (pair.min_cents > pair.max_cents) {
    const fault = apiMessage('prices.fault.min_above_max');
    throw new Refusal('bad_price_rows', { message: fault, details: [{ field: 'min_price', message: fault }] });
  }
  await lockPublishing(tx);
  const before = await findPrice(tx, productId, date);
  if (!before) throw new Refusal('price_not_found');
  const compared = await comparePriceRanges(tx, [{ product_id: productId, date, pair }]);
  if (compared.every(({ status }) => status === 'unchanged')) return before;
  await savePriceRanges(tx, context, compared);
  const product = await findProduct(tx, productId);
  await writeAudit(tx, context, {
    type: 'Price Changed',
    description: apiMessage('prices.audit.changed', { product: product?.name ?? '', date }),
    oldValue: describePriceRange(before),
    newValue: describePriceRange(pair),
  });
  return { ...before, ...pair, updated_at: context.now };
}
