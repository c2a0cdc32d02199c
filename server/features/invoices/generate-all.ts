import { dayOf, monthOf } from '#billing/calendar.ts';
import type { BulkActionEffect } from '#contract/bulk-actions.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader } from '../../db/connect.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { type BulkPass, countOf, forEachShop } from '../bulk-actions/for-each-shop.ts';
import { numberOf } from '../ledger/recompute-ledger.ts';
import { listTenanciesToCharge } from '../other-charges/queries.ts';
import { listShops } from '../shops/queries.ts';
import { generateInvoice } from './generate-invoice.ts';

export async function generateAll(
  db: Reader,
  context: ActionContext,
  pass: BulkPass,
): Promise<Unworded<BulkActionEffect>> {
  const month = monthOf(dayOf(context.now));
  const charged = await listTenanciesToCharge(db, month);
  const effect = await forEachShop(await listShops(db), pass, async (tx, { shop_id, tenancy_id }) => {
    // The refusal of `generateInvoice` would undo the other shops of the transaction, which would then be run again.
    if (tenancy_id === null) return [{ status: 'skipped', error: new Refusal('shop_has_no_tenant').sentence }];
    const mayHaveCharges = charged.has(tenancy_id);
    const generated = await generateInvoice(tx, context, { shopId: shop_id, month, mayHaveCharges });
    return [{ status: 'success', invoice_id: numberOf(generated, generated.invoiceId), cents: generated.billCents }];
  });
  const count = (status: 'success' | 'skipped' | 'failed') => countOf(effect.results, status);
  const counts = { generated: count('success'), skipped: count('skipped'), failed: count('failed') };
  return { message: apiMessage('invoices.generate_all.done', counts), ...effect };
}
