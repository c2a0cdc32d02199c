import type { Insertable, Selectable } from 'kysely';
import type { Day } from '#billing/calendar.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { dayNumberOf, jsonList } from '../../db/json-list.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { lockCatalogue } from '../products/queries.ts';

export type StoredPriceRow = Selectable<Tables['prices']>;
export type PriceChangeRow = Selectable<Tables['price_changes']>;
export type HistoryRow = Pick<StoredPriceRow, 'id' | 'product_id' | 'date' | 'min_cents' | 'max_cents'>;

export const CHUNK = 1000;

/** Prices that were written at the same time, in lists of equal length. */
export interface AddedPrices extends Pick<StoredPriceRow, 'created_at' | 'updated_at'> {
  ids: number[];
  productIds: number[];
  /** Days, counted from 1970-01-01. */
  days: number[];
  minCents: number[];
  maxCents: number[];
}

/** `price` is undefined if it was withdrawn. */
export interface ChangedPrice extends Pick<StoredPriceRow, 'product_id' | 'date'> {
  price: Omit<StoredPriceRow, 'product_id' | 'date'> | undefined;
}

/** The point up to which the prices were read. */
export interface PriceMark {
  version: number;
  priceId: number;
  changeId: number;
}

export async function readPriceMark(db: Reader): Promise<PriceMark & { count: number }> {
  const prices = db.selectFrom('prices');
  const { version, priceId, changeId, count } = await db
    .selectFrom('data_version')
    .select([
      'version',
      prices.select(({ fn }) => fn.max('id').as('id')).as('priceId'),
      db
        .selectFrom('price_changes')
        .select(({ fn }) => fn.max('id').as('id'))
        .as('changeId'),
      prices.select(({ fn }) => fn.countAll<number>().as('count')).as('count'),
    ])
    .executeTakeFirstOrThrow();
  return { version, priceId: priceId ?? 0, changeId: changeId ?? 0, count: Number(count) };
}

/**
 * Returns up to `most` prices with an id above `id`, lowest ids first, grouped by the times at which they were written.
 * The database returns each column as one string, because that takes half as long as reading rows.
 */
export async function listPricesAfter(db: Reader, id: number, most: number): Promise<AddedPrices[]> {
  const added = db
    .selectFrom('prices')
    .select(['id', 'product_id', 'min_cents', 'max_cents', 'created_at', 'updated_at'])
    .select(dayNumberOf(db, 'date').as('day'))
    .where('id', '>', id)
    .orderBy('id')
    .limit(most);
  const lists = await db
    .selectFrom(added.as('added'))
    .select(['created_at', 'updated_at'])
    .select([jsonList(db, 'id', 'id').as('ids'), jsonList(db, 'product_id', 'id').as('productIds')])
    .select([jsonList(db, 'day', 'id').as('days'), jsonList(db, 'min_cents', 'id').as('minCents')])
    .select(jsonList(db, 'max_cents', 'id').as('maxCents'))
    .groupBy(['created_at', 'updated_at'])
    .execute();
  return lists.map(({ created_at, updated_at, ...columns }) => ({
    created_at,
    updated_at,
    ids: JSON.parse(columns.ids),
    productIds: JSON.parse(columns.productIds),
    days: JSON.parse(columns.days),
    minCents: JSON.parse(columns.minCents),
    maxCents: JSON.parse(columns.maxCents),
  }));
}

/** Returns the current price for each of the next `most` changes with an id above `id`. */
export async function listChangedAfter(db: Reader, id: number, most: number): Promise<ChangedPrice[]> {
  const rows = await db
    .selectFrom('price_changes as change')
    .leftJoin('prices as price', (join) =>
      join.onRef('price.product_id', '=', 'change.product_id').onRef('price.date', '=', 'change.date'),
    )
    .select(['change.product_id', 'change.date', 'price.id', 'price.min_cents', 'price.max_cents'])
    .select(['price.created_at', 'price.updated_at'])
    .where('change.id', '>', id)
    .orderBy('change.id')
    .limit(most)
    .execute();
  return rows.map(({ product_id, date, id, min_cents, max_cents, created_at, updated_at }) => {
    const isThere = id !== null && min_cents !== null && max_cents !== null && created_at !== null;
    const price = isThere && updated_at !== null ? { id, min_cents, max_cents, created_at, updated_at } : undefined;
    return { product_id, date, price };
  });
}

/** Returns the prices of a day in the order of their ids, archived products included. */
export function listDay(db: Reader, date: Day): Promise<StoredPriceRow[]> {
  return db.selectFrom('prices').selectAll().where('date', '=', date).orderBy('id').execute();
}

export async function findLatestDay(db: Reader, today: Day): Promise<Day | null> {
  const { latest } = await db
    .selectFrom('prices')
    .select(({ fn }) => fn.max('date').as('latest'))
    .where('date', '<=', today)
    .executeTakeFirstOrThrow();
  return latest;
}

export function findPrice(db: Reader, productId: number, date: Day): Promise<StoredPriceRow | undefined> {
  return db
    .selectFrom('prices')
    .selectAll()
    .where('product_id', '=', productId)
    .where('date', '=', date)
    .executeTakeFirst();
}

export function listPriceChanges(db: Reader, productId: number, date: Day): Promise<PriceChangeRow[]> {
  return db
    .selectFrom('price_changes')
    .selectAll()
    .where('product_id', '=', productId)
    .where('date', '=', date)
    .orderBy('id', 'desc')
    .execute();
}

/** Locks publishing, so that one publisher writes at a time and no product is archived meanwhile. */
export async function lockPublishing(tx: Writer): Promise<void> {
  await tx.selectFrom('products').select('id').where('archived_at', 'is', null).orderBy('id').forShare().execute();
  await lockCatalogue(tx);
}

export function listPairs(
  db: Reader,
  productIds: readonly number[],
  { first, last }: { first: Day; last: Day },
): Promise<HistoryRow[]> {
  return db
    .selectFrom('prices')
    .select(['id', 'product_id', 'date', 'min_cents', 'max_cents'])
    .where('product_id', 'in', productIds)
    .where('date', '>=', first)
    .where('date', '<=', last)
    .execute();
}

export function listLastBefore(db: Reader, productIds: readonly number[], date: Day): Promise<HistoryRow[]> {
  return db
    .selectFrom('prices')
    .select(['id', 'product_id', 'date', 'min_cents', 'max_cents'])
    .where('product_id', 'in', productIds)
    .where('date', '=', ({ selectFrom }) =>
      selectFrom('prices as earlier')
        .select(({ fn }) => fn.max('earlier.date').as('day'))
        .whereRef('earlier.product_id', '=', 'prices.product_id')
        .where('earlier.date', '<', date),
    )
    .execute();
}

export async function listPricedDays(db: Reader, rows: readonly { product_id: number; date: Day }[]) {
  if (rows.length === 0) return [];
  return db
    .selectFrom('prices')
    .select(['product_id', 'date'])
    .where('product_id', 'in', [...new Set(rows.map((row) => row.product_id))])
    .where('date', 'in', [...new Set(rows.map((row) => row.date))])
    .execute();
}

export function listCleared(db: Reader, productIds: readonly number[], { first, last }: { first: Day; last: Day }) {
  return db
    .selectFrom('price_changes')
    .select(['product_id', 'date'])
    .where('product_id', 'in', productIds)
    .where('date', '>=', first)
    .where('date', '<=', last)
    .where('new_min_cents', 'is', null)
    .execute();
}

/**
 * Stores prices. A price replaces the existing one of the same product and day. The caller must pass at most CHUNK
 * rows.
 */
export async function putPrices(tx: Writer, rows: Insertable<Tables['prices']>[]): Promise<void> {
  await tx
    .insertInto('prices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'date']).doUpdateSet((eb) => ({
        min_cents: eb.ref('excluded.min_cents'),
        max_cents: eb.ref('excluded.max_cents'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
}

export async function deletePrices(tx: Writer, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('prices').where('id', 'in', ids).execute();
}

/** Adds rows to the history of changes. The caller must pass at most CHUNK rows. */
export async function insertChanges(tx: Writer, rows: Insertable<Tables['price_changes']>[]): Promise<void> {
  await tx.insertInto('price_changes').values(rows).execute();
}
