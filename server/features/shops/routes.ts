import { Refusal } from '#contract/refusals.ts';
import { shops } from '#contract/shops.ts';
import type { Door } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { recording } from '../../http/idempotency/write-endpoint.ts';
import { addShop } from './add-shop.ts';
import { editShop } from './edit-shop.ts';
import { presentListedShop, presentShop } from './present.ts';
import { findShop, listShops } from './queries.ts';
import { removeShop } from './remove-shop.ts';

/** The shops themselves; what happens to their money is the business of books. */
export function shopRoutes(door: Door): void {
  const db = door.database.reader;
  endpoint(door, shops.list, async () => (await listShops(db)).map(presentListedShop));
  endpoint(door, shops.withoutTenants, async () => {
    const vacant = (await listShops(db)).filter(({ tenant_name }) => tenant_name === null);
    return vacant.map(presentShop);
  });
  endpoint(door, shops.get, async ({ params }) => {
    const found = await findShop(db, params.id);
    if (!found) throw new Refusal('shop_not_found');
    return presentShop(found);
  });
  recording(door, shops.add, async ({ body, act }, tx) => {
    const shop = presentShop(await addShop(tx, act, body));
    return { message: 'Shop added.', shopId: shop.shop_id, shop };
  });
  recording(door, shops.edit, async ({ params, body, act }, tx) => {
    const shop = presentShop(await editShop(tx, act, params.id, body));
    return { message: 'Shop updated.', shop };
  });
  recording(door, shops.remove, async ({ params, act }, tx) => {
    await removeShop(tx, act, params.id);
    return { message: 'Shop deleted.' };
  });
}
