import { type Selectable, sql } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import { MOST_HANDOVERS, MOST_OWN_FLOATS } from '#contract/gate-cash.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { emailNow } from '../../db/recorded-by.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { selectHeld } from '../cash/held-cash.ts';

type HandoverRow = Selectable<Tables['gate_handovers']>;

interface HeldSince {
  account_id: number;
  email: string;
  since: Instant;
}

/**
 * Returns since when people hold cash: since the closing or the float at which the oldest part of it came. The oldest cash
 * is handed over first, so that no hand-over of a part makes the rest newer than it is. Who holds nothing is not listed.
 */
export function listHeldSince(db: Reader, accountIds: readonly number[]): Promise<HeldSince[]> {
  if (accountIds.length === 0) return Promise.resolve([]);
  const shifts = db
    .selectFrom('gate_shifts')
    .select([
      sql<number>`issued_by_id`.as('account_id'),
      sql<string>`${emailNow('gate_shifts.issued_by_id', 'gate_shifts.issued_by')}`.as('email'),
      sql<Instant>`closed_at`.as('at'),
      'updated_at as recorded_at',
      sql<Cents>`counted_cents`.as('cents'),
    ])
    .where('issued_by_id', 'in', accountIds)
    .where('to_hand_over', '=', 1);
  const floats = db
    .selectFrom('gate_handovers')
    .select([
      'account_id',
      sql<string>`${emailNow('gate_handovers.account_id', 'gate_handovers.keeper')}`.as('email'),
      'received_at as at',
      'received_at as recorded_at',
      'given_cents as cents',
    ])
    .where('account_id', 'in', accountIds)
    .where('given_cents', '>', cents(0))
    .where('undone_at', 'is', null);
  const newer = sql<Cents>`sum(came.cents) over (partition by came.account_id order by came.recorded_at desc, came.at desc
    rows unbounded preceding) - came.cents`;
  const parts = db
    .selectFrom(shifts.unionAll(floats).as('came'))
    .select(['came.account_id', 'came.email', 'came.at', newer.as('newer')]);
  return db
    .selectFrom(parts.as('part'))
    .innerJoin(selectHeld(db).as('held'), 'held.account_id', 'part.account_id')
    .whereRef('part.newer', '<', 'held.cents')
    .select(['part.account_id'])
    .select([sql<string>`max(part.email)`.as('email'), sql<Instant>`min(part.at)`.as('since')])
    .groupBy('part.account_id')
    .execute();
}

type NewHandover = Pick<
  HandoverRow,
  'account_id' | 'keeper' | 'expected_cents' | 'given_cents' | 'received_cents' | 'left_cents' | 'reason' | 'session_id'
>;

export async function insertHandover(
  tx: Writer,
  { now, actor, accountId }: ActionContext,
  row: NewHandover,
): Promise<number> {
  const { id } = await tx
    .insertInto('gate_handovers')
    .values({ ...row, received_at: now, received_by: actor, received_by_id: accountId ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the cash session into which the cash was received, which never changes. */
export async function findSessionOfHandover(tx: Writer, id: number): Promise<number | null> {
  const row = await tx.selectFrom('gate_handovers').select('session_id').where('id', '=', id).executeTakeFirst();
  return row?.session_id ?? null;
}

export function lockHandover(tx: Writer, id: number): Promise<HandoverRow | undefined> {
  return tx.selectFrom('gate_handovers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateHandover(tx: Writer, id: number, columns: Partial<Omit<HandoverRow, 'id'>>): Promise<void> {
  await tx.updateTable('gate_handovers').set(columns).where('id', '=', id).execute();
}

export type ListedHandover = Awaited<ReturnType<typeof listHandovers>>[number];

function selectHandovers(db: Reader, receiverId?: number) {
  return db
    .selectFrom('gate_handovers')
    .leftJoin('cash_sessions as session', 'session.id', 'gate_handovers.session_id')
    .selectAll('gate_handovers')
    .select('session.closed_at as session_closed_at')
    .$if(receiverId !== undefined, (query) => query.where('received_by_id', '=', receiverId ?? 0))
    .select([
      emailNow<string>('gate_handovers.account_id', 'gate_handovers.keeper').as('keeper_now'),
      emailNow<string>('gate_handovers.received_by_id', 'gate_handovers.received_by').as('receiver_now'),
    ])
    .orderBy('gate_handovers.id', 'desc');
}

/**
 * Lists the hand-overs whose cash is neither banked nor in a cash session, and the newest of the others, newest first;
 * of one receiver or of all.
 */
export async function listHandovers(db: Reader, receiverId?: number) {
  const waiting = await selectHandovers(db, receiverId)
    .where('gate_handovers.banked_on', 'is', null)
    .where('gate_handovers.session_id', 'is', null)
    .where('undone_at', 'is', null)
    .where('received_cents', '>', cents(0))
    .execute();
  const newest = await selectHandovers(db, receiverId).limit(MOST_HANDOVERS).execute();
  const known = new Set(newest.map(({ id }) => id));
  return [...newest, ...waiting.filter(({ id }) => !known.has(id))];
}

export function findHandover(db: Reader, id: number) {
  return selectHandovers(db).where('gate_handovers.id', '=', id).executeTakeFirstOrThrow();
}

/** Lists the newest floats that were handed out to a person, newest first. */
export function listFloatsOf(db: Reader, accountId: number) {
  return db
    .selectFrom('gate_handovers')
    .select([
      'received_at',
      'given_cents',
      emailNow<string>('gate_handovers.received_by_id', 'gate_handovers.received_by').as('giver'),
    ])
    .where('account_id', '=', accountId)
    .where('given_cents', '>', cents(0))
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(MOST_OWN_FLOATS)
    .execute();
}

/** Sums the cash that its receiver or its keeper recorded as banked, by that person. */
export function sumOwnBankedHandovers(db: Reader) {
  return db
    .selectFrom('gate_handovers')
    .select([
      emailNow<string>('gate_handovers.banked_by_id', 'gate_handovers.banked_by').as('email'),
      sql<Cents>`cast(sum(received_cents) as bigint)`.as('cents'),
    ])
    .where(sql<boolean>`banked_by_id in (account_id, received_by_id)`)
    .groupBy('email')
    .execute();
}

/** `since` is when the oldest of a receiver's cash was received. */
export function sumUnbankedHandovers(db: Reader) {
  return db
    .selectFrom('gate_handovers')
    .select([
      emailNow<string>('gate_handovers.received_by_id', 'gate_handovers.received_by').as('email'),
      sql<Cents>`cast(sum(received_cents) as bigint)`.as('cents'),
      sql<Instant>`min(received_at)`.as('since'),
    ])
    .where('banked_on', 'is', null)
    .where('session_id', 'is', null)
    .where('undone_at', 'is', null)
    .where('received_cents', '>', cents(0))
    .groupBy('email')
    .orderBy('email')
    .execute();
}

/**
 * Sums all hand-overs by keeper, receiver and where the cash is. The result's names differ from those of columns, because
 * `group by` prefers a column.
 */
export function sumHandovers(db: Reader) {
  const sumOf = (column: 'expected_cents' | 'given_cents' | 'received_cents' | 'left_cents') =>
    sql<Cents>`cast(sum(${sql.ref(column)}) as bigint)`;
  return db
    .selectFrom('gate_handovers')
    .select([
      emailNow<string>('gate_handovers.account_id', 'gate_handovers.keeper').as('keeper_now'),
      emailNow<string>('gate_handovers.received_by_id', 'gate_handovers.received_by').as('receiver_now'),
      sql<'drawer' | 'banked' | 'not banked'>`case when session_id is not null then 'drawer'
        when banked_on is null then 'not banked' else 'banked' end`.as('state'),
      sumOf('expected_cents').as('expected'),
      sumOf('given_cents').as('given'),
      sumOf('received_cents').as('received'),
      sumOf('left_cents').as('left'),
    ])
    .where('undone_at', 'is', null)
    .groupBy(['keeper_now', 'receiver_now', 'state'])
    .execute();
}
