import { sql } from 'kysely';
import type { Cents } from '#billing/money.ts';
import type { Reader } from '../../db/connect.ts';
import { emailNow } from '../../db/recorded-by.ts';
import { MONEY } from '../cash/queries.ts';

/** The ledger stores a refunded deposit as a positive amount, and refunded credit as a negative one. */
const RECEIVED = sql<Cents>`case when entry.kind in ('deposit refunded', 'refund') then 0 else entry.cents end`;
const REFUNDED = sql<Cents>`case entry.kind when 'deposit refunded' then entry.cents when 'refund' then -entry.cents
  else 0 end`;

/** A correction has the method of its payment. */
const METHOD = sql<string>`coalesce(corrected.method, entry.method)`;

function selectMoney(db: Reader) {
  return db
    .selectFrom('ledger_entries as entry')
    .leftJoin('ledger_entries as corrected', 'corrected.id', 'entry.payment_id')
    .where('entry.kind', 'in', MONEY)
    .where('entry.method', 'is not', null);
}

const sumOf = (amount: typeof RECEIVED) => sql<Cents>`cast(coalesce(sum(${amount}), 0) as bigint)`;
const negativeSumOf = (amount: typeof RECEIVED) => sql<Cents>`cast(coalesce(sum(-(${amount})), 0) as bigint)`;

/** Sums cash by the session in which it was received or paid back; null for cash without a session. */
export async function sumCashBySession(db: Reader) {
  const recorded = await selectMoney(db)
    .where(METHOD, '=', 'Cash')
    .select(['entry.session_id as session', sumOf(RECEIVED).as('received'), sumOf(REFUNDED).as('refunded')])
    .groupBy('entry.session_id')
    .execute();
  const voided = await selectMoney(db)
    .where(METHOD, '=', 'Cash')
    .where('entry.voided_at', 'is not', null)
    .select(['entry.void_session_id as session', negativeSumOf(RECEIVED).as('received')])
    .select(negativeSumOf(REFUNDED).as('refunded'))
    .groupBy('entry.void_session_id')
    .execute();
  return [...recorded, ...voided];
}

/** Sums the entries by other methods than cash that are not void. */
export function sumOtherMethods(db: Reader) {
  return selectMoney(db)
    .where(METHOD, '!=', 'Cash')
    .where('entry.voided_at', 'is', null)
    .select([sumOf(RECEIVED).as('received'), sumOf(REFUNDED).as('refunded')])
    .executeTakeFirstOrThrow();
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
      'expected_cents',
      'counted_cents',
      'kept_cents',
      'banked_on',
      'kept_banked_on',
    ])
    .select(emailNow<string>('cash_sessions.account_id', 'cash_sessions.opened_by').as('owner'))
    .orderBy('id')
    .execute();
}
