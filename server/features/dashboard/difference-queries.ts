import { sql } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Reader } from '../../db/connect.ts';
import { emailNow } from '../../db/recorded-by.ts';

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

/** Lists the floats and counts of the cash desk, with 0 for one without a difference. */
export async function listDeskCounts(db: Reader, since: Instant): Promise<CashDifference[]> {
  const sessions = () => db.selectFrom('cash_sessions').select(owner);
  const floats = await sessions()
    .select(['opened_at as at', floatDifference.as('cents')])
    .where('opened_at', '>=', since)
    // Null for the first float of a drawer, which has nothing to differ from.
    .where(floatDifference, 'is not', null)
    .execute();
  const counts = await sessions()
    .select([sql<Instant>`closed_at`.as('at'), countDifference.as('cents')])
    .where('closed_at', '>=', since)
    .execute();
  return [...floats, ...counts];
}

/** Lists the hand-overs, with what keepers did not hand over of the cash that they held. */
export function listHandoverCounts(db: Reader, since: Instant): Promise<CashDifference[]> {
  return db
    .selectFrom('gate_handovers')
    .select(emailNow<string>('gate_handovers.account_id', 'gate_handovers.keeper').as('email'))
    .select(['received_at as at', handoverDifference.as('cents')])
    .where('received_at', '>=', since)
    .where('undone_at', 'is', null)
    .execute();
}

/** Lists the counts of closed shifts. Only the tickets of the owner of a shift count, late ones included. */
export function listShiftCounts(db: Reader, since: Instant): Promise<CashDifference[]> {
  const tickets = sql<{ shift_id: string; account_id: number; email: string; cents: Cents }>`(
    select shift_id, issued_by_id as account_id, case issued_by_id when 0 then issued_by else '' end as email,
      cast(sum(cents) as bigint) as cents
    from shift_sums group by shift_id, issued_by_id, case issued_by_id when 0 then issued_by else '' end)`;
  return db
    .selectFrom('gate_shifts')
    .leftJoin(tickets.as('tickets'), (join) =>
      join
        .onRef('tickets.shift_id', '=', 'gate_shifts.id')
        .on(sql<boolean>`tickets.account_id = coalesce(gate_shifts.issued_by_id, 0)`)
        .on(
          sql<boolean>`tickets.email = case when gate_shifts.issued_by_id is null then gate_shifts.issued_by else '' end`,
        ),
    )
    .select(emailNow<string>('gate_shifts.issued_by_id', 'gate_shifts.issued_by').as('email'))
    .select([
      sql<Instant>`closed_at`.as('at'),
      sql<Cents>`counted_cents - opening_cents - coalesce(tickets.cents, 0)`.as('cents'),
    ])
    .where('closed_at', '>=', since)
    .execute();
}

export function listEmailsOf(db: Reader, accountIds: readonly number[]) {
  return db.selectFrom('accounts').select(['id', 'email']).where('id', 'in', accountIds).execute();
}
