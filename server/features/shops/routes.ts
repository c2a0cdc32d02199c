import { apiMessage, message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { shops } from '#contract/shops.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { applyDueRates } from '../dated-settings/apply-due-rates.ts';
import { addShop } from './add-shop.ts';
import { describeShop } from './describe-shop.ts';
import { editShop } from './edit-shop.ts';
import { presentListedShop, presentShop } from './present.ts';
import { deleteShopRow, findShop, hasLedgerEntries, listShops, lockShop } from './queries.ts';

export function shopRoutes(app: AppContext): void {
  const db = app.database.reader;
  endpoint(app, shops.list, async () => (await listShops(db)).map(presentListedShop));
  endpoint(app, shops.withoutTenants, async () => {
    const vacant = (await listShops(db)).filter(({ tenant_name }) => tenant_name === null);
    return vacant.map(presentShop);
  });
  endpoint(app, shops.get, async ({ params }) => {
    const found = await findShop(db, params.id);
    if (!found) throw new Refusal('shop_not_found');
    return presentShop(found);
  });
  endpoint(app, shops.add, {
    async record({ body, context }, tx) {
      const shop = presentShop(await addShop(tx, context, body));
      return { message: apiMessage('shops.add.done'), shopId: shop.shop_id, shop };
    },
  });
  endpoint(app, shops.edit, {
    async current({ params, context }, tx) {
      // Due rates are applied before the shop is locked, as in the edit.
      await applyDueRates(tx, context);
      const shop = await lockShop(tx, params.id);
      return shop && presentShop(shop);
    },
    async record({ params, body, context }, tx) {
      const shop = presentShop(await editShop(tx, context, { shopId: params.id, ...body }));
      return { message: apiMessage('shops.edit.done'), shop };
    },
  });
  endpoint(app, shops.remove, {
    async record({ params, context }, tx) {
      await removeShop(tx, context, params.id);
      return { message: apiMessage('shops.remove.done') };
    },
  });
}

async function removeShop(tx: Writer, context: ActionContext, shopId: string): Promise<void> {
  const shop = await lockShop(tx, shopId);
  if (!shop) throw new Refusal('shop_not_found');
  if (await hasLedgerEntries(tx, shop.id)) throw new Refusal('shop_has_books');
  const tenants = await deleteShopRow(tx, shop.id);
  await writeAudit(tx, context, {
    type: 'Shop Deleted',
    description: apiMessage('shops.audit.deleted', { id: shop.shop_id, name: shop.shop_name }),
    shopId: shop.shop_id,
    oldValue: describeAll({ ...describeShop(shop), tenants: tenants.join(', ') || message('audit.value.none') }),
  });
}
