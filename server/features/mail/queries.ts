import { type Insertable, type Selectable, sql } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import { NEWEST_MAILS } from '#contract/mail.ts';
import { openMailStates } from '#contract/words.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { erasedColumns, type PersonalColumns } from '../../db/personal-columns.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type NewMail = Insertable<Tables['mails']>;
export type MailRow = Selectable<Tables['mails']>;

export type OutgoingTable = 'mails' | 'alert_messages' | 'rent_messages';

/** A lease of an email. Only the process that has the lease may send the email, so that it is not sent twice. */
export interface Lease {
  table: OutgoingTable;
  owner: string;
  until: Instant;
  now: Instant;
}

/**
 * The condition of the partial indexes of emails. The states are literals, because SQLite does not use a partial index
 * if they are parameters.
 */
export const IS_OPEN = sql<boolean>`state in (${sql.join(openMailStates.map((state) => sql.lit(state)))})`;

function selectMails(db: Reader) {
  return db
    .selectFrom('mails')
    .leftJoin('invoices', 'invoices.id', 'mails.invoice_id')
    .innerJoin('tenancies', (join) =>
      join.on('tenancies.id', '=', sql<number>`coalesce(mails.tenancy_id, invoices.tenancy_id)`),
    )
    .innerJoin('shops', 'shops.id', 'tenancies.shop_id')
    .selectAll('mails')
    .select([
      'invoices.number',
      'tenancies.id as mailed_tenancy_id',
      'tenancies.name as tenant_name',
      'shops.shop_id as written_shop_id',
    ]);
}

export type ListedMailRow = Awaited<ReturnType<typeof listRunMails>>[number];

export function listRunMails(db: Reader, runId: string) {
  return selectMails(db).where('run_id', '=', runId).orderBy('mails.id').execute();
}

/**
 * The condition that no later email exists for the same invoice, or of the same type (reminder or statement) for the
 * same tenancy.
 */
const IS_LAST = sql<boolean>`not exists (
  select 1 from mails as later where later.invoice_id = mails.invoice_id and later.id > mails.id
) and not exists (
  select 1 from mails as later where later.tenancy_id = mails.tenancy_id and later.id > mails.id
    and (later.reminder_id is null) = (mails.reminder_id is null)
)`;

export function listMails(
  db: Reader,
  { number, isOpen }: { number: string | undefined; isOpen: boolean },
): Promise<ListedMailRow[]> {
  return selectMails(db)
    .$if(number !== undefined, (query) => query.where(sql`lower(invoices.number)`, '=', String(number).toLowerCase()))
    .$if(isOpen, (query) =>
      query
        .where('mails.state', 'in', [...openMailStates, 'unknown'])
        .where(({ or, eb }) => or([eb('mails.state', '<>', 'unknown'), IS_LAST]))
        .orderBy('mails.state', 'desc'),
    )
    .orderBy('mails.id', 'desc')
    .limit(NEWEST_MAILS)
    .execute();
}

export function findMail(db: Reader, id: number): Promise<ListedMailRow | undefined> {
  return selectMails(db).where('mails.id', '=', id).executeTakeFirst();
}

export function listUnknownMails(db: Reader, numbers: readonly string[]): Promise<ListedMailRow[]> {
  const wanted = numbers.map((number) => number.toLowerCase());
  return selectMails(db)
    .where(sql`lower(invoices.number)`, 'in', wanted)
    .where('mails.state', '=', 'unknown')
    .where(IS_LAST)
    .execute();
}

export async function countQueuedMails(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select(db.fn.countAll<number>().as('count'))
    .where(IS_OPEN)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns when the oldest unsent email was queued. */
export async function oldestQueuedMailAt(db: Reader): Promise<Instant | undefined> {
  const mail = await db.selectFrom('mails').select('requested_at').where(IS_OPEN).orderBy('id').executeTakeFirst();
  return mail?.requested_at;
}

/** The number of rows in a statement. It is small, because PostgreSQL accepts at most 65,535 parameters. */
const ROWS_AT_ONCE = 500;

export async function insertMails(tx: Writer, mails: readonly NewMail[]): Promise<void> {
  for (let at = 0; at < mails.length; at += ROWS_AT_ONCE) {
    await tx
      .insertInto('mails')
      .values(mails.slice(at, at + ROWS_AT_ONCE))
      .execute();
  }
}

function selectEndedMails(db: Reader, before: Instant) {
  return db.selectFrom('mails').select('id').where('changed_at', '<', before).where('state', 'not in', openMailStates);
}

export async function hasMailsBefore(db: Reader, at: Instant): Promise<boolean> {
  return (await selectEndedMails(db, at).limit(1).executeTakeFirst()) !== undefined;
}

export async function deleteMailsBefore(tx: Writer, at: Instant, most: number): Promise<void> {
  const oldest = selectEndedMails(tx, at).orderBy('changed_at').limit(most);
  await tx.deleteFrom('mails').where('id', 'in', oldest).execute();
}

export async function leaseMail(tx: Writer, { owner, until, now }: Lease): Promise<number[]> {
  const free = await tx
    .selectFrom('mails')
    .select('id')
    .where(IS_OPEN)
    .where('state', '=', 'queued')
    .where(({ or, eb }) => or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!free) return [];
  await tx.updateTable('mails').set({ leased_by: owner, leased_until: until }).where('id', '=', free.id).execute();
  return [free.id];
}

export async function renewLeases(tx: Writer, { table, owner, until }: Lease): Promise<void> {
  await tx
    .updateTable(table)
    .set({ leased_until: until })
    .where(IS_OPEN)
    .where('leased_by', '=', owner)
    .where('leased_until', 'is not', null)
    .execute();
}

type Finished = Pick<MailRow, 'state' | 'message'>;

/** Marks an email as being sent. Returns false if the process no longer has the lease and must not send it. */
export async function markSending(tx: Writer, id: number, lease: Lease & { message: string }): Promise<boolean> {
  const { table, owner, until, now, message } = lease;
  const { numUpdatedRows } = await tx
    .updateTable(table)
    .set({ state: 'sending', message, leased_until: until, changed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('leased_by', '=', owner)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Ends the lease with a result. The owner of the lease may correct an unknown result that another process recorded
 * meanwhile. Returns false if the email is no longer the owner's.
 */
export async function finishMail(
  tx: Writer,
  id: number,
  { table, owner, now, state, message }: Finished & Pick<Lease, 'table' | 'owner' | 'now'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable(table)
    .set({ state, message, leased_until: null, changed_at: now })
    .where('id', '=', id)
    .where('state', 'in', [...openMailStates, 'unknown'])
    .where('leased_by', '=', owner)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Returns the emails that a dead process was sending. A process is dead when its lease has expired. With
 * `isOnlyProcess`, every process except this one is dead.
 */
export function listLostMails(
  db: Reader,
  { table, owner, now, isOnlyProcess }: Lease & { isOnlyProcess: boolean },
): Promise<Pick<MailRow, 'id' | 'leased_by'>[]> {
  return db
    .selectFrom(table)
    .select(['id', 'leased_by'])
    .where(IS_OPEN)
    .where('state', '=', 'sending')
    .$if(!isOnlyProcess, (query) => query.where('leased_until', '<', now))
    .$if(isOnlyProcess, (query) => query.where('leased_by', '<>', owner))
    .execute();
}

/** Frees the leases that other processes hold on queued emails. Call it only when those processes are dead. */
export async function freeOtherLeases(tx: Writer, { table, owner }: Lease): Promise<void> {
  await tx
    .updateTable(table)
    .set({ leased_by: null, leased_until: null })
    .where(IS_OPEN)
    .where('state', '=', 'queued')
    .where('leased_by', '<>', owner)
    .execute();
}

const PERSONAL: PersonalColumns<MailRow> = {
  id: 'keep',
  run_id: 'keep',
  invoice_id: 'keep',
  tenancy_id: 'keep',
  reminder_id: 'keep',
  period_from: 'keep',
  period_to: 'keep',
  recipient: { erasedTo: '' },
  message_id: 'keep',
  state: 'keep',
  message: { erasedTo: '' },
  leased_by: 'keep',
  leased_until: 'keep',
  requested_at: 'keep',
  requested_by: 'keep',
  request_id: 'keep',
  changed_at: 'keep',
};

/**
 * Erases the email addresses of a tenancy, and the result messages, because they contain the addresses too. An email
 * that is still to be sent keeps its address.
 */
export async function eraseMailRecipients(tx: Writer, tenancyId: number): Promise<void> {
  await tx
    .updateTable('mails')
    .set(erasedColumns(PERSONAL))
    .where('state', 'not in', openMailStates)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('tenancy_id', '=', tenancyId),
        eb('invoice_id', 'in', selectFrom('invoices').select('id').where('tenancy_id', '=', tenancyId)),
      ]),
    )
    .execute();
}
