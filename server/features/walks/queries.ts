import { type Insertable, sql } from 'kysely';
import { addDays, type Day, dayOf, type Instant, instantOf } from '#billing/calendar.ts';
import { CLOSED_DAYS, MOST_WALK_ENTRIES, WALK_PICTURE_DAYS } from '#contract/walks.ts';
import type { WalkState } from '#contract/words.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { compareShopIds } from '../shops/queries.ts';

function selectWalks(db: Reader) {
  return db
    .selectFrom('walk_entries as walk')
    .innerJoin('shops', 'shops.id', 'walk.shop_id')
    .leftJoin('tenancies', 'tenancies.id', 'walk.tenancy_id')
    .select([
      'walk.id',
      'walk.day',
      'walk.seen_at',
      'walk.state',
      'walk.note',
      'walk.recorded_by',
      'walk.handled_at',
      'walk.handled_by',
      'walk.sentence',
      'shops.shop_id',
      'shops.shop_name',
      'tenancies.name as tenant_name',
    ])
    .select(sql<number>`case when walk.picture is null then 0 else 1 end`.as('has_picture'));
}

export type WalkRow = Awaited<ReturnType<ReturnType<typeof selectWalks>['executeTakeFirstOrThrow']>>;

export function listWalks(db: Reader, shopRowId?: number): Promise<WalkRow[]> {
  return selectWalks(db)
    .$if(shopRowId !== undefined, (query) => query.where('walk.shop_id', '=', shopRowId ?? 0))
    .orderBy('walk.seen_at', 'desc')
    .orderBy('walk.id', 'desc')
    .limit(MOST_WALK_ENTRIES)
    .execute();
}

/** The newest entry of each shop: no other of the shop is later. */
const IS_NEWEST = sql<boolean>`not exists (select 1 from walk_entries as later where later.shop_id = walk.shop_id
  and (later.seen_at > walk.seen_at or (later.seen_at = walk.seen_at and later.id > walk.id)))`;

/** The days on which a stall was seen closed since it was last seen otherwise. */
const CLOSED = sql<number>`(select cast(count(distinct closed.day) as integer) from walk_entries as closed
  where closed.shop_id = walk.shop_id and closed.state = 'closed' and closed.seen_at > coalesce((
    select max(open.seen_at) from walk_entries as open where open.shop_id = walk.shop_id and open.state <> 'closed'), ''))`;

export type DifferenceRow = WalkRow & { closed_days: number };

/**
 * Lists the newest entries that differ from the register of today. A tenancy that began or ended since the entry was
 * recorded is another register, so that only the next walk can differ from it.
 */
export async function listDifferences(db: Reader): Promise<DifferenceRow[]> {
  const current = sql`(select now_let.id from tenancies as now_let
    where now_let.shop_id = walk.shop_id and now_let.ended_on is null)`;
  const rows = await selectWalks(db)
    .select(CLOSED.as('closed_days'))
    .where('walk.handled_at', 'is', null)
    .where(IS_NEWEST)
    .where(sql<boolean>`coalesce(walk.tenancy_id, 0) = coalesce(${current}, 0)`)
    .where(
      sql<boolean>`(walk.state = 'other' or (walk.state = 'trading' and walk.tenancy_id is null)
        or (walk.state = 'closed' and walk.tenancy_id is not null and ${CLOSED} >= ${CLOSED_DAYS}))`,
    )
    .execute();
  return rows.sort((one, other) => compareShopIds(one.shop_id, other.shop_id));
}

export interface WalkStallRow {
  shop_id: string;
  shop_name: string;
  tenant_name: string | null;
  state: WalkState | null;
  seen_at: Instant | null;
}

/** Lists all shops with their current tenant and the newest entry of the day. */
export async function listWalkStalls(db: Reader, day: Day): Promise<WalkStallRow[]> {
  const rows = await db
    .selectFrom('shops')
    .leftJoin('tenancies', (join) =>
      join.onRef('tenancies.shop_id', '=', 'shops.id').on('tenancies.ended_on', 'is', null),
    )
    .leftJoin('walk_entries as walk', (join) =>
      join.onRef('walk.shop_id', '=', 'shops.id').on('walk.day', '=', day).on(IS_NEWEST),
    )
    .select(['shops.shop_id', 'shops.shop_name', 'tenancies.name as tenant_name', 'walk.state', 'walk.seen_at'])
    .execute();
  return rows.sort((one, other) => compareShopIds(one.shop_id, other.shop_id));
}

export async function findWalkByKey(db: Reader, entryKey: string): Promise<number | undefined> {
  const row = await db.selectFrom('walk_entries').select('id').where('entry_key', '=', entryKey).executeTakeFirst();
  return row?.id;
}

export async function insertWalk(tx: Writer, entry: Insertable<Tables['walk_entries']>): Promise<number> {
  const { id } = await tx.insertInto('walk_entries').values(entry).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findWalkPicture(db: Reader, id: number): Promise<Buffer | null> {
  const row = await db.selectFrom('walk_entries').select('picture').where('id', '=', id).executeTakeFirst();
  return row?.picture ?? null;
}

export function lockWalk(tx: Writer, id: number) {
  return tx
    .selectFrom('walk_entries as walk')
    .innerJoin('shops', 'shops.id', 'walk.shop_id')
    .select(['walk.id', 'walk.handled_at', 'walk.tenancy_id', 'shops.shop_id'])
    .where('walk.id', '=', id)
    .executeTakeFirst();
}

export async function markHandled(
  tx: Writer,
  { id, ...handled }: { id: number; handled_at: Instant; handled_by: string; sentence: string },
): Promise<void> {
  await tx.updateTable('walk_entries').set(handled).where('id', '=', id).execute();
}

/** Erases the words and pictures of the entries of a tenancy. That the stall was seen remains. */
export async function eraseWalks(tx: Writer, tenancyId: number): Promise<void> {
  await tx
    .updateTable('walk_entries')
    .set({ note: '', picture: null, sentence: null })
    .where('tenancy_id', '=', tenancyId)
    .execute();
}

function selectOldWalkPictures(db: Reader, now: Instant) {
  const before = addDays(dayOf(instantOf(Date.parse(now))), -WALK_PICTURE_DAYS);
  return db.selectFrom('walk_entries').select('id').where('picture', 'is not', null).where('day', '<', before);
}

export async function hasOldWalkPictures(db: Reader, now: Instant): Promise<boolean> {
  return (await selectOldWalkPictures(db, now).limit(1).executeTakeFirst()) !== undefined;
}

export async function deleteOldWalkPictures(tx: Writer, now: Instant): Promise<void> {
  await tx
    .updateTable('walk_entries')
    .set({ picture: null })
    .where('id', 'in', selectOldWalkPictures(tx, now))
    .execute();
}
