import { sql } from 'kysely';
import { type Cents, cents } from '#billing/money.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';

/**
 * Selects what people hold of the cash of their closed shifts and of floats, or what one person holds: what they counted,
 * what was handed out to them and left with them, less what they took as opening cash or as the float of a drawer, or
 * handed over. Who holds nothing is not listed.
 */
export function selectHeld(db: Reader, accountId?: number) {
  const shifts = db
    .selectFrom('gate_shifts')
    .select([
      sql<number>`issued_by_id`.as('account_id'),
      sql<Cents>`(case to_hand_over when 1 then counted_cents else 0 end) - from_held_cents`.as('cents'),
    ])
    .where('issued_by_id', 'is not', null)
    .where(({ or, eb }) => or([eb('to_hand_over', '=', 1), eb('from_held_cents', '>', cents(0))]))
    .$if(accountId !== undefined, (query) => query.where('issued_by_id', '=', accountId ?? 0));
  const handovers = db
    .selectFrom('gate_handovers')
    .select(['account_id', sql<Cents>`left_cents - expected_cents`.as('cents')])
    .where('undone_at', 'is', null)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0));
  const drawers = db
    .selectFrom('cash_sessions')
    .select(['account_id', sql<Cents>`-from_held_cents`.as('cents')])
    .where('from_held_cents', '>', cents(0))
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0));
  const sum = sql<Cents>`cast(sum(held.cents) as bigint)`;
  return db
    .selectFrom(shifts.unionAll(handovers).unionAll(drawers).as('held'))
    .select(['held.account_id', sum.as('cents')])
    .groupBy('held.account_id')
    .having(sum, '!=', cents(0))
    .orderBy('held.account_id');
}

export function listHeldCents(db: Reader, accountId?: number) {
  return selectHeld(db, accountId).execute();
}

/**
 * Returns what a person holds outside drawers and open shifts. Hand-overs, floats and openings, which change it, wait for
 * each other.
 */
export async function lockHeldCents(tx: Writer, accountId: number): Promise<Cents> {
  await lockDataVersion(tx);
  const [held] = await listHeldCents(tx, accountId);
  return held?.cents ?? cents(0);
}

/** Returns what the person with an email holds outside drawers and open shifts. */
export async function loadHeldOf(db: Reader, email: string): Promise<Cents> {
  const account = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst();
  const [held] = account ? await listHeldCents(db, account.id) : [];
  return held?.cents ?? cents(0);
}

/** Returns the part of a float that comes from what a person holds. The rest comes from the office. */
export function partFromHeld(float: number, held: Cents): Cents {
  return cents(Math.max(0, Math.min(float, held)));
}
