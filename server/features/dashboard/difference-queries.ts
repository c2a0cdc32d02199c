import { sql } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import type { Reader } from '../../db/connect.ts';
import { emailNow } from '../../db/recorded-by.ts';
import type { ShiftRow } from '../gate/queries.ts';

/** What was counted or stated, less what there should have been; below 0 if cash is missing. */
export interface CashDifference {
  email: string;
  at: Instant;
  cents: Cents;
}

const owner = emailNow<string>('cash_sessions.account_id', 'cash_sessions.opened_by').as('email');
const floatDifference = sql<Cents>`float_cents - float_expected_cents - from_held_cents`;
const countDifference = sql<Cents>`counted_cents - expected_cents`;
const handoverDifference = sql<Cents>`received_cents + left_cents - expected_cents - given_cents`;

/** Lists the differences of floats and counts of the cash desk. */
export async function listDeskDifferences(db: Reader, since: Instant): Promise<CashDifference[]> {
  const sessions = () => db.selectFrom('cash_sessions').select(owner);
  const floats = await sessions()
    .select(['opened_at as at', floatDifference.as('cents')])
    .where('opened_at', '>=', since)
    .where(floatDifference, '<>', cents(0))
    .execute();
  const counts = await sessions()
    .select([sql<Instant>`closed_at`.as('at'), countDifference.as('cents')])
    .where('closed_at', '>=', since)
    .where(countDifference, '<>', cents(0))
    .execute();
  return [...floats, ...counts];
}

/** Lists what keepers did not hand over of the cash that they held. */
export function listHandoverDifferences(db: Reader, since: Instant): Promise<CashDifference[]> {
  return db
    .selectFrom('gate_handovers')
    .select(emailNow<string>('gate_handovers.account_id', 'gate_handovers.keeper').as('email'))
    .select(['received_at as at', handoverDifference.as('cents')])
    .where('received_at', '>=', since)
    .where('undone_at', 'is', null)
    .where(handoverDifference, '<>', cents(0))
    .execute();
}

export function listClosedShifts(db: Reader, since: Instant): Promise<(ShiftRow & { email: string })[]> {
  return db
    .selectFrom('gate_shifts')
    .selectAll()
    .select(emailNow<string>('gate_shifts.issued_by_id', 'gate_shifts.issued_by').as('email'))
    .where('closed_at', '>=', since)
    .execute();
}
