import { type Day, dayOf } from '#billing/calendar.ts';
import { type Cents, cents, toRupees, writeDecimal } from '#billing/money.ts';
import type { KeptCash } from '#contract/cash.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import {
  type CashSessionRow,
  findLaterSession,
  listKeptSessions,
  listNamesByEmail,
  lockLastCashSession,
} from './queries.ts';

/**
 * Returns the cash that a person left in the drawer at the last closing and that is not banked; null if there is none.
 * Locks that session, so that its cash is not banked while it becomes the float of the next one.
 */
export async function lockKept(tx: Writer, accountId: number): Promise<Cents | null> {
  const last = await lockLastCashSession(tx, accountId);
  if (!last || last.closed_at === null || last.kept_banked_on !== null) return null;
  return last.kept_cents === 0 ? null : last.kept_cents;
}

/**
 * Refuses a float that is not the cash left in the drawer and what the person put to it from cash outside, unless a reason
 * is given. `fromHeld` is the part from outside.
 */
export function checkFloat(float: Cents, given: { kept: Cents | null; fromHeld: Cents; reason: string }): void {
  const { kept, fromHeld, reason } = given;
  if (kept === null || float - fromHeld === kept || reason !== '') return;
  const message = apiMessage('cash.open.other_float', { amount: writeDecimal(kept) });
  throw new Refusal('difference_unexplained', { message, details: [{ field: 'reason', message }] });
}

/** Refuses to bank cash that was left in a drawer if it is no longer there. The caller has locked the session. */
export async function checkKept(tx: Writer, { id, account_id, kept_cents, kept_banked_on }: CashSessionRow) {
  const isThere = kept_cents !== 0 && kept_banked_on === null && !(await findLaterSession(tx, { id, account_id }));
  if (!isThere) throw new Refusal('cash_session_banked', { message: apiMessage('cash.bank.not_kept') });
}

/** Lists the cash that people left in their drawers and that is neither banked nor the float of a later session. */
export async function loadKept(db: Reader, owner?: string): Promise<KeptCash[]> {
  const rows = await listKeptSessions(db, owner);
  const names = await listNamesByEmail(
    db,
    rows.map((row) => row.owner),
  );
  return rows.map(({ id, owner: email, kept_cents, closed_at, opened_at }) => ({
    session_id: id,
    person: { email, name: names.get(email) ?? email },
    amount: toRupees(kept_cents ?? cents(0)),
    since: closed_at ?? opened_at,
  }));
}

/**
 * Returns how much more the float was than the cash left in the drawer and the part that the person held outside; 0 if
 * no cash was left or none was asked for.
 */
export function floatDifferenceOf(session: CashSessionRow): Cents {
  const { float_cents, float_expected_cents, from_held_cents } = session;
  return float_expected_cents === null ? cents(0) : cents(float_cents - float_expected_cents - from_held_cents);
}

/** Returns the days between which the cash of a closed session can have been banked. */
export function bankingDays(session: CashSessionRow, today: Day): { first: Day; last: Day } {
  return { first: dayOf(session.closed_at ?? session.opened_at), last: today };
}
