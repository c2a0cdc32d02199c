import type { Insertable } from 'kysely';
import type { Day, Instant, InstantRange, Month } from '#billing/calendar.ts';
import { MOST_CLOSINGS } from '#contract/closings.ts';
import type { ClosedEntryRow } from '../../db/closed-queries.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { emailNow } from '../../db/recorded-by.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { CORRECTED_CENTS } from '../cash/bank-payment-queries.ts';

export type ClosingRow = Awaited<ReturnType<ReturnType<typeof selectClosings>['executeTakeFirstOrThrow']>>;

function selectClosings(db: Reader) {
  return db
    .selectFrom('closings')
    .select([
      'id',
      'month',
      'first_day',
      'last_day',
      'closed_at',
      'rests',
      'entries',
      'digest',
      'reopened_at',
      'reopened_by',
      'reason',
    ])
    .select(emailNow<string>('closed_by_id', 'closed_by').as('closed_by'));
}

export function listClosings(db: Reader): Promise<ClosingRow[]> {
  return selectClosings(db).orderBy('id', 'desc').limit(MOST_CLOSINGS).execute();
}

export function findClosing(db: Reader, id: number): Promise<ClosingRow | undefined> {
  return selectClosings(db).where('id', '=', id).executeTakeFirst();
}

/** Finds the closing that holds a month. */
export function findClosingOf(db: Reader, month: Month): Promise<ClosingRow | undefined> {
  return selectClosings(db)
    .where('reopened_at', 'is', null)
    .where('month', '>=', month)
    .orderBy('month')
    .limit(1)
    .executeTakeFirst();
}

export async function insertClosing(tx: Writer, row: Insertable<Tables['closings']>): Promise<number> {
  const { id } = await tx.insertInto('closings').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function reopenClosing(
  tx: Writer,
  id: number,
  reopened: { reopened_at: Instant; reopened_by: string; reason: string },
): Promise<void> {
  await tx.updateTable('closings').set(reopened).where('id', '=', id).execute();
  await tx.deleteFrom('closed_entries').where('closing_id', '=', id).execute();
}

const ENTRIES_AT_ONCE = 500;

export async function insertClosedEntries(tx: Writer, rows: readonly ClosedEntryRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ENTRIES_AT_ONCE)
    await tx
      .insertInto('closed_entries')
      .values(rows.slice(at, at + ENTRIES_AT_ONCE))
      .execute();
}

/** Lists the bills of a month: how often each was sent by email or text, and when its tenant last opened the page. */
export function listBillsOfMonth(db: Reader, month: Month) {
  return db
    .selectFrom('invoices')
    .innerJoin('ledger_entries as entry', 'entry.id', 'invoices.id')
    .where('entry.voided_at', 'is', null)
    .where('invoices.month', '=', month)
    .select(['invoices.tenancy_id', 'invoices.generated_at', 'invoices.times_printed', 'invoices.total_cents'])
    .select(['invoices.rent_cents', 'invoices.operation_fee_cents', 'invoices.vat_cents', 'invoices.other_charges'])
    .select(({ selectFrom }) => [
      selectFrom('mails')
        .select(({ fn }) => fn.countAll<number>().as('mails'))
        .whereRef('mails.invoice_id', '=', 'invoices.id')
        .where('mails.state', '=', 'sent')
        .as('mails'),
      selectFrom('rent_messages as text')
        .innerJoin('rent_message_tenancies as receiver', 'receiver.message_id', 'text.id')
        .select(({ fn }) => fn.countAll<number>().as('messages'))
        .whereRef('receiver.tenancy_id', '=', 'invoices.tenancy_id')
        .where('text.month', '=', month)
        .where('text.occasion', '=', 'bill')
        .where('text.state', '=', 'sent')
        .as('messages'),
      selectFrom('tenant_page_days')
        .select(({ fn }) => fn.max<Day | null>('day').as('day'))
        .whereRef('tenant_page_days.tenancy_id', '=', 'invoices.tenancy_id')
        .as('opened_on'),
    ])
    .execute();
}

/** Lists the tenancies that have a day in a month. */
export function listTenanciesBetween(db: Reader, { first, last }: { first: Day; last: Day }) {
  return db
    .selectFrom('tenancies')
    .select('id')
    .where('started_on', '<=', last)
    .where(({ or, eb }) => or([eb('ended_on', 'is', null), eb('ended_on', '>=', first)]))
    .execute();
}

/** Lists the unpaid amounts of bills up to a month, one row a bill. */
export function listUnpaidUntil(db: Reader, { month, today }: { month: Month; today: Day }) {
  return db
    .selectFrom('charges')
    .innerJoin('invoices', 'invoices.id', 'charges.invoice_id')
    .where('invoices.month', '<=', month)
    .where('invoices.due_day', '<', today)
    .whereRef('charges.paid_cents', '<', 'charges.cents')
    .groupBy('invoices.id')
    .select(({ fn }) => [
      'invoices.id',
      fn.sum<number>('charges.cents').as('cents'),
      fn.sum<number>('charges.paid_cents').as('paid'),
    ])
    .execute();
}

/** Lists payments and deposits of a span of time, with the day on which the bank had them. */
export function listReceivedBetween(db: Reader, { from, until }: InstantRange) {
  return db
    .selectFrom('ledger_entries as entry')
    .leftJoin('cleared_cheques as cleared', 'cleared.payment_id', 'entry.id')
    .where('entry.kind', 'in', ['payment', 'deposit received'])
    .where('entry.voided_at', 'is', null)
    .where('entry.effective_at', '>=', from)
    .where('entry.effective_at', '<', until)
    .select(['entry.id', 'entry.method', 'entry.session_id', 'cleared.cleared_on', CORRECTED_CENTS.as('cents')])
    .execute();
}

/** Lists the cash sessions opened before an instant that are open, or whose cash is not at the bank, and those of a month. */
export function listSessionsUntil(db: Reader, until: Instant) {
  return db
    .selectFrom('cash_sessions')
    .select(['id', 'opened_at', 'closed_at', 'counted_cents', 'kept_cents', 'banked_on'])
    .where('opened_at', '<', until)
    .execute();
}

export function listHandoversUntil(db: Reader, until: Instant) {
  return db
    .selectFrom('gate_handovers')
    .select(['id', 'received_at', 'received_cents', 'banked_on', 'session_id'])
    .where('undone_at', 'is', null)
    .where('received_at', '<', until)
    .execute();
}

export function listOpenShiftsUntil(db: Reader, until: Instant) {
  return db
    .selectFrom('gate_shifts')
    .select('id')
    .where('opened_at', '<', until)
    .where('closed_at', 'is', null)
    .execute();
}
