import type { Instant } from '#billing/calendar.ts';
import type { Reader } from '../../db/connect.ts';
import type { ProductRow } from '../products/queries.ts';

export type CorrectionRow = Awaited<ReturnType<typeof listPriceCorrections>>[number];

export function findProductByCode(db: Reader, code: string): Promise<ProductRow | undefined> {
  return db.selectFrom('products').selectAll().where('code', '=', code).executeTakeFirst();
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
