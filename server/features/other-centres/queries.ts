import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type CentreRow = Selectable<Tables['other_centres']>;
export type OtherProductRow = Selectable<Tables['other_products']>;
export type OtherDay = Selectable<Tables['other_days']>;
export type OtherPrice = Selectable<Tables['other_prices']>;

/** Rows of one statement. PostgreSQL accepts 65,535 values in a statement. */
const ROWS_AT_ONCE = 500;

export function listCentres(db: Reader): Promise<CentreRow[]> {
  return db.selectFrom('other_centres').selectAll().orderBy('id').execute();
}

export function findCentre(db: Reader, id: number): Promise<CentreRow | undefined> {
  return db.selectFrom('other_centres').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findCentreByKey(db: Reader, key: string): Promise<CentreRow | undefined> {
  return db.selectFrom('other_centres').selectAll().where('market_key', '=', key).executeTakeFirst();
}

export async function hasDueCentres(db: Reader, now: Instant): Promise<boolean> {
  const due = db.selectFrom('other_centres').select('id').where('next_read_at', '<=', now).limit(1);
  return (await due.executeTakeFirst()) !== undefined;
}

export function listDueCentres(db: Reader, now: Instant): Promise<CentreRow[]> {
  return db
    .selectFrom('other_centres')
    .selectAll()
    .where('next_read_at', '<=', now)
    .orderBy('next_read_at')
    .orderBy('id')
    .execute();
}

/** Claims a reading by moving the next one. Returns false if another server has claimed it. */
export async function claimReading(tx: Writer, { id, next_read_at }: CentreRow, until: Instant): Promise<boolean> {
  const claimed = await tx
    .updateTable('other_centres')
    .set({ next_read_at: until })
    .where('id', '=', id)
    .where('next_read_at', '=', next_read_at)
    .returning('id')
    .execute();
  return claimed.length > 0;
}

export async function insertCentre(tx: Writer, row: Insertable<Tables['other_centres']>): Promise<number> {
  const { id } = await tx.insertInto('other_centres').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateCentre(tx: Writer, id: number, row: Updateable<Tables['other_centres']>): Promise<void> {
  await tx.updateTable('other_centres').set(row).where('id', '=', id).execute();
}

export async function deleteCentre(tx: Writer, id: number): Promise<void> {
  const products = tx.selectFrom('other_products').select('id').where('centre_id', '=', id);
  await tx.deleteFrom('other_prices').where('other_product_id', 'in', products).execute();
  await tx.deleteFrom('other_products').where('centre_id', '=', id).execute();
  await tx.deleteFrom('other_days').where('centre_id', '=', id).execute();
  await tx.deleteFrom('other_centres').where('id', '=', id).execute();
}

export function listOtherProducts(db: Reader, centreId: number): Promise<OtherProductRow[]> {
  return db.selectFrom('other_products').selectAll().where('centre_id', '=', centreId).orderBy('name').execute();
}

export function findOtherProduct(db: Reader, centreId: number, id: number): Promise<OtherProductRow | undefined> {
  return db
    .selectFrom('other_products')
    .selectAll()
    .where('centre_id', '=', centreId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function putOtherProducts(
  tx: Writer,
  rows: readonly Insertable<Tables['other_products']>[],
): Promise<void> {
  for (const some of pieces(rows))
    await tx
      .insertInto('other_products')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['centre_id', 'code']).doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          name_si: eb.ref('excluded.name_si'),
          name_ta: eb.ref('excluded.name_ta'),
          unit: eb.ref('excluded.unit'),
          cpc: eb.ref('excluded.cpc'),
          hs: eb.ref('excluded.hs'),
          product_id: eb.ref('excluded.product_id'),
          mapped_by: eb.ref('excluded.mapped_by'),
        })),
      )
      .execute();
}

export async function deleteOtherProducts(tx: Writer, ids: readonly number[]): Promise<void> {
  for (const some of pieces(ids)) {
    await tx.deleteFrom('other_prices').where('other_product_id', 'in', some).execute();
    await tx.deleteFrom('other_products').where('id', 'in', some).execute();
  }
}

export async function setMapping(
  tx: Writer,
  id: number,
  mapping: Pick<OtherProductRow, 'product_id' | 'mapped_by'>,
): Promise<void> {
  await tx.updateTable('other_products').set(mapping).where('id', '=', id).execute();
}

export function listOtherDays(db: Reader, centreId: number): Promise<OtherDay[]> {
  return db.selectFrom('other_days').selectAll().where('centre_id', '=', centreId).orderBy('date').execute();
}

export async function putOtherDays(tx: Writer, rows: readonly OtherDay[]): Promise<void> {
  for (const some of pieces(rows))
    await tx
      .insertInto('other_days')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['centre_id', 'date']).doUpdateSet((eb) => ({
          state: eb.ref('excluded.state'),
          prices: eb.ref('excluded.prices'),
          reason: eb.ref('excluded.reason'),
          reason_si: eb.ref('excluded.reason_si'),
          reason_ta: eb.ref('excluded.reason_ta'),
          is_stale: eb.ref('excluded.is_stale'),
        })),
      )
      .execute();
}

export async function deleteOtherDays(tx: Writer, centreId: number, dates: readonly Day[]): Promise<void> {
  for (const some of pieces(dates))
    await tx.deleteFrom('other_days').where('centre_id', '=', centreId).where('date', 'in', some).execute();
}

export async function deleteOtherPrices(tx: Writer, centreId: number, dates: readonly Day[]): Promise<void> {
  const products = tx.selectFrom('other_products').select('id').where('centre_id', '=', centreId);
  for (const some of pieces(dates))
    await tx.deleteFrom('other_prices').where('other_product_id', 'in', products).where('date', 'in', some).execute();
}

export async function insertOtherPrices(tx: Writer, rows: readonly OtherPrice[]): Promise<void> {
  for (const some of pieces(rows)) await tx.insertInto('other_prices').values(some).execute();
}

/** Returns what is stored of each centre. */
export async function countStored(
  db: Reader,
): Promise<Map<number, { prices: number; newest: Day | null; stale: number }>> {
  const rows = await db
    .selectFrom('other_days')
    .select(({ fn, eb }) => [
      'centre_id',
      fn.sum<number>(eb.case().when('is_stale', '=', 0).then(eb.ref('prices')).else(0).end()).as('prices'),
      fn
        .max<Day | null>(
          eb
            .case()
            .when(eb.and([eb('state', '=', 'list'), eb('is_stale', '=', 0)]))
            .then(eb.ref('date'))
            .else(null)
            .end(),
        )
        .as('newest'),
      fn.sum<number>('is_stale').as('stale'),
    ])
    .groupBy('centre_id')
    .execute();
  return new Map(
    rows.map((row) => [row.centre_id, { prices: Number(row.prices), newest: row.newest, stale: Number(row.stale) }]),
  );
}

export async function countOtherProducts(db: Reader): Promise<Map<number, { products: number; unmapped: number }>> {
  const rows = await db
    .selectFrom('other_products')
    .select(({ fn, eb }) => [
      'centre_id',
      fn.countAll<number>().as('products'),
      fn.sum<number>(eb.case().when('mapped_by', '=', 'none').then(1).else(0).end()).as('unmapped'),
    ])
    .groupBy('centre_id')
    .execute();
  return new Map(
    rows.map((row) => [row.centre_id, { products: Number(row.products), unmapped: Number(row.unmapped) }]),
  );
}

export function listDaysOn(db: Reader, date: Day): Promise<OtherDay[]> {
  return db.selectFrom('other_days').selectAll().where('date', '=', date).execute();
}

/** Returns the prices of a day at all centres, of products that are one of this market's. */
export function listUnion(db: Reader, date: Day, productId?: number) {
  const rows = db
    .selectFrom('other_products')
    .innerJoin('other_prices', 'other_prices.other_product_id', 'other_products.id')
    .select(['centre_id', 'product_id', 'other_products.code', 'unit', 'date', 'min_cents', 'max_cents'])
    .where('product_id', 'is not', null)
    .where('date', '=', date);
  return (productId === undefined ? rows : rows.where('product_id', '=', productId)).orderBy('centre_id').execute();
}

/** Returns the products of other centres that are a product of this market. */
export function listSameProducts(db: Reader, productId: number): Promise<OtherProductRow[]> {
  return db.selectFrom('other_products').selectAll().where('product_id', '=', productId).orderBy('id').execute();
}

export function findNewestPrice(db: Reader, otherProductId: number): Promise<OtherPrice | undefined> {
  return db
    .selectFrom('other_prices')
    .selectAll()
    .where('other_product_id', '=', otherProductId)
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function listOtherHistory(db: Reader, otherProductId: number, from: Day): Promise<OtherPrice[]> {
  return db
    .selectFrom('other_prices')
    .selectAll()
    .where('other_product_id', '=', otherProductId)
    .where('date', '>=', from)
    .orderBy('date')
    .execute();
}

/** Returns the products that at least one other centre has had a price of. */
export async function listComparedProducts(db: Reader): Promise<number[]> {
  const rows = await db
    .selectFrom('other_products')
    .select('product_id')
    .distinct()
    .where('product_id', 'is not', null)
    .execute();
  return rows.flatMap(({ product_id }) => product_id ?? []);
}

function* pieces<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE);
}
