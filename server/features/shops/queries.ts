import { type Insertable, PostgresAdapter, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';

export type ShopRow = Selectable<Tables['shops']>;
export type ListedShopRow = ShopRow & { tenant_name: string | null };

const lowerId = sql<string>`lower(shops.shop_id)`;

export async function listShops(db: Reader): Promise<ListedShopRow[]> {
  const rows = await db
    .selectFrom('shops')
    .leftJoin('tenants', (join) => join.onRef('tenants.shop_id', '=', 'shops.id').on('tenants.ended_at', 'is', null))
    .selectAll('shops')
    .select('tenants.name as tenant_name')
    .execute();
  return rows.sort((a, b) => compareShopIds(a.shop_id, b.shop_id));
}

/** Natural order: A2 before A10, which SQL cannot do. */
export function compareShopIds(a: string, b: string): number {
  return collator.compare(a, b);
}

const collator = new Intl.Collator('en', { numeric: true });

/** The position of the row's id in the sorted list: SQL cannot sort numbers within texts. */
export async function shopOrder(db: Reader): Promise<RawBuilder<number>> {
  const shops = await db.selectFrom('shops').select(['id', 'shop_id']).execute();
  const ids = shops.sort((a, b) => compareShopIds(a.shop_id, b.shop_id)).map(({ id }) => id);
  const list = `,${ids.join(',')},`;
  const position = db.getExecutor().adapter instanceof PostgresAdapter ? sql`strpos` : sql`instr`;
  return sql<number>`${position}(${list}, ',' || cast(shops.id as text) || ',')`;
}

export function findShop(db: Reader, shopId: string): Promise<ShopRow | undefined> {
  return db.selectFrom('shops').selectAll().where(lowerId, '=', shopId.toLowerCase()).executeTakeFirst();
}

/** Every change of a shop waits here. */
export function lockShop(tx: Writer, shopId: string): Promise<ShopRow | undefined> {
  return tx.selectFrom('shops').selectAll().where(lowerId, '=', shopId.toLowerCase()).forUpdate().executeTakeFirst();
}

/** Includes voided entries. */
export async function hasLedgerEntries(db: Reader, id: number): Promise<boolean> {
  const entry = db.selectFrom('facts').select('id').where('shop_id', '=', id).limit(1);
  return (await entry.executeTakeFirst()) !== undefined;
}

export function insertShop(tx: Writer, shop: Insertable<Tables['shops']>): Promise<ShopRow | undefined> {
  return tx
    .insertInto('shops')
    .values(shop)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function updateShop(tx: Writer, id: number, changes: Updateable<Tables['shops']>): Promise<ShopRow> {
  return tx.updateTable('shops').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Returns the names of its tenants. */
export async function deleteShopRow(tx: Writer, id: number): Promise<string[]> {
  const tenancies = await tx.deleteFrom('tenants').where('shop_id', '=', id).returning(['id', 'name']).execute();
  await tx.deleteFrom('shops').where('id', '=', id).execute();
  return tenancies.sort((a, b) => a.id - b.id).map(({ name }) => name);
}
