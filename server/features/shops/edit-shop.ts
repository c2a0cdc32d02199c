import { message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ShopFields } from '#contract/shops.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { applyDueRates } from '../vat-rates/apply-due-rates.ts';
import { termsOf } from './add-shop.ts';
import { describeShop } from './describe-shop.ts';
import { lockShop, type ShopRow, updateShop } from './queries.ts';

/** Issued invoices keep their rates (docs/rules.md, Charges of an invoice). */
export async function editShop(
  tx: Writer,
  context: ActionContext,
  { shopId, ...fields }: ShopFields & { shopId: string },
): Promise<ShopRow> {
  // Before the shop is locked; this edit overrides a due rate.
  await applyDueRates(tx, context);
  const before = await lockShop(tx, shopId);
  if (!before) throw new Refusal('shop_not_found');
  const terms = termsOf(fields);
  const changes = describeChanges(describeShop(before), describeShop(terms));
  if (!changes) return before;
  const edited = await updateShop(tx, before.id, { ...terms, updated_at: context.now });
  await writeAudit(tx, context, {
    type: 'Shop Changed',
    description: message('shops.audit.changed', { id: edited.shop_id, name: edited.shop_name }),
    shopId: edited.shop_id,
    ...changes,
  });
  return edited;
}
