import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type ProductRow = Selectable<Tables['products']>;

export function listArchivedProducts(db: Reader): Promise<ProductRow[]> {
  return db
    .selectFrom('products')
    .selectAll()
    .where('archived_at', 'is not', null)
    .orderBy('list_order')
    .orderBy('id')
    .execute();
}

export function listProducts(db: Reader): Promise<ProductRow[]> {
  return db
    .selectFrom('products')
    .selectAll()
    .where('archived_at', 'is', null)
    .orderBy('list_order')
    .orderBy('id')
    .execute();
}

export function listEveryProduct(db: Reader): Promise<ProductRow[]> {
  return db.selectFrom('products').selectAll().orderBy('list_order').orderBy('id').execute();
}

export function findProduct(db: Reader, id: number): Promise<ProductRow | undefined> {
  return db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks a product, so that no price for it is published meanwhile. */
export function lockCurrentProduct(tx: Writer, id: number): Promise<ProductRow | undefined> {
  return tx
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export function lockProduct(tx: Writer, id: number): Promise<ProductRow | undefined> {
  return tx.selectFrom('products').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks the catalogue, so that names and codes are claimed one at a time. */
export async function lockCatalogue(tx: Writer): Promise<void> {
  await lockDataVersion(tx);
}

export async function hasPriceHistory(db: Reader, id: number): Promise<boolean> {
  const price = db.selectFrom('prices').select('id').where('product_id', '=', id).limit(1);
  const change = db.selectFrom('price_changes').select('id').where('product_id', '=', id).limit(1);
  return (await price.executeTakeFirst()) !== undefined || (await change.executeTakeFirst()) !== undefined;
}

export function insertProduct(tx: Writer, product: Insertable<Tables['products']>): Promise<ProductRow> {
  return tx.insertInto('products').values(product).returningAll().executeTakeFirstOrThrow();
}

export function updateProduct(tx: Writer, id: number, changes: Updateable<Tables['products']>): Promise<ProductRow> {
  return tx.updateTable('products').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function archiveProduct(tx: Writer, id: number, at: Instant): Promise<void> {
  await tx.updateTable('products').set({ archived_at: at, updated_at: at }).where('id', '=', id).execute();
}

export async function deleteProductRow(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('products').where('id', '=', id).execute();
}
