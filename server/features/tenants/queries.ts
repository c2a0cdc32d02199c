import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Cents } from '#billing/money.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { compareShopIds } from '../shops/queries.ts';

export type TenantRow = Selectable<Tables['tenants']>;
/** `written_shop_id` is the shop's id as people write it. */
export type TenantOfShopRow = TenantRow & {
  written_shop_id: string;
  shop_name: string;
  location: string;
  rent_cents: Cents;
};

export async function listTenants(db: Reader): Promise<TenantOfShopRow[]> {
  const rows = await tenantsOfShops(db).execute();
  return rows.sort((a, b) => compareShopIds(a.written_shop_id, b.written_shop_id));
}

export function findTenant(db: Reader, id: number): Promise<TenantOfShopRow | undefined> {
  return tenantsOfShops(db).where('tenants.id', '=', id).executeTakeFirst();
}

function tenantsOfShops(db: Reader) {
  return db
    .selectFrom('tenants')
    .innerJoin('shops', 'shops.id', 'tenants.shop_id')
    .selectAll('tenants')
    .select(['shops.shop_id as written_shop_id', 'shops.shop_name', 'shops.location', 'shops.rent_cents'])
    .where('tenants.ended_at', 'is', null);
}

export function findTenantOfShop(db: Reader, shopRowId: number): Promise<TenantRow | undefined> {
  return db
    .selectFrom('tenants')
    .selectAll()
    .where('shop_id', '=', shopRowId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** Locks the shop first, as every change of a shop does, so that no two wait for each other. */
export async function lockTenant(tx: Writer, id: number): Promise<TenantOfShopRow | undefined> {
  const found = await findTenant(tx, id);
  if (!found) return undefined;
  await tx.selectFrom('shops').select('id').where('id', '=', found.shop_id).forUpdate().execute();
  // The tenancy may have ended while this waited.
  return findTenant(tx, id);
}

export function insertTenant(tx: Writer, tenant: Insertable<Tables['tenants']>): Promise<TenantRow> {
  return tx.insertInto('tenants').values(tenant).returningAll().executeTakeFirstOrThrow();
}

export function updateTenant(tx: Writer, id: number, changes: Updateable<Tables['tenants']>): Promise<TenantRow> {
  return tx.updateTable('tenants').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}
