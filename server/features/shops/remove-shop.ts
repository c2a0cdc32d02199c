import { apiMessage, message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { editedShop } from './edited-shop.ts';
import { deleteShopRow, hasLedgerEntries, lockShop } from './queries.ts';

export async function removeShop(tx: Writer, context: ActionContext, shopId: string): Promise<void> {
  const shop = await lockShop(tx, shopId);
  if (!shop) throw new Refusal('shop_not_found');
  if (await hasLedgerEntries(tx, shop.id)) throw new Refusal('shop_has_books');
  const tenants = await deleteShopRow(tx, shop.id);
  await writeAudit(tx, context, {
    type: 'Shop Deleted',
    description: apiMessage('shops.audit.deleted', { id: shop.shop_id, name: shop.shop_name }),
    subject: { shopId: shop.shop_id, tenancyId: null },
    oldValue: describeAll({ ...editedShop.describe(shop), tenants: tenants.join(', ') || message('audit.value.none') }),
  });
}
