import { type Insertable, PostgresAdapter, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Cents } from '#billing/money.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type ShopRow = Selectable<Tables['shops']>;
/**
 * `balance_cents` is that of the current tenancy; `unpaid_cents` and `debt_cents` are those of all its tenancies
 * together.
 */
export type ListedShopRow = ShopRow & {
  tenancy_id: number | null;
  tenant_name: string | null;
  balance_cents: Cents;
  unpaid_cents: Cents;
  debt_cents: Cents;
};

const lowerId = sql<string>`lower(shops.shop_id)`;

export async function listShops(db: Reader): Promise<ListedShopRow[]> {
  const rows = await db
    .selectFrom('shops')
    .leftJoin('tenancies', (join) =>
      join.onRef('tenancies.shop_id', '=', 'shops.id').on('tenancies.ended_on', 'is', null),
    )
    .selectAll('shops')
    .select(['tenancies.id as tenancy_id', 'tenancies.name as tenant_name'])
    .select((eb) => [
      eb.fn.coalesce('tenancies.balance_cents', sql<Cents>`0`).as('balance_cents'),
      UNPAID.as('unpaid_cents'),
      DEBT.as('debt_cents'),
    ])
    .execute();
  return rows.sort((a, b) => compareShopIds(a.shop_id, b.shop_id));
}

/** The unpaid amount. The condition is that of the partial index charges_owed, so that the index is used. */
const UNPAID = sql<Cents>`(select cast(coalesce(sum(charges.cents - charges.paid_cents), 0) as bigint) from charges
  join tenancies as debtors on debtors.id = charges.tenancy_id
  where debtors.shop_id = shops.id and charges.paid_cents < charges.cents)`;
const DEBT = sql<Cents>`(select cast(coalesce(sum(-other.balance_cents), 0) as bigint) from tenancies as other
  where other.shop_id = shops.id and other.balance_cents < 0)`;

/** Compares shop ids in natural order: A2 before A10. */
export function compareShopIds(a: string, b: string): number {
  return collator.compare(a, b);
}

const collator = new Intl.Collator('en', { numeric: true });

/**
 * Returns an SQL expression for the position of a shop in the natural order of ids. SQL itself cannot compare the
 * numbers in ids.
 */
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

export function findShopRow(db: Reader, id: number): Promise<ShopRow | undefined> {
  return db.selectFrom('shops').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Every change to a shop waits for this lock. */
export function lockShop(tx: Writer, shopId: string): Promise<ShopRow | undefined> {
  return lockLowerId(tx, shopId.toLowerCase());
}

const lockLowerId = prepared((tx, shopId: string) =>
  tx.selectFrom('shops').selectAll().where(lowerId, '=', shopId).forUpdate(),
);

/** Locks shops in the order of their row ids, so that no two actions wait for each other. Unknown shops are omitted. */
export async function lockShops(tx: Writer, shopIds: readonly string[]): Promise<ShopRow[]> {
  const lowered = [...new Set(shopIds.map((shopId) => shopId.toLowerCase()))];
  const found = await tx.selectFrom('shops').select(['id', 'shop_id']).where(lowerId, 'in', lowered).execute();
  const locked: ShopRow[] = [];
  for (const { shop_id } of found.sort((one, other) => one.id - other.id)) {
    const shop = await lockShop(tx, shop_id);
    if (shop) locked.push(shop);
  }
  return locked;
}

/** Returns whether a shop has ledger entries, voided ones included. */
export async function hasLedgerEntries(db: Reader, id: number): Promise<boolean> {
  const entry = db.selectFrom('ledger_entries').select('id').where('shop_id', '=', id).limit(1);
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

export async function deleteShopRow(tx: Writer, id: number): Promise<string[]> {
  // The rows of each table are deleted explicitly, because a cascade would not delete their seals.
  const tenanciesOfShop = tx.selectFrom('tenancies').select('id').where('shop_id', '=', id);
  await tx.deleteFrom('terms').where('tenancy_id', 'in', tenanciesOfShop).execute();
  await tx.deleteFrom('tenancy_charges').where('tenancy_id', 'in', tenanciesOfShop).execute();
  const tenancies = await tx
    .deleteFrom('tenancies')
    .where('shop_id', '=', id)
    .returning(['id', 'name', 'tenant_id'])
    .execute();
  await deleteEmptyTenants(
    tx,
    tenancies.map(({ tenant_id }) => tenant_id),
  );
  await tx.deleteFrom('shops').where('id', '=', id).execute();
  return tenancies.sort((a, b) => a.id - b.id).map(({ name }) => name);
}

/** Deletes those of the tenants to whom no tenancy belongs. */
export async function deleteEmptyTenants(tx: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('tenants')
    .where('id', 'in', ids)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('tenancies').select('tenancies.id').whereRef('tenancies.tenant_id', '=', 'tenants.id'))),
    )
    .execute();
}
