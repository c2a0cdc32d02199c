import { type Insertable, type Selectable, sql } from 'kysely';
import { type Day, type Instant, instantOf, type Month } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { MOST_RENT_MESSAGES, type RentMessageList } from '#contract/rent-messages.ts';
import { type MailState, openMailStates, type RentMessageOccasion } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { selectUnpaidCharges } from '../ledger/queries.ts';
import { IS_OPEN, type Lease } from '../mail/queries.ts';

export type RentMessageRow = Selectable<Tables['rent_messages']>;
type NewRentMessage = Omit<Insertable<Tables['rent_messages']>, 'id'>;

/** Stores a message, unless its recipient has the same one. Returns whether it is new. */
export async function insertRentMessage(
  tx: Writer,
  { tenancyIds, ...row }: NewRentMessage & { tenancyIds: readonly number[] },
): Promise<boolean> {
  const stored = await tx
    .insertInto('rent_messages')
    .values(row)
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) return false;
  const links = tenancyIds.map((tenancy_id) => ({ message_id: stored.id, tenancy_id }));
  await tx.insertInto('rent_message_tenancies').values(links).execute();
  return true;
}

/** Returns which of these keys are taken. */
export async function listTakenKeys(db: Reader, keys: readonly string[]): Promise<Set<string>> {
  const taken = new Set<string>();
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    const some = keys.slice(at, at + KEYS_AT_ONCE);
    const rows = await db.selectFrom('rent_messages').select('once_key').where('once_key', 'in', some).execute();
    for (const row of rows) taken.add(row.once_key);
  }
  return taken;
}

const KEYS_AT_ONCE = 500;

const STATES: Record<RentMessageList, readonly MailState[]> = {
  open: openMailStates,
  failed: ['failed', 'unknown'],
  done: ['sent', 'failed'],
};

/** The beginning of the sentences of messages that were left out; they are stored as failed. */
const LEFT_OUT = '["rent-messages.left_out.';
const IS_LEFT_OUT = sql<boolean>`substr(message, 1, ${sql.lit(LEFT_OUT.length)}) = ${LEFT_OUT}`;

export function isLeftOut({ state, message }: Pick<RentMessageRow, 'state' | 'message'>): boolean {
  return state === 'failed' && message.startsWith(LEFT_OUT);
}

export function listRentMessages(db: Reader, list: RentMessageList): Promise<RentMessageRow[]> {
  return db
    .selectFrom('rent_messages')
    .selectAll()
    .where('state', 'in', STATES[list])
    .$if(list === 'failed', (query) => query.where(({ not }) => not(IS_LEFT_OUT)))
    .$if(list === 'done', (query) => query.where(({ or, eb }) => or([eb('state', '=', 'sent'), IS_LEFT_OUT])))
    .orderBy('id', 'desc')
    .limit(MOST_RENT_MESSAGES)
    .execute();
}

const MOST_OF_TENANCY = 20;

export function listRentMessagesOf(db: Reader, tenancyId: number): Promise<RentMessageRow[]> {
  return db
    .selectFrom('rent_messages')
    .selectAll()
    .where('id', 'in', db.selectFrom('rent_message_tenancies').select('message_id').where('tenancy_id', '=', tenancyId))
    .orderBy('id', 'desc')
    .limit(MOST_OF_TENANCY)
    .execute();
}

export function findRentMessage(db: Reader, id: number): Promise<RentMessageRow | undefined> {
  return db.selectFrom('rent_messages').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockRentMessage(tx: Writer, id: number): Promise<RentMessageRow | undefined> {
  return tx.selectFrom('rent_messages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Returns the tenancies of each message, with shop and name. */
export async function listTenanciesOfMessages(db: Reader, messageIds: readonly number[]) {
  if (messageIds.length === 0) return new Map<number, TenancyOfMessage[]>();
  const rows = await db
    .selectFrom('rent_message_tenancies')
    .innerJoin('tenancies', 'tenancies.id', 'rent_message_tenancies.tenancy_id')
    .innerJoin('shops', 'shops.id', 'tenancies.shop_id')
    .select(['message_id', 'tenancies.id as tenancy_id', 'tenancies.name as tenant_name', 'shops.shop_id'])
    .where('message_id', 'in', messageIds)
    .orderBy('tenancies.id')
    .execute();
  return Map.groupBy(rows, ({ message_id }) => message_id);
}

interface TenancyOfMessage {
  message_id: number;
  tenancy_id: number;
  tenant_name: string;
  shop_id: string;
}

const LEASED_AT_ONCE = 20;

/** Leases the messages that are due, oldest first. In quiet hours none is due. */
export async function leaseRentMessages(tx: Writer, { owner, until, now }: Lease, isQuiet: boolean): Promise<number[]> {
  if (isQuiet) return [];
  const due = await tx
    .selectFrom('rent_messages')
    .select('id')
    .where(IS_OPEN)
    .where('state', '=', 'queued')
    .where('send_after', '<=', now)
    .where(({ or, eb }) => or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
    .orderBy('id')
    .limit(LEASED_AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return ids;
  await tx.updateTable('rent_messages').set({ leased_by: owner, leased_until: until }).where('id', 'in', ids).execute();
  return ids;
}

/** Stores the text that is about to be handed over. */
export async function storeText(tx: Writer, id: number, written: { text: string; parts: number }): Promise<void> {
  await tx.updateTable('rent_messages').set(written).where('id', '=', id).execute();
}

/** Queues a message again: after a pause, because it did not arrive, or because a person asks for it. */
export async function queueAgain(
  tx: Writer,
  id: number,
  { attempts, at, changedAt }: { attempts: number; at: Instant; changedAt: Instant },
): Promise<void> {
  const free = { leased_by: null, leased_until: null, message: '' };
  await tx
    .updateTable('rent_messages')
    .set({ state: 'queued', attempts, send_after: at, changed_at: changedAt, ...free })
    .where('id', '=', id)
    .execute();
}

/** Returns what is unpaid of the bills of a month, or of all bills, and the first day on which it is due, by tenancy. */
export async function loadUnpaid(db: Reader, tenancyIds: readonly number[], month: Month | null) {
  const all = selectUnpaidCharges(db);
  const rows = await (month === null ? all : all.where('invoices.month', '=', month))
    .select(({ fn }) => [
      'charges.tenancy_id',
      fn.min<Day>('invoices.due_day').as('due_day'),
      sql<Cents>`cast(sum(charges.cents - charges.paid_cents) as bigint)`.as('cents'),
    ])
    .where('charges.tenancy_id', 'in', tenancyIds)
    .groupBy('charges.tenancy_id')
    .execute();
  return new Map(rows.map((row) => [row.tenancy_id, row]));
}

/** Returns a payment that is not void. */
export function findReportedPayment(db: Reader, id: number) {
  return db
    .selectFrom('ledger_entries')
    .select(['id', 'tenancy_id', 'cents', 'effective_at'])
    .where('id', '=', id)
    .where('kind', '=', 'payment')
    .where('voided_at', 'is', null)
    .executeTakeFirst();
}

const MOST_RECEIPTS_AT_ONCE = 200;

/** Lists payments that were recorded since then, are not void, and have no message. */
export function listUnreportedPayments(db: Reader, since: Instant) {
  return db
    .selectFrom('ledger_entries')
    .select(['id', 'tenancy_id', 'cents', 'effective_at'])
    .where('kind', '=', 'payment')
    .where('method', 'is not', null)
    .where('recorded_at', '>=', since)
    .where('voided_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('rent_messages').select('id').whereRef('payment_id', '=', 'ledger_entries.id'))),
    )
    .orderBy('id')
    .limit(MOST_RECEIPTS_AT_ONCE)
    .execute();
}

/**
 * Lists the current tenancies with a bill of a month that is not void. With `since`, only those whose bill was generated
 * after it and for which nothing is recorded.
 */
export async function listBilledTenancies(db: Reader, month: Month, since: Instant | null): Promise<number[]> {
  const rows = await db
    .selectFrom('invoices')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'invoices.id')
    .innerJoin('tenancies', 'tenancies.id', 'invoices.tenancy_id')
    .select('invoices.tenancy_id')
    .where('invoices.month', '=', month)
    .where('ledger_entries.voided_at', 'is', null)
    .where('tenancies.ended_on', 'is', null)
    .where('invoices.generated_at', '>=', since ?? instantOf(0))
    .$if(since !== null, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('rent_message_tenancies')
              .innerJoin('rent_messages', 'rent_messages.id', 'rent_message_tenancies.message_id')
              .select('rent_messages.id')
              .whereRef('rent_message_tenancies.tenancy_id', '=', 'tenancies.id')
              .where('rent_messages.occasion', '=', 'bill')
              .where('rent_messages.month', '=', month),
          ),
        ),
      ),
    )
    .execute();
  return [...new Set(rows.map(({ tenancy_id }) => tenancy_id))];
}

export async function hasMessagesOf(db: Reader, occasion: RentMessageOccasion, month: Month): Promise<boolean> {
  const found = db.selectFrom('rent_messages').select('id').where('month', '=', month).where('occasion', '=', occasion);
  return (await found.limit(1).executeTakeFirst()) !== undefined;
}

export async function listOptOuts(db: Reader, tenancyIds: readonly number[]): Promise<Set<number>> {
  if (tenancyIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('rent_message_opt_outs')
    .select('tenancy_id')
    .where('tenancy_id', 'in', tenancyIds)
    .execute();
  return new Set(rows.map(({ tenancy_id }) => tenancy_id));
}

export function findOptOut(db: Reader, tenancyId: number) {
  return db.selectFrom('rent_message_opt_outs').selectAll().where('tenancy_id', '=', tenancyId).executeTakeFirst();
}

export async function putOptOut(
  tx: Writer,
  { now, actor }: Pick<ActionContext, 'now' | 'actor'>,
  tenancyId: number,
): Promise<void> {
  await tx
    .insertInto('rent_message_opt_outs')
    .values({ tenancy_id: tenancyId, recorded_at: now, recorded_by: actor })
    .onConflict((conflict) => conflict.column('tenancy_id').doNothing())
    .execute();
}

export async function deleteOptOut(tx: Writer, tenancyId: number): Promise<void> {
  await tx.deleteFrom('rent_message_opt_outs').where('tenancy_id', '=', tenancyId).execute();
}

/** Deletes the messages of a tenancy and what it asked for, when its personal data are erased. */
export async function deleteRentMessagesOf(tx: Writer, tenancyId: number): Promise<void> {
  const ofTenancy = tx.selectFrom('rent_message_tenancies').select('message_id').where('tenancy_id', '=', tenancyId);
  await tx.deleteFrom('rent_messages').where('id', 'in', ofTenancy).execute();
  await deleteOptOut(tx, tenancyId);
}

function selectOldMessages(db: Reader, before: Instant) {
  return db
    .selectFrom('rent_messages')
    .select('id')
    .where('changed_at', '<', before)
    .where('state', 'not in', openMailStates);
}

export async function hasOldRentMessages(db: Reader, before: Instant): Promise<boolean> {
  return (await selectOldMessages(db, before).limit(1).executeTakeFirst()) !== undefined;
}

export async function deleteOldRentMessages(tx: Writer, before: Instant, most: number): Promise<void> {
  const oldest = selectOldMessages(tx, before).orderBy('changed_at').limit(most);
  await tx.deleteFrom('rent_messages').where('id', 'in', oldest).execute();
}
