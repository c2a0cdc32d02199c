import { type RawBuilder, sql } from 'kysely';
import type { Cents } from '#billing/money.ts';
import type { Reader } from '../../db/connect.ts';
import { accountOf, emailNow } from '../../db/recorded-by.ts';
import { CORRECTED_CENTS } from '../cash/bank-payment-queries.ts';
import { MONEY } from '../cash/queries.ts';

/** The ledger stores a refunded deposit as a positive amount, and refunded credit as a negative one. */
const RECEIVED = sql<Cents>`case when entry.kind in ('deposit refunded', 'refund') then 0 else entry.cents end`;
const REFUNDED = sql<Cents>`case entry.kind when 'deposit refunded' then entry.cents when 'refund' then -entry.cents
  else 0 end`;

/** A correction has the method of its payment. */
const METHOD = sql<string>`coalesce(corrected.method, entry.method)`;

type MoneyKind = 'cash' | 'voided cash' | 'other';

/** What a ledger received and paid back by one kind of payment. */
export interface LedgerMoney {
  tenancy_id: number;
  /** `voided cash` has the amounts of voids, which are below 0. */
  kind: MoneyKind;
  /** The session of the cash; null for cash without a session, and for other methods. */
  session: number | null;
  received: Cents;
  refunded: Cents;
}

function selectMoney(db: Reader, tenancyIds: readonly number[] | undefined) {
  return db
    .selectFrom('ledger_entries as entry')
    .leftJoin('ledger_entries as corrected', 'corrected.id', 'entry.payment_id')
    .where('entry.kind', 'in', MONEY)
    .where('entry.method', 'is not', null)
    .$if(tenancyIds !== undefined, (query) => query.where('entry.tenancy_id', 'in', tenancyIds ?? []))
    .select('entry.tenancy_id')
    .groupBy('entry.tenancy_id');
}

const sumOf = (amount: RawBuilder<Cents>) => sql<Cents>`cast(coalesce(sum(${amount}), 0) as bigint)`;
const negativeSumOf = (amount: RawBuilder<Cents>) => sql<Cents>`cast(coalesce(sum(-(${amount})), 0) as bigint)`;
const kindOf = (kind: MoneyKind) => sql<MoneyKind>`${sql.lit(kind)}`.as('kind');

/**
 * Sums the money of each of these ledgers, or of all: cash by the session in which it was received or paid back, and the
 * entries by other methods that are not void.
 */
export async function listLedgerMoney(db: Reader, tenancyIds?: readonly number[]): Promise<LedgerMoney[]> {
  const recorded = await selectMoney(db, tenancyIds)
    .where(METHOD, '=', 'Cash')
    .select([kindOf('cash'), 'entry.session_id as session'])
    .select([sumOf(RECEIVED).as('received'), sumOf(REFUNDED).as('refunded')])
    .groupBy('entry.session_id')
    .execute();
  const voided = await selectMoney(db, tenancyIds)
    .where(METHOD, '=', 'Cash')
    .where('entry.voided_at', 'is not', null)
    .select([kindOf('voided cash'), 'entry.void_session_id as session'])
    .select([negativeSumOf(RECEIVED).as('received'), negativeSumOf(REFUNDED).as('refunded')])
    .groupBy('entry.void_session_id')
    .execute();
  const other = await selectMoney(db, tenancyIds)
    .where(METHOD, '!=', 'Cash')
    .where('entry.voided_at', 'is', null)
    .select([kindOf('other'), sql<null>`null`.as('session')])
    .select([sumOf(RECEIVED).as('received'), sumOf(REFUNDED).as('refunded')])
    .execute();
  return [...recorded, ...voided, ...other];
}

/** Lists all cash sessions in the order of opening. */
export function listDrawerSessions(db: Reader) {
  return db
    .selectFrom('cash_sessions')
    .select([
      'id',
      'account_id',
      'float_cents',
      'float_expected_cents',
      'from_held_cents',
      'expected_cents',
      'counted_cents',
      'kept_cents',
      'banked_on',
      'kept_banked_on',
    ])
    .select(emailNow<string>('cash_sessions.account_id', 'cash_sessions.opened_by').as('owner'))
    .select(
      sql<Cents>`cast(coalesce((select sum(received_cents) from gate_handovers as handover
        where handover.session_id = cash_sessions.id and handover.undone_at is null), 0) as bigint)`.as('gate_cents'),
    )
    .orderBy('id')
    .execute();
}

/** Sums the payments of each person that the same person recorded as cleared or confirmed. */
export function sumOwnBankDays(db: Reader) {
  return db
    .selectFrom('cleared_cheques as cleared')
    .innerJoin('ledger_entries as entry', 'entry.id', 'cleared.payment_id')
    .innerJoin('accounts', 'accounts.email', 'cleared.recorded_by')
    .select(['accounts.email', sumOf(CORRECTED_CENTS).as('cents')])
    .where('cleared.cleared_on', 'is not', null)
    .where('entry.voided_at', 'is', null)
    .where('accounts.id', '=', accountOf('entry.recorded_by_id', 'entry.recorded_by'))
    .groupBy('accounts.email')
    .execute();
}

/** Lists the sessions whose cash, or the part of it that was left in the drawer, was recorded as banked. */
export function listBankedSessions(db: Reader) {
  return db
    .selectFrom('cash_sessions')
    .select(['closed_by', 'counted_cents', 'kept_cents', 'banked_by', 'kept_banked_by'])
    .select(emailNow<string>('cash_sessions.account_id', 'cash_sessions.opened_by').as('owner'))
    .where(({ or, eb }) => or([eb('banked_by', 'is not', null), eb('kept_banked_by', 'is not', null)]))
    .execute();
}
