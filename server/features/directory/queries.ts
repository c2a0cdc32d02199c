import { type Selectable, sql } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { compareShopIds } from '../shops/queries.ts';

export type DirectoryRow = Selectable<Tables['directory_entries']> & { product_ids: number[] };

export async function findEntry(db: Reader, tenancyId: number): Promise<DirectoryRow | undefined> {
  const row = await db
    .selectFrom('directory_entries')
    .selectAll()
    .where('tenancy_id', '=', tenancyId)
    .executeTakeFirst();
  if (!row) return undefined;
  const goods = await db
    .selectFrom('directory_goods')
    .select('product_id')
    .where('tenancy_id', '=', tenancyId)
    .orderBy('product_id')
    .execute();
  return { ...row, product_ids: goods.map(({ product_id }) => product_id) };
}

export async function putEntry(
  tx: Writer,
  { product_ids, ...entry }: Omit<DirectoryRow, 'withdrawn_at' | 'withdrawn_by'>,
): Promise<void> {
  const agreed = { ...entry, withdrawn_at: null, withdrawn_by: null };
  await tx
    .insertInto('directory_entries')
    .values(agreed)
    .onConflict((conflict) => conflict.column('tenancy_id').doUpdateSet(agreed))
    .execute();
  await tx.deleteFrom('directory_goods').where('tenancy_id', '=', entry.tenancy_id).execute();
  const goods = product_ids.map((product_id) => ({ tenancy_id: entry.tenancy_id, product_id }));
  if (goods.length > 0) await tx.insertInto('directory_goods').values(goods).execute();
}

export async function markWithdrawn(
  tx: Writer,
  { tenancyId, at, by }: { tenancyId: number; at: Instant; by: string },
): Promise<void> {
  await tx
    .updateTable('directory_entries')
    .set({ withdrawn_at: at, withdrawn_by: by })
    .where('tenancy_id', '=', tenancyId)
    .execute();
}

/** Deletes the entry of a tenancy with its goods. Returns whether it had one. */
export async function deleteEntry(tx: Writer, tenancyId: number): Promise<boolean> {
  await tx.deleteFrom('directory_goods').where('tenancy_id', '=', tenancyId).execute();
  const { numDeletedRows } = await tx
    .deleteFrom('directory_entries')
    .where('tenancy_id', '=', tenancyId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Returns the ids of those of these products that exist and are not deleted. */
export async function findExistingProducts(db: Reader, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('products').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** The entries that visitors may see: agreed, not withdrawn, and of a current tenancy. */
function selectPublic(db: Reader) {
  return db
    .selectFrom('directory_entries as entry')
    .innerJoin('tenancies', 'tenancies.id', 'entry.tenancy_id')
    .innerJoin('shops', 'shops.id', 'tenancies.shop_id')
    .where('entry.withdrawn_at', 'is', null)
    .where('tenancies.ended_on', 'is', null);
}

export interface PublicEntry {
  shop_id: string;
  trade_name: string;
  product_ids: number[];
}

/** Lists what visitors may see, by shop. */
export async function listPublicEntries(db: Reader): Promise<PublicEntry[]> {
  const entries = await selectPublic(db).select(['entry.tenancy_id', 'entry.trade_name', 'shops.shop_id']).execute();
  const goods = await selectPublic(db)
    .innerJoin('directory_goods', 'directory_goods.tenancy_id', 'entry.tenancy_id')
    .select(['entry.tenancy_id', 'directory_goods.product_id'])
    .orderBy('directory_goods.product_id')
    .execute();
  const byTenancy = Map.groupBy(goods, ({ tenancy_id }) => tenancy_id);
  return entries
    .map(({ tenancy_id, trade_name, shop_id }) => ({
      shop_id,
      trade_name,
      product_ids: (byTenancy.get(tenancy_id) ?? []).map(({ product_id }) => product_id),
    }))
    .sort((one, other) => compareShopIds(one.shop_id, other.shop_id));
}

/** Returns how many stalls sell each product, as far as visitors may know. */
export async function countSellers(db: Reader): Promise<Map<number, number>> {
  const rows = await selectPublic(db)
    .innerJoin('directory_goods', 'directory_goods.tenancy_id', 'entry.tenancy_id')
    .select(['directory_goods.product_id', sql<number>`cast(count(*) as integer)`.as('stalls')])
    .groupBy('directory_goods.product_id')
    .execute();
  return new Map(rows.map(({ product_id, stalls }) => [product_id, stalls]));
}
