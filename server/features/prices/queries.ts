import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import { type Day, type Instant, instantOf } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { dayNumberOf, jsonList } from '../../db/json-list.ts';
import type { Tables } from '../../db/tables.ts';
import { lockCatalogue } from '../products/queries.ts';

export type StoredPriceRow = Selectable<Tables['prices']>;
export type PriceChangeRow = Selectable<Tables['price_changes']>;
export type HistoryRow = Pick<StoredPriceRow, 'id' | 'product_id' | 'date' | 'min_cents' | 'max_cents'>;
export type HistoryColumns = Awaited<ReturnType<typeof readHistory>>;
export type PriceSheetRow = Awaited<ReturnType<typeof listSheet>>[number];

export const CHUNK = 1000;

/** Includes archived products. One text per column costs half of a hundred rows of six values. */
export async function listDay(db: Reader, date: Day): Promise<StoredPriceRow[]> {
  const columns = await db
    .selectFrom('prices')
    .select([
      jsonList(db, 'id', 'id').as('ids'),
      jsonList(db, 'product_id', 'id').as('productIds'),
      jsonList(db, 'min_cents', 'id').as('minCents'),
      jsonList(db, 'max_cents', 'id').as('maxCents'),
      jsonList(db, 'created_at', 'id').as('createdAts'),
      jsonList(db, 'updated_at', 'id').as('updatedAts'),
    ])
    .where('date', '=', date)
    .executeTakeFirstOrThrow();
  const productIds: number[] = JSON.parse(columns.productIds);
  const minCents: Cents[] = JSON.parse(columns.minCents);
  const maxCents: Cents[] = JSON.parse(columns.maxCents);
  const createdAts: Instant[] = JSON.parse(columns.createdAts);
  const updatedAts: Instant[] = JSON.parse(columns.updatedAts);
  const ids: number[] = JSON.parse(columns.ids);
  return ids.map((id, at) => ({
    id,
    product_id: productIds[at] as number,
    date,
    min_cents: minCents[at] ?? cents(0),
    max_cents: maxCents[at] ?? cents(0),
    created_at: createdAts[at] ?? instantOf(0),
    updated_at: updatedAts[at] ?? instantOf(0),
  }));
}

export function findDays(db: Reader, date: Day, today: Day) {
  const days = db.selectFrom('prices');
  const latest = ({ fn }: ExpressionBuilder<Tables, 'prices'>) => fn.max('date').as('day');
  return db
    .selectNoFrom([
      days.select('date').where('date', '=', date).limit(1).as('itself'),
      days.select(latest).where('date', '<', date).as('previous'),
      days
        .select(({ fn }) => fn.min('date').as('day'))
        .where('date', '>', date)
        .as('next'),
      days.select(latest).where('date', '<=', today).as('latest'),
    ])
    .executeTakeFirstOrThrow();
}

export function findSpan(db: Reader) {
  const days = db.selectFrom('prices');
  // Two subqueries are one index step each; one query reads the whole index.
  return db
    .selectNoFrom([
      days.select(({ fn }) => fn.min('date').as('day')).as('first'),
      days.select(({ fn }) => fn.max('date').as('day')).as('last'),
    ])
    .executeTakeFirstOrThrow();
}

/** JSON lists, oldest first: days since 1970-01-01, cents. */
export function readHistory(db: Reader, productId: number) {
  const ordered = db
    .selectFrom('prices')
    .select(['date', 'min_cents', 'max_cents', dayNumberOf(db, 'date').as('day')])
    .where('product_id', '=', productId)
    .orderBy('date');
  return db
    .selectFrom(ordered.as('history'))
    .select([
      jsonList(db, 'day', 'date').as('days'),
      jsonList(db, 'min_cents', 'date').as('minCents'),
      jsonList(db, 'max_cents', 'date').as('maxCents'),
    ])
    .executeTakeFirstOrThrow();
}

export async function readHistoryIds(db: Reader, productId: number): Promise<string> {
  const ordered = db.selectFrom('prices').select(['id', 'date']).where('product_id', '=', productId).orderBy('date');
  const { ids } = await db
    .selectFrom(ordered.as('history'))
    .select(jsonList(db, 'id', 'date').as('ids'))
    .executeTakeFirstOrThrow();
  return ids;
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

/** A deleted product is included while it has a price that day. */
export function listSheet(db: Reader, date: Day) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('products')
        .selectAll()
        .select((product) =>
          product
            .selectFrom('prices')
            .select((price) => price.fn.max('date').as('day'))
            .whereRef('product_id', '=', 'products.id')
            .where('date', '<', date)
            .as('last_date'),
        )
        .where(({ eb, exists, or }) =>
          or([
            eb('archived_at', 'is', null),
            exists(
              eb
                .selectFrom('prices')
                .select('prices.id')
                .whereRef('prices.product_id', '=', 'products.id')
                .where('prices.date', '=', date),
            ),
          ]),
        )
        .as('product'),
    )
    .leftJoin('prices as current', (join) =>
      join.onRef('current.product_id', '=', 'product.id').on('current.date', '=', date),
    )
    .leftJoin('prices as last', (join) =>
      join.onRef('last.product_id', '=', 'product.id').onRef('last.date', '=', 'product.last_date'),
    )
    .select([
      'product.id',
      'product.code',
      'product.name',
      'product.name_si',
      'product.name_ta',
      'product.aliases',
      'product.type',
      'product.unit',
      'current.min_cents',
      'current.max_cents',
      'last.date as last_date',
      'last.min_cents as last_min_cents',
      'last.max_cents as last_max_cents',
    ])
    .orderBy('product.list_order')
    .orderBy('product.id')
    .execute();
}

/** One publisher writes at a time, and no product is archived meanwhile. */
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

/** Takes at most CHUNK rows. */
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

/** Takes at most CHUNK rows. */
export async function insertChanges(tx: Writer, rows: Insertable<Tables['price_changes']>[]): Promise<void> {
  await tx.insertInto('price_changes').values(rows).execute();
}
