import { type Selectable, sql } from 'kysely';
import { type Day, endOfDay, type Instant, startOfDay } from '#billing/calendar.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { nameContains, personContains } from '../../db/like-pattern.ts';
import type { RowSlice } from '../../db/page-rows.ts';
import { prepared, preparedWrite } from '../../db/prepared.ts';
import { ledgerOfSubject } from '../../db/seal/sealed-tables.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type AuditRow = Selectable<Tables['audit_log']>;

export type AuditHead = Pick<
  Selectable<Tables['audit_head']>,
  'hash' | 'key_id' | 'newest_id' | 'sealed_columns' | 'last_without_tenancy'
>;

export async function lockHead(tx: Writer): Promise<AuditHead> {
  const head = await lockHeadRow(tx, HEAD_ID);
  if (!head) throw new Error('the head of the audit log is missing');
  return head;
}

export const moveHead = preparedWrite<AuditHead>((tx, head) =>
  tx.updateTable('audit_head').set(head).where('id', '=', HEAD_ID),
);

/** Returns the head of the log; undefined if it was deleted. */
export function findHead(db: Reader): Promise<AuditHead | undefined> {
  return findHeadRow(db, HEAD_ID);
}

const IDS_AT_ONCE = 500;

/** Returns the hashes of the entries with these numbers that exist. */
export async function findHashes(db: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const wanted = ids.slice(at, at + IDS_AT_ONCE);
    const rows = await db.selectFrom('audit_log').select(['id', 'hash']).where('id', 'in', wanted).execute();
    for (const { id, hash } of rows) found.set(id, hash);
  }
  return found;
}

export async function isLogKeyed(db: Reader): Promise<boolean> {
  const newest = await db.selectFrom('audit_log').select('key_id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return newest !== undefined && newest.key_id !== '';
}

function selectHead(db: Reader, id: number) {
  return db
    .selectFrom('audit_head')
    .select(['hash', 'key_id', 'newest_id', 'sealed_columns', 'last_without_tenancy'])
    .where('id', '=', id);
}

const HEAD_ID = 1;
const findHeadRow = prepared(selectHead);
const lockHeadRow = prepared((tx, id: number) => selectHead(tx, id).forUpdate());

const insertEntry = preparedWrite<AuditRow>((tx, entry) => tx.insertInto('audit_log').values(entry));

export async function insertEntries(tx: Writer, entries: readonly AuditRow[]): Promise<void> {
  const [first] = entries;
  if (first && entries.length === 1) await insertEntry(tx, first);
  else await tx.insertInto('audit_log').values(entries).execute();
}

export async function oldestEntryAt(db: Reader): Promise<Instant | undefined> {
  const entry = await db.selectFrom('audit_log').select('event_date').orderBy('id').limit(1).executeTakeFirst();
  return entry?.event_date;
}

export async function newestEntryAt(db: Reader): Promise<Instant | undefined> {
  const entry = await db.selectFrom('audit_log').select('event_date').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return entry?.event_date;
}

/**
 * Returns the time of the newest sign-in up to an instant. Sign-ins after it were recorded by a clock that was ahead.
 */
export async function newestSignInAt(db: Reader, until: Instant): Promise<Instant | undefined> {
  const signIns = db.selectFrom('audit_log').select('event_date').where('event_type', '=', 'Signed In');
  const known = signIns.where('event_date', '<=', until).orderBy('event_date', 'desc');
  const newest = await known.limit(1).executeTakeFirst();
  return newest?.event_date;
}

export function listEntriesAfter(db: Reader, id: number, count: number): Promise<AuditRow[]> {
  return db.selectFrom('audit_log').selectAll().where('id', '>', id).orderBy('id').limit(count).execute();
}

/** The longest part of the log that is worth reading. Ten thousand tickets of a day have an entry each. */
const MOST_FOLLOWED = 5000;

/**
 * Returns the subjects of seals (ledgers, and rows of other tables) that have changed since the log ended at `from`,
 * because the log names each of them with its new seal. Returns undefined if the log does not continue from there, or if
 * too much of it would be read.
 */
export async function listChangedSubjects(db: Reader, from: AuditHead, to: AuditHead): Promise<string[] | undefined> {
  if (from.newest_id === to.newest_id && from.hash === to.hash) return [];
  if (to.newest_id - from.newest_id > MOST_FOLLOWED) return undefined;
  const [last, ...entries] = await db
    .selectFrom('audit_log')
    .select(['hash', 'sealed'])
    .where('id', '>=', from.newest_id)
    .orderBy('id')
    .limit(MOST_FOLLOWED + 1)
    .execute();
  if (last?.hash !== from.hash) return undefined;
  const subjects = entries.flatMap(({ sealed }) => (sealed === '' ? [] : Object.keys(JSON.parse(sealed) as object)));
  return [...new Set(subjects)];
}

/** Returns the tenancies whose ledgers have changed, or undefined, as `listChangedSubjects` does. */
export async function listChangedLedgers(db: Reader, from: AuditHead, to: AuditHead): Promise<number[] | undefined> {
  const subjects = await listChangedSubjects(db, from, to);
  return subjects && ledgersOfSubjects(subjects);
}

export function ledgersOfSubjects(subjects: readonly string[]): number[] {
  return subjects.map(ledgerOfSubject).filter((id) => id !== undefined);
}

export const raiseCount = preparedWrite<{ day: Day; eventType: string; by: number }>((tx, { day, eventType, by }) =>
  tx
    .insertInto('audit_counts')
    .values({ day, event_type: eventType, entries: by })
    .onConflict((conflict) =>
      conflict.columns(['day', 'event_type']).doUpdateSet({ entries: sql`audit_counts.entries + ${by}` }),
    ),
);

export function listAuditCounts(db: Reader) {
  return db.selectFrom('audit_counts').selectAll().execute();
}

export async function listEventTypes(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('audit_counts').select('event_type').distinct().execute();
  return rows.map(({ event_type }) => event_type);
}

export interface EntriesWanted {
  type?: string | undefined;
  /** The first and the last day, both included. */
  from?: Day | undefined;
  to?: Day | undefined;
  shopId?: string | undefined;
  search?: string | undefined;
}

export function listDayCounts(db: Reader, { type, from, to }: EntriesWanted): Promise<DayCount[]> {
  return db
    .selectFrom('audit_counts')
    .select(['day', sql<number>`cast(sum(entries) as bigint)`.as('count')])
    .$if(Boolean(type), (query) => query.where('event_type', '=', type ?? ''))
    .$call((query) => (from ? query.where('day', '>=', from) : query))
    .$call((query) => (to ? query.where('day', '<=', to) : query))
    .groupBy('day')
    .orderBy('day', 'desc')
    .execute();
}

export interface DayCount {
  day: Day;
  count: number;
}

const SEARCHED = ['event_description', 'new_value', 'old_value', 'edit_reason', 'invoice_id', 'shop_id', 'event_type'];

function selectEntries(db: Reader, { type, from, to, shopId, search = '' }: EntriesWanted) {
  const matches = [...SEARCHED.map((column) => nameContains(column, search)), personContains('user_actioned', search)];
  return db
    .selectFrom('audit_log')
    .$call((query) => (from ? query.where('event_date', '>=', startOfDay(from)) : query))
    .$call((query) => (to ? query.where('event_date', '<', endOfDay(to)) : query))
    .$if(Boolean(type), (query) => query.where('event_type', '=', type ?? ''))
    .$if(Boolean(shopId), (query) =>
      query.where('shop_id', 'is not', null).where(sql`lower(shop_id)`, '=', String(shopId).toLowerCase()),
    )
    .$if(search !== '', (query) => query.where(sql<boolean>`(${sql.join(matches, sql` or `)})`));
}

export function listEntries(db: Reader, wanted: EntriesWanted, { offset, limit }: RowSlice): Promise<AuditRow[]> {
  return selectEntries(db, wanted)
    .selectAll()
    .orderBy('event_date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countEntries(db: Reader, wanted: EntriesWanted): Promise<number> {
  const { entries } = await selectEntries(db, wanted)
    .select(sql<number>`cast(count(*) as bigint)`.as('entries'))
    .executeTakeFirstOrThrow();
  return entries;
}
