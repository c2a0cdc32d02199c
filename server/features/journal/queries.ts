import { sql } from 'kysely';
import type { Day } from '#billing/calendar.ts';
import type { PaymentMethod } from '#contract/words.ts';
import type { Reader } from '../../db/connect.ts';

/** The number of rows that are read at once, so that other requests are answered in between. */
const ROWS_AT_ONCE = 500;

export type JournalRow = Awaited<ReturnType<typeof listJournalRows>>[number];

/**
 * Lists ledger entries with a higher id than the last one, void ones too: with the method, the bank's day and the first
 * recording of the payment that a correction belongs to, and with what an invoice charged when it was issued.
 */
export function listJournalRows(db: Reader, after: number) {
  return db
    .selectFrom('ledger_entries as entry')
    .leftJoin('ledger_entries as payment', 'payment.id', 'entry.payment_id')
    .leftJoin('cleared_cheques as cleared', (join) =>
      join.on(sql<boolean>`cleared.payment_id = coalesce(payment.id, entry.id)`),
    )
    .leftJoin('invoices as invoice', 'invoice.id', 'entry.id')
    .select([
      'entry.id',
      'entry.tenancy_id',
      'entry.kind',
      'entry.cents',
      'entry.charge_kind',
      'entry.invoice_id',
      'entry.effective_at',
      'entry.recorded_at',
      'entry.voided_at',
      'entry.session_id',
      'entry.void_session_id',
      'entry.counts_from',
      'entry.counted_at',
      'cleared.cleared_on',
      'cleared.returned_on',
      'cleared.recorded_at as cleared_at',
      'invoice.month',
      'invoice.rent_cents',
      'invoice.operation_fee_cents',
      'invoice.vat_cents',
      'invoice.other_charges',
    ])
    .select([
      sql<PaymentMethod | null>`coalesce(payment.method, entry.method)`.as('method'),
      sql<number>`coalesce(payment.id, entry.id)`.as('money_id'),
      sql<string>`coalesce(payment.kind, entry.kind)`.as('money_kind'),
      sql<string>`coalesce(payment.recorded_at, entry.recorded_at)`.as('money_recorded_at'),
    ])
    .where('entry.id', '>', after)
    .orderBy('entry.id')
    .limit(ROWS_AT_ONCE)
    .execute();
}

/** Lists the fines that the ledgers have. */
export function listFineRows(db: Reader, after: number) {
  return db
    .selectFrom('charges')
    .select(['id', 'tenancy_id', 'invoice_id', 'cents', 'arose_at'])
    .where('kind', '=', 'Fine')
    .where('id', '>', after)
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute();
}

/** Lists what each tenant is due, less the balance. */
export async function listReceivables(db: Reader): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('tenancies')
    .select(['id', 'balance_cents'])
    .select(({ selectFrom }) =>
      selectFrom('charges')
        .whereRef('charges.tenancy_id', '=', 'tenancies.id')
        .select(sql<number>`cast(coalesce(sum(cents - paid_cents), 0) as bigint)`.as('unpaid'))
        .as('unpaid'),
    )
    .execute();
  return new Map(rows.map(({ id, balance_cents, unpaid }) => [id, Number(unpaid) - balance_cents]));
}

/** Lists the lines that have nothing to do with tenants, and which account has each part of the others. */
export function listIgnoredLines(db: Reader) {
  return db
    .selectFrom('bank_matches as match')
    .innerJoin('bank_lines as line', 'line.id', 'match.line_id')
    .select(['line.id', 'line.account_id', 'line.day', 'line.cents', 'match.ignored_as', 'match.matched_at'])
    .where('match.undone_at', 'is', null)
    .where('match.ignored_as', 'is not', null)
    .orderBy('line.id')
    .execute();
}

export function listAccountsOfParts(db: Reader) {
  return db
    .selectFrom('bank_match_parts as part')
    .innerJoin('bank_matches as match', 'match.id', 'part.match_id')
    .innerJoin('bank_lines as line', 'line.id', 'match.line_id')
    .select(['part.kind', 'part.subject_id', 'line.account_id'])
    .where('part.is_open', '=', 1)
    .execute();
}

export function listJournalSessions(db: Reader) {
  return db.selectFrom('cash_sessions').selectAll().orderBy('id').execute();
}

export function listJournalShifts(db: Reader) {
  return db
    .selectFrom('gate_shifts')
    .select(['id', 'opened_at', 'closed_at', 'opening_cents', 'from_held_cents', 'counted_cents', 'to_hand_over'])
    .orderBy('id')
    .execute();
}

export function listJournalHandovers(db: Reader) {
  return db.selectFrom('gate_handovers').selectAll().where('undone_at', 'is', null).orderBy('id').execute();
}

/** Sums the tickets of each day and shift. `shift` is null for those in no shift (docs/rules.md, Gate). */
export function listJournalTickets(db: Reader, countedFrom: Day | null) {
  return db
    .selectFrom('shift_sums as ticket')
    .leftJoin('gate_shifts as shift', (join) =>
      join.on(
        sql<boolean>`shift.id = ticket.shift_id and (shift.issued_by_id = ticket.issued_by_id
          or (shift.issued_by_id is null and coalesce(ticket.issued_by_id, 0) = 0
            and shift.issued_by = ticket.issued_by))`,
      ),
    )
    .select(['ticket.day', 'shift.id as shift'])
    .select(
      sql<number>`case when shift.id is null and ticket.day >= ${countedFrom ?? ''} then 1 else 0 end`.as('to_count'),
    )
    .select(sql<number>`cast(sum(ticket.cents) as bigint)`.as('cents'))
    .where('ticket.tickets', '>', 0)
    .groupBy(['ticket.day', 'shift.id', 'to_count'])
    .orderBy('ticket.day')
    .orderBy('shift.id')
    .execute();
}
