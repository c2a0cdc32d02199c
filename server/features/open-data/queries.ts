import type { Selectable } from 'kysely';
import { type Day, firstDayOf, type Instant, monthInYear } from '#billing/calendar.ts';
import type { Reader } from '../../db/connect.ts';
import { dayNumberOf, jsonList } from '../../db/json-list.ts';
import type { Tables } from '../../db/tables.ts';
import type { ProductRow } from '../products/queries.ts';

/** JSON lists of equal length: product ids, days since 1970-01-01, cents. */
export interface PriceColumns {
  productIds: string;
  days: string;
  minCents: string;
  maxCents: string;
}

export type CorrectionRow = Awaited<ReturnType<typeof listPriceCorrections>>[number];
type ProductPriceRow = Pick<Selectable<Tables['prices']>, 'date' | 'min_cents' | 'max_cents'>;

export function findProductByCode(db: Reader, code: string): Promise<ProductRow | undefined> {
  return db.selectFrom('products').selectAll().where('code', '=', code).executeTakeFirst();
}

export function listProductPrices(
  db: Reader,
  productId: number,
  { from, to }: { from: Day | undefined; to: Day | undefined },
): Promise<ProductPriceRow[]> {
  return db
    .selectFrom('prices')
    .select(['date', 'min_cents', 'max_cents'])
    .where('product_id', '=', productId)
    .$call((query) => (from === undefined ? query : query.where('date', '>=', from)))
    .$call((query) => (to === undefined ? query : query.where('date', '<=', to)))
    .orderBy('date')
    .execute();
}

/**
 * One statement, so that no correction comes in between. One text per column takes 7 ms for 34,000 prices; rows take
 * 25.
 */
export function readYear(db: Reader, year: number): Promise<PriceColumns> {
  const prices = inYear(db, year).select([
    'id',
    'product_id',
    'min_cents',
    'max_cents',
    dayNumberOf(db, 'date').as('day'),
  ]);
  return db
    .selectFrom(prices.as('year'))
    .select([
      jsonList(db, 'product_id', 'id').as('productIds'),
      jsonList(db, 'day', 'id').as('days'),
      jsonList(db, 'min_cents', 'id').as('minCents'),
      jsonList(db, 'max_cents', 'id').as('maxCents'),
    ])
    .executeTakeFirstOrThrow();
}

export async function listYears(db: Reader): Promise<number[]> {
  const years: number[] = [];
  for (;;) {
    const { first } = await db
      .selectFrom('prices')
      .select(({ fn }) => fn.min('date').as('first'))
      .where('date', '>=', firstDayOf(monthInYear((years.at(-1) ?? 0) + 1, 1)))
      .executeTakeFirstOrThrow();
    if (first === null) return years;
    years.push(Number(first.slice(0, 4)));
  }
}

export function countYear(db: Reader, year: number) {
  return inYear(db, year)
    .select(({ fn }) => [
      fn.countAll<number>().as('rows'),
      fn.count<number>('date').distinct().as('days'),
      fn.min('date').as('first'),
      fn.max('date').as('last'),
    ])
    .executeTakeFirstOrThrow();
}

export function countByDay(db: Reader, year: number) {
  return inYear(db, year)
    .select(({ fn }) => ['date', fn.countAll<number>().as('prices')])
    .groupBy('date')
    .execute();
}

function inYear(db: Reader, year: number) {
  return db
    .selectFrom('prices')
    .where('date', '>=', firstDayOf(monthInYear(year, 1)))
    .where('date', '<', firstDayOf(monthInYear(year + 1, 1)));
}

export function listPriceCorrections(db: Reader, since: Instant | undefined, page: { limit: number; offset: number }) {
  return changesSince(db, since)
    .innerJoin('products', 'products.id', 'price_changes.product_id')
    .select([
      'price_changes.id',
      'code',
      'name',
      'name_si',
      'name_ta',
      'date',
      'changed_at',
      'old_min_cents',
      'old_max_cents',
      'new_min_cents',
      'new_max_cents',
    ])
    .orderBy('price_changes.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countCorrections(db: Reader, since: Instant | undefined): Promise<number> {
  const { total } = await changesSince(db, since)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function changesSince(db: Reader, since: Instant | undefined) {
  const changes = db.selectFrom('price_changes');
  return since === undefined ? changes : changes.where('changed_at', '>=', since);
}
