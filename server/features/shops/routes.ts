import { message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { shops } from '#contract/shops.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { writeEndpoint } from '../../http/idempotency/write-endpoint.ts';
import { addShop } from './add-shop.ts';
import { editShop } from './edit-shop.ts';
import { presentListedShop, presentShop } from './present.ts';
import { findShop, listShops } from './queries.ts';
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
  writeEndpoint(app, shops.add, async ({ body, context }, tx) => {
    const shop = presentShop(await addShop(tx, context, body));
    return { message: message('shops.add.done'), shopId: shop.shop_id, shop };
  });
  writeEndpoint(app, shops.edit, async ({ params, body, context }, tx) => {
    const shop = presentShop(await editShop(tx, context, { shopId: params.id, ...body }));
    return { message: message('shops.edit.done'), shop };
  });
  writeEndpoint(app, shops.remove, async ({ params, context }, tx) => {
    await removeShop(tx, context, params.id);
    return { message: message('shops.remove.done') };
  });
}
