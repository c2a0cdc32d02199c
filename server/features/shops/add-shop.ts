import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { NewShop } from '#contract/shops.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { applyDueRates } from '../dated-settings/apply-due-rates.ts';
import { editedShop, shopTermsOf } from './edited-shop.ts';
import { insertShop, type ShopRow } from './queries.ts';

export async function addShop(tx: Writer, context: ActionContext, fields: NewShop): Promise<ShopRow> {
  // VAT rates that are due are applied first. Otherwise such a rate would later replace the rate of this shop.
  await applyDueRates(tx, context);
  const added = await insertShop(tx, {
    shop_id: fields.shop_id,
    ...shopTermsOf(fields),
    created_at: context.now,
    updated_at: context.now,
  });
  if (!added) throw new Refusal('shop_exists');
  await writeAudit(tx, context, {
    type: 'Shop Added',
    description: apiMessage('shops.audit.added', { id: added.shop_id, name: added.shop_name }),
    subject: { shopId: added.shop_id, tenancyId: null },
    newValue: editedShop.describeAll(added),
  });
  return added;
}
