import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import { type AlertChannel, openMailStates } from '#contract/words.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { surrounds } from '../../db/like-pattern.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { IS_OPEN, type Lease } from '../mail/queries.ts';

export type SubscriptionRow = Selectable<Tables['alert_subscriptions']>;
export type AlertMessageRow = Selectable<Tables['alert_messages']>;
type NewAlertMessage = Insertable<Tables['alert_messages']>;

const CONFIRMATION = 'confirm';

export function insertSubscription(
  tx: Writer,
  row: Insertable<Tables['alert_subscriptions']>,
): Promise<SubscriptionRow> {
  return tx.insertInto('alert_subscriptions').values(row).returningAll().executeTakeFirstOrThrow();
}

export function findSubscription(db: Reader, tokenHash: string): Promise<SubscriptionRow | undefined> {
  return db.selectFrom('alert_subscriptions').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

export function lockSubscription(tx: Writer, tokenHash: string): Promise<SubscriptionRow | undefined> {
  return tx
    .selectFrom('alert_subscriptions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the subscriptions of browsers with these keys, in the order of their ids. */
export function lockPushSubscriptions(tx: Writer, tokenHashes: readonly string[]): Promise<SubscriptionRow[]> {
  return tx
    .selectFrom('alert_subscriptions')
    .selectAll()
    .where('token_hash', 'in', tokenHashes)
    .where('channel', '=', 'push')
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function updateSubscription(
  tx: Writer,
  id: number,
  changes: Updateable<Tables['alert_subscriptions']>,
): Promise<void> {
  await tx.updateTable('alert_subscriptions').set(changes).where('id', '=', id).execute();
}

export async function deleteSubscription(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('alert_subscriptions').where('id', '=', id).execute();
}

/** Deletes a subscription whose address no longer exists, unless the browser has replaced the address meanwhile. */
export async function deleteGoneSubscription(tx: Writer, id: number, address: string): Promise<void> {
  await tx.deleteFrom('alert_subscriptions').where('id', '=', id).where('address', '=', address).execute();
}

export async function countSubscriptions(db: Reader, channel: AlertChannel, address: string) {
  const of = db.selectFrom('alert_subscriptions').select(db.fn.countAll<number>().as('count'));
  const same = of.where('channel', '=', channel).where(reaches(channel, address));
  const counts = await db
    .selectNoFrom([
      same.where('confirmed_at', 'is not', null).as('confirmed'),
      same.where('confirmed_at', 'is', null).as('pending'),
      of.as('all'),
    ])
    .executeTakeFirstOrThrow();
  return { confirmed: Number(counts.confirmed), pending: Number(counts.pending), all: Number(counts.all) };
}

/**
 * Returns the condition that a subscription has this address. `name+tag@host` is delivered to `name@host`, so the two
 * count as one address.
 */
function reaches(channel: AlertChannel, address: string) {
  const [, name, host] = (channel === 'email' && /^([^+@]+)(?:\+[^@]*)?(@.*)$/.exec(address)) || [];
  if (name === undefined || host === undefined) return sql<boolean>`address = ${address}`;
  return sql<boolean>`(address = ${name + host} or ${surrounds(sql.ref('address'), `${name}+`, host)})`;
}

export async function countChannels(db: Reader) {
  const rows = await db
    .selectFrom('alert_subscriptions')
    .select(['channel', db.fn.countAll<number>().as('total'), db.fn.count<number>('confirmed_at').as('confirmed')])
    .groupBy('channel')
    .execute();
  return rows.map(({ channel, total, confirmed }) => ({
    channel,
    confirmed: Number(confirmed),
    unconfirmed: Number(total) - Number(confirmed),
  }));
}

export async function countMessages(db: Reader) {
  const rows = await db
    .selectFrom('alert_messages')
    .select(['state', 'message', db.fn.countAll<number>().as('count')])
    .groupBy(['state', 'message'])
    .execute();
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
}

export async function hasDueSubscriptions(db: Reader, version: number): Promise<boolean> {
  return (await selectDue(db, version).select('id').limit(1).executeTakeFirst()) !== undefined;
}

function selectDue(db: Reader, version: number) {
  return db.selectFrom('alert_subscriptions').where('confirmed_at', 'is not', null).where('seen_version', '<', version);
}

export function lockDueSubscriptions(
  tx: Writer,
  { version, afterId, most }: { version: number; afterId: number; most: number },
): Promise<SubscriptionRow[]> {
  return selectDue(tx, version)
    .selectAll()
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function markSeen(tx: Writer, ids: readonly number[], version: number): Promise<void> {
  await tx.updateTable('alert_subscriptions').set({ seen_version: version }).where('id', 'in', ids).execute();
}

export function listReports(db: Reader, ids: readonly number[], since: Day): Promise<AlertMessageRow[]> {
  return db
    .selectFrom('alert_messages')
    .selectAll()
    .where('subscription_id', 'in', ids)
    .where('day', '>=', since)
    .orderBy('id')
    .execute();
}

export function listMessagesOf(db: Reader, subscriptionId: number): Promise<AlertMessageRow[]> {
  return db
    .selectFrom('alert_messages')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('id', 'desc')
    .execute();
}

export async function countOpenMessages(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('alert_messages')
    .select(db.fn.countAll<number>().as('count'))
    .where(IS_OPEN)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const ROWS_AT_ONCE = 500;

export async function insertAlertMessages(tx: Writer, rows: readonly NewAlertMessage[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx
      .insertInto('alert_messages')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.columns(['subscription_id', 'occasion']).doNothing())
      .execute();
}

export async function updateFigures(tx: Writer, id: number, figures: string): Promise<void> {
  await tx.updateTable('alert_messages').set({ figures }).where('id', '=', id).execute();
}

export async function deleteMessage(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('alert_messages').where('id', '=', id).execute();
}

export async function deleteQueuedReports(tx: Writer, subscriptionId: number): Promise<void> {
  await tx
    .deleteFrom('alert_messages')
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'queued')
    .where('leased_by', 'is', null)
    .where('occasion', '<>', CONFIRMATION)
    .execute();
}

const LEASED_AT_ONCE = 20;

/**
 * Leases the alerts that are due, oldest first. In quiet hours only confirmations are due, because people are waiting
 * for them.
 */
export async function leaseAlerts(tx: Writer, { owner, until, now }: Lease, isQuiet: boolean): Promise<number[]> {
  const due = await tx
    .selectFrom('alert_messages')
    .select('id')
    .where(IS_OPEN)
    .where('state', '=', 'queued')
    .where('send_after', '<=', now)
    .where(({ or, eb }) => or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
    .$if(isQuiet, (query) => query.where('occasion', 'like', `${CONFIRMATION}%`))
    .orderBy('id')
    .limit(LEASED_AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = due.map(({ id }) => id);
  await tx
    .updateTable('alert_messages')
    .set({ leased_by: owner, leased_until: until })
    .where('id', 'in', ids)
    .execute();
  return ids;
}

export type OutgoingAlertRow = NonNullable<Awaited<ReturnType<typeof findOutgoingAlert>>>;

export function findOutgoingAlert(db: Reader, id: number) {
  return db
    .selectFrom('alert_messages')
    .innerJoin('alert_subscriptions', 'alert_subscriptions.id', 'alert_messages.subscription_id')
    .selectAll('alert_messages')
    .select([
      'channel',
      'address',
      'push_keys',
      'kind',
      'products',
      'limit_cents',
      'language',
      'token_sealed',
      'confirmed_at',
      'code_hash',
    ])
    .where('alert_messages.id', '=', id)
    .executeTakeFirst();
}

export async function postponeAlert(tx: Writer, id: number, { attempts, at }: { attempts: number; at: Instant }) {
  await tx
    .updateTable('alert_messages')
    .set({ attempts, send_after: at, leased_by: null, leased_until: null })
    .where('id', '=', id)
    .execute();
}

function selectOldMessages(db: Reader, before: Instant) {
  return db
    .selectFrom('alert_messages')
    .select('id')
    .where('changed_at', '<', before)
    .where('state', 'not in', openMailStates);
}

function selectForgotten(db: Reader, before: Instant) {
  return db
    .selectFrom('alert_subscriptions')
    .select('id')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before);
}

export async function hasOldAlerts(db: Reader, before: { message: Instant; pending: Instant }): Promise<boolean> {
  const message = await selectOldMessages(db, before.message).limit(1).executeTakeFirst();
  return message !== undefined || (await selectForgotten(db, before.pending).limit(1).executeTakeFirst()) !== undefined;
}

export async function deleteOldAlerts(
  tx: Writer,
  before: { message: Instant; pending: Instant },
  most: number,
): Promise<void> {
  const messages = selectOldMessages(tx, before.message).orderBy('changed_at').limit(most);
  await tx.deleteFrom('alert_messages').where('id', 'in', messages).execute();
  const forgotten = selectForgotten(tx, before.pending).orderBy('created_at').limit(most);
  await tx.deleteFrom('alert_subscriptions').where('id', 'in', forgotten).execute();
}
