import { type Insertable, sql } from 'kysely';
import { type Day, type Instant, startOfDay } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import { electronicMethods } from '#contract/words.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { accountOf, emailNow } from '../../db/recorded-by.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { CORRECTED_CENTS, RECEIVED } from '../cash/bank-payment-queries.ts';
import { selectUnpaidCharges } from '../ledger/queries.ts';

const AT_BANK = [...electronicMethods, 'Cheque'] as const;
/** The most entries, sessions or hand-overs that are compared with lines at once. */
const MOST_KNOWN = 2000;

/** Returns SQL that is true for money in no open match. `kind` and `id` are written into it. */
const unmatched = (kind: Tables['bank_match_parts']['kind'], id: string) =>
  sql<boolean>`not exists (select 1 from bank_match_parts as part
    where part.kind = ${sql.lit(kind)} and part.subject_id = ${sql.ref(id)} and part.is_open = 1)`;

/** Payments, deposits and repayments by a bank. A returned cheque is void, but was at the bank for some days. */
function selectEntries(db: Reader) {
  return db
    .selectFrom('ledger_entries as entry')
    .innerJoin('shops', 'shops.id', 'entry.shop_id')
    .innerJoin('tenancies', 'tenancies.id', 'entry.tenancy_id')
    .leftJoin('cleared_cheques as cleared', 'cleared.payment_id', 'entry.id')
    .select([
      'entry.id',
      'entry.kind',
      'entry.method',
      'entry.tenancy_id',
      'entry.cheque_number',
      'entry.effective_at',
      'entry.recorded_at',
      'entry.session_id',
      'entry.voided_at',
      'shops.shop_id',
      'tenancies.name',
      'cleared.cleared_on',
      'cleared.deposited_on',
      'cleared.returned_on',
      CORRECTED_CENTS.as('cents'),
      accountOf('entry.recorded_by_id', 'entry.recorded_by').as('account_id'),
      unmatched('payment', 'entry.id').as('is_unmatched'),
      unmatched('returned_cheque', 'entry.id').as('is_return_unmatched'),
    ])
    .where('entry.method', 'in', AT_BANK)
    .where((eb) => eb.or([eb('entry.voided_at', 'is', null), eb('cleared.returned_on', 'is not', null)]));
}

export type BankEntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>>;

export function findReceived(db: Reader, id: number): Promise<BankEntryRow | undefined> {
  return selectEntries(db).where('entry.id', '=', id).where('entry.kind', 'in', RECEIVED).executeTakeFirst();
}

/** Lists what was received by a bank since a day and no line has, and cheques whose return no line has. */
export function listUnmatched(db: Reader, since: Day): Promise<BankEntryRow[]> {
  return selectEntries(db)
    .where('entry.kind', 'in', RECEIVED)
    .where(sql<boolean>`(entry.effective_at >= ${startOfDay(since)} or cleared.deposited_on >= ${since})`)
    .where((eb) =>
      eb.or([
        unmatched('payment', 'entry.id'),
        eb.and([eb('entry.method', '=', 'Cheque'), unmatched('returned_cheque', 'entry.id')]),
      ]),
    )
    .orderBy('entry.id')
    .limit(MOST_KNOWN)
    .execute();
}

/** Lists what the ledgers say a bank received since a day and no line has: also what nobody has confirmed yet. */
export function listOutstandingEntries(db: Reader, since: Day): Promise<BankEntryRow[]> {
  return selectEntries(db)
    .where('entry.kind', 'in', RECEIVED)
    .where(unmatched('payment', 'entry.id'))
    .where((eb) =>
      eb.or([
        eb.and([eb('entry.method', '<>', 'Cheque'), eb('entry.effective_at', '>=', startOfDay(since))]),
        eb('cleared.deposited_on', '>=', since),
        eb('cleared.cleared_on', '>=', since),
      ]),
    )
    .orderBy('entry.id')
    .limit(MOST_KNOWN)
    .execute();
}

/** Selects deposits and credit that were paid back by a bank. The ledger stores the latter below 0. */
function selectPaidBack(db: Reader) {
  return db
    .selectFrom('ledger_entries as entry')
    .innerJoin('shops', 'shops.id', 'entry.shop_id')
    .innerJoin('tenancies', 'tenancies.id', 'entry.tenancy_id')
    .select(['entry.id', 'entry.method', 'entry.tenancy_id', 'entry.effective_at', 'shops.shop_id', 'tenancies.name'])
    .select([
      sql<Cents>`-abs(entry.cents)`.as('cents'),
      'entry.cheque_number',
      unmatched('paid_back', 'entry.id').as('is_unmatched'),
    ])
    .where('entry.kind', 'in', ['deposit refunded', 'refund'])
    .where('entry.method', 'in', AT_BANK)
    .where('entry.voided_at', 'is', null);
}

export type PaidBackRow = Awaited<ReturnType<ReturnType<typeof selectPaidBack>['executeTakeFirstOrThrow']>>;

export function findPaidBack(db: Reader, id: number): Promise<PaidBackRow | undefined> {
  return selectPaidBack(db).where('entry.id', '=', id).executeTakeFirst();
}

export function listPaidBack(db: Reader, since: Day): Promise<PaidBackRow[]> {
  return selectPaidBack(db)
    .where('entry.effective_at', '>=', startOfDay(since))
    .where(unmatched('paid_back', 'entry.id'))
    .orderBy('entry.id')
    .limit(MOST_KNOWN)
    .execute();
}

/** Selects closed sessions with what of them is, or may be, at the bank. */
function selectSessions(db: Reader) {
  return db
    .selectFrom('cash_sessions as session')
    .select(['session.id', 'session.account_id', 'session.banked_on', 'session.kept_banked_on'])
    .select([
      sql<Instant>`session.closed_at`.as('closed_at'),
      sql<Cents>`session.counted_cents - session.kept_cents`.as('cents'),
      sql<Cents>`session.kept_cents`.as('kept_cents'),
      emailNow<string>('session.account_id', 'session.opened_by').as('owner'),
      unmatched('cash', 'session.id').as('is_unmatched'),
      unmatched('kept_cash', 'session.id').as('is_kept_unmatched'),
      sql<boolean>`exists (select 1 from cash_sessions as later
        where later.account_id = session.account_id and later.id > session.id)`.as('is_followed'),
    ])
    .where('session.closed_at', 'is not', null);
}

export type ClosedSessionRow = Awaited<ReturnType<ReturnType<typeof selectSessions>['executeTakeFirstOrThrow']>>;

export function findClosedSession(db: Reader, id: number): Promise<ClosedSessionRow | undefined> {
  return selectSessions(db).where('session.id', '=', id).executeTakeFirst();
}

export function listClosedSessions(db: Reader, since: Day): Promise<ClosedSessionRow[]> {
  return selectSessions(db)
    .where('session.closed_at', '>=', startOfDay(since))
    .where((eb) => eb.or([unmatched('cash', 'session.id'), unmatched('kept_cash', 'session.id')]))
    .orderBy('session.id')
    .limit(MOST_KNOWN)
    .execute();
}

/** Lists sessions whose cash was recorded as banked since a day, and no line has it. */
export function listOutstandingSessions(db: Reader, since: Day): Promise<ClosedSessionRow[]> {
  return selectSessions(db)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('session.banked_on', '>=', since),
          eb('session.counted_cents', '>', eb.ref('session.kept_cents')),
          unmatched('cash', 'session.id'),
        ]),
        eb.and([eb('session.kept_banked_on', '>=', since), unmatched('kept_cash', 'session.id')]),
      ]),
    )
    .orderBy('session.id')
    .limit(MOST_KNOWN)
    .execute();
}

/** Selects gate cash that went to the bank without a drawer. */
function selectGateCash(db: Reader) {
  return db
    .selectFrom('gate_handovers as handover')
    .select(['handover.id', 'handover.received_at', 'handover.banked_on', 'handover.received_by_id'])
    .select([
      sql<Cents>`handover.received_cents`.as('cents'),
      emailNow<string>('handover.received_by_id', 'handover.received_by').as('owner'),
      unmatched('gate_cash', 'handover.id').as('is_unmatched'),
    ])
    .where('handover.session_id', 'is', null)
    .where('handover.undone_at', 'is', null);
}

export type GateCashBankRow = Awaited<ReturnType<ReturnType<typeof selectGateCash>['executeTakeFirstOrThrow']>>;

export function findGateCash(db: Reader, id: number): Promise<GateCashBankRow | undefined> {
  return selectGateCash(db).where('handover.id', '=', id).executeTakeFirst();
}

export function listGateCash(db: Reader, since: Day): Promise<GateCashBankRow[]> {
  return selectGateCash(db)
    .where('handover.received_at', '>=', startOfDay(since))
    .where(unmatched('gate_cash', 'handover.id'))
    .orderBy('handover.id')
    .limit(MOST_KNOWN)
    .execute();
}

/** Lists gate cash that was recorded as banked since a day, and no line has. */
export function listOutstandingGateCash(db: Reader, since: Day): Promise<GateCashBankRow[]> {
  return selectGateCash(db)
    .where('handover.banked_on', '>=', since)
    .where('handover.received_cents', '>', cents(0))
    .where(unmatched('gate_cash', 'handover.id'))
    .orderBy('handover.id')
    .limit(MOST_KNOWN)
    .execute();
}

export async function insertParts(tx: Writer, parts: readonly Insertable<Tables['bank_match_parts']>[]): Promise<void> {
  if (parts.length > 0) await tx.insertInto('bank_match_parts').values(parts).execute();
}

/**
 * The amount of a part as the ledgers have it now. A payment that was voided is 0, except a cheque that the bank had and
 * returned: its return is a part of another line.
 */
const BOOKS_CENTS = sql<Cents>`case
  when part.kind = 'payment' and entry.voided_at is not null and cleared.returned_on is null then 0
  when part.kind = 'payment' then ${CORRECTED_CENTS}
  when part.kind = 'paid_back' and entry.voided_at is not null then 0
  else part.cents end`;

function selectParts(db: Reader) {
  return db
    .selectFrom('bank_match_parts as part')
    .leftJoin('ledger_entries as entry', (join) =>
      join.onRef('entry.id', '=', 'part.subject_id').on('part.kind', 'in', ['payment', 'returned_cheque', 'paid_back']),
    )
    .leftJoin('cleared_cheques as cleared', 'cleared.payment_id', 'entry.id')
    .leftJoin('cash_sessions as session', (join) =>
      join.onRef('session.id', '=', 'part.subject_id').on('part.kind', 'in', ['cash', 'kept_cash']),
    )
    .leftJoin('gate_handovers as handover', (join) =>
      join.onRef('handover.id', '=', 'part.subject_id').on('part.kind', '=', 'gate_cash'),
    );
}

/** Lists the parts of matches, with what is shown of them. */
export function listParts(db: Reader, matchIds: readonly number[]) {
  return selectParts(db)
    .leftJoin('shops', 'shops.id', 'entry.shop_id')
    .leftJoin('tenancies', 'tenancies.id', 'entry.tenancy_id')
    .selectAll('part')
    .select([
      'entry.method',
      'entry.cheque_number',
      'entry.effective_at',
      'entry.voided_at',
      'entry.tenancy_id',
      'shops.shop_id',
      'tenancies.name',
      'tenancies.tenant_id',
      'cleared.cleared_on',
      'session.closed_at',
      'session.banked_on',
      'session.kept_banked_on',
      'handover.received_at',
      'handover.banked_on as handover_banked_on',
      BOOKS_CENTS.as('books_cents'),
    ])
    .select([
      emailNow<string | null>('session.account_id', 'session.opened_by').as('drawer_owner'),
      emailNow<string | null>('handover.received_by_id', 'handover.received_by').as('receiver'),
      emailNow<string | null>('entry.recorded_by_id', 'entry.recorded_by').as('recorded_by'),
    ])
    .where('part.match_id', 'in', matchIds)
    .orderBy('part.id')
    .execute();
}

export type MatchPartRow = Awaited<ReturnType<typeof listParts>>[number];

/** Sums what the ledgers have now of the matched lines of an account until a day. */
export async function sumBooks(db: Reader, { accountId, until }: { accountId: number; until: Day }): Promise<Cents> {
  const row = await selectParts(db)
    .innerJoin('bank_matches as match', 'match.id', 'part.match_id')
    .innerJoin('bank_lines as line', 'line.id', 'match.line_id')
    .select(sql<Cents>`cast(coalesce(sum(${BOOKS_CENTS}), 0) as bigint)`.as('cents'))
    .where('line.account_id', '=', accountId)
    .where('line.day', '<=', until)
    .where('part.is_open', '=', 1)
    .executeTakeFirstOrThrow();
  return row.cents;
}

/** Lists the matched lines of an account until a day whose money was changed later, with the change. */
export function listChangedLines(db: Reader, { accountId, until }: { accountId: number; until: Day }) {
  return selectParts(db)
    .innerJoin('bank_matches as match', 'match.id', 'part.match_id')
    .innerJoin('bank_lines as line', 'line.id', 'match.line_id')
    .select(['line.id', sql<Cents>`cast(line.cents - sum(${BOOKS_CENTS}) as bigint)`.as('cents')])
    .where('line.account_id', '=', accountId)
    .where('line.day', '<=', until)
    .where('part.is_open', '=', 1)
    .groupBy(['line.id', 'line.cents'])
    .having(sql<boolean>`sum(${BOOKS_CENTS}) <> line.cents`)
    .orderBy('line.id')
    .execute();
}

/** A text with which a tenancy paid, and the match that says so. */
export interface EarlierPayer {
  text: string;
  tenancy_id: number;
  match_id: number;
}

/** Returns the texts of the last matched lines with the tenancy that paid, the oldest first. */
export async function listEarlierPayers(db: Reader): Promise<EarlierPayer[]> {
  const rows = await db
    .selectFrom('bank_match_parts as part')
    .innerJoin('bank_matches as match', 'match.id', 'part.match_id')
    .innerJoin('bank_lines as line', 'line.id', 'match.line_id')
    .innerJoin('ledger_entries as entry', 'entry.id', 'part.subject_id')
    .select(['line.text', 'entry.tenancy_id', 'part.match_id'])
    .where('part.kind', '=', 'payment')
    .where('part.is_open', '=', 1)
    .where('line.cents', '>', cents(0))
    .orderBy('part.id', 'desc')
    .limit(MOST_KNOWN)
    .execute();
  return rows.toReversed();
}

/** Lists the unpaid bills, the oldest first. */
export function listOpenBills(db: Reader) {
  return selectUnpaidCharges(db)
    .select(['charges.tenancy_id', 'invoices.number', 'invoices.month'])
    .select(sql<Cents>`cast(sum(charges.cents - charges.paid_cents) as bigint)`.as('open_cents'))
    .groupBy(['charges.tenancy_id', 'invoices.number', 'invoices.month'])
    .orderBy('invoices.month')
    .execute();
}

/** Lists rent, fee and VAT of the newest bill of each tenancy. */
export function listMonthlyBills(db: Reader) {
  return db
    .selectFrom('invoices')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'invoices.id')
    .select('invoices.tenancy_id')
    .select(sql<Cents>`invoices.rent_cents + invoices.operation_fee_cents + invoices.vat_cents`.as('month_cents'))
    .where('ledger_entries.voided_at', 'is', null)
    .where(
      sql<boolean>`invoices.month = (select max(newest.month) from invoices as newest
        where newest.tenancy_id = invoices.tenancy_id)`,
    )
    .execute();
}
