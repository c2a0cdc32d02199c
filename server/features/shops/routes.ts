import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { shops } from '#contract/shops.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { applyDueRates } from '../dated-settings/apply-due-rates.ts';
import { addShop } from './add-shop.ts';
import { editShop } from './edit-shop.ts';
import { presentListedShop, presentShop } from './present.ts';
import { findShop, listShops, lockShop } from './queries.ts';
import { removeShop } from './remove-shop.ts';

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
      // VAT rates that are due are applied first, because they may change the shop.
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
