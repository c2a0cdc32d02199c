import type { Insertable, Selectable } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { compareShopIds } from '../shops/queries.ts';

export type PlanPartRow = Selectable<Tables['plan_parts']> & { written_shop_id: string | null };
type NewPart = Insertable<Tables['plan_parts']>;

/** Lists corrected stalls by shop, then entrances and labels in the order in which they were added. */
export async function listPlanParts(db: Reader): Promise<PlanPartRow[]> {
  const rows = await db
    .selectFrom('plan_parts')
    .leftJoin('shops', 'shops.id', 'plan_parts.shop_id')
    .selectAll('plan_parts')
    .select('shops.shop_id as written_shop_id')
    .orderBy('plan_parts.id')
    .execute();
  const stalls = rows.filter(({ kind }) => kind === 'stall');
  stalls.sort((one, other) => compareShopIds(one.written_shop_id ?? '', other.written_shop_id ?? ''));
  return [...stalls, ...rows.filter(({ kind }) => kind !== 'stall')];
}

export async function listShopsOfPlan(db: Reader): Promise<{ id: number; shop_id: string }[]> {
  const rows = await db.selectFrom('shops').select(['id', 'shop_id']).execute();
  return rows.sort((one, other) => compareShopIds(one.shop_id, other.shop_id));
}

/** The number of rows in one statement. SQLite accepts at most 32,766 values. */
const ROWS_AT_ONCE = 500;

export async function deletePlanParts(tx: Writer, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE)
    await tx
      .deleteFrom('plan_parts')
      .where('id', 'in', ids.slice(from, from + ROWS_AT_ONCE))
      .execute();
}

export async function insertPlanParts(tx: Writer, parts: readonly NewPart[]): Promise<void> {
  for (let from = 0; from < parts.length; from += ROWS_AT_ONCE)
    await tx
      .insertInto('plan_parts')
      .values(parts.slice(from, from + ROWS_AT_ONCE))
      .execute();
}

const PICTURE = 1;

export function findPicture(db: Reader) {
  return db
    .selectFrom('plan_pictures')
    .select(['bytes', 'width', 'height'])
    .where('id', '=', PICTURE)
    .executeTakeFirst();
}

export function findPictureSize(db: Reader) {
  return db.selectFrom('plan_pictures').select(['width', 'height']).where('id', '=', PICTURE).executeTakeFirst();
}

export interface PlanPicture {
  bytes: Buffer;
  width: number;
  height: number;
}

export async function putPicture(
  tx: Writer,
  picture: PlanPicture & { stored_at: Instant; stored_by: string },
): Promise<void> {
  await tx
    .insertInto('plan_pictures')
    .values({ id: PICTURE, ...picture })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(picture))
    .execute();
}

export async function deletePicture(tx: Writer): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('plan_pictures').where('id', '=', PICTURE).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
