import { cents, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { GateCashHeld, GateHandover, gateCash, HeldCash } from '#contract/gate-cash.ts';
import { may } from '#contract/permissions.ts';
import type { Reader } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { listHeldCents } from '../cash/held-cash.ts';
import { listCashSessions, listNamesByEmail } from '../cash/queries.ts';
import {
  findHandover,
  type ListedHandover,
  listFloatsOf,
  listHandovers,
  listHeldSince,
  sumUnbankedHandovers,
} from './handover-queries.ts';

type NameOf = (email: string) => string;

async function namesOf(db: Reader, emails: readonly string[]): Promise<NameOf> {
  const names = await listNamesByEmail(db, [...new Set(emails)]);
  return (email) => names.get(email) ?? email;
}

/** Loads the cash that people hold, those who have held it longest first. */
async function loadHeld(db: Reader): Promise<HeldCash[]> {
  const held = await listHeldCents(db);
  const people = await listHeldSince(
    db,
    held.map(({ account_id }) => account_id),
  );
  const nameOf = await namesOf(
    db,
    people.map(({ email }) => email),
  );
  const amounts = new Map(held.map(({ account_id, cents: amount }) => [account_id, amount]));
  return people
    .map((person) => ({
      ...person,
      name: nameOf(person.email),
      amount: toRupees(amounts.get(person.account_id) ?? cents(0)),
    }))
    .sort((one, other) => (one.since < other.since ? -1 : 1));
}

/** Loads the gate cash that is not handed over, and that which is handed over but not banked, by person. */
export async function loadGateCashHeld(db: Reader): Promise<GateCashHeld> {
  const unbanked = await sumUnbankedHandovers(db);
  const nameOf = await namesOf(
    db,
    unbanked.map(({ email }) => email),
  );
  return {
    not_handed_over: await loadHeld(db),
    not_banked: unbanked.map(({ email, cents: amount, since }) => ({
      email,
      name: nameOf(email),
      amount: toRupees(amount),
      since,
    })),
  };
}

export async function loadGateCash(db: Reader, caller: Caller): Promise<Answer<typeof gateCash.now>> {
  const rows = await listHandovers(db, may(caller.role, 'shifts.all') ? undefined : caller.accountId);
  const nameOf = await namesOf(db, rows.flatMap(emailsOf));
  const [open] = await listCashSessions(db, { isOpen: true, owner: caller.email });
  return {
    held: await loadHeld(db),
    handovers: rows.map((row) => presentHandover(row, nameOf)),
    into_session: open?.id ?? null,
  };
}

/** Loads what the caller holds, and the floats that others recorded as handed out to the caller. */
export async function loadOwnCash(db: Reader, { accountId }: Caller): Promise<Answer<typeof gateCash.own>> {
  const [held] = await listHeldCents(db, accountId);
  const floats = await listFloatsOf(db, accountId);
  const nameOf = await namesOf(
    db,
    floats.map(({ giver }) => giver),
  );
  return {
    held: toRupees(held?.cents ?? cents(0)),
    floats: floats.map(({ received_at, giver, given_cents }) => ({
      given_at: received_at,
      given_by: nameOf(giver),
      amount: toRupees(given_cents),
    })),
  };
}

export async function loadHandover(db: Reader, id: number): Promise<GateHandover> {
  const row = await findHandover(db, id);
  return presentHandover(row, await namesOf(db, emailsOf(row)));
}

function emailsOf({ keeper_now, receiver_now, banked_by, undone_by }: ListedHandover): string[] {
  return [keeper_now, receiver_now, banked_by, undone_by].filter((email) => email !== null);
}

function presentHandover(row: ListedHandover, nameOf: NameOf): GateHandover {
  const { keeper_now: keeper, receiver_now: receiver, banked_by, undone_by } = row;
  return {
    id: row.id,
    keeper: { email: keeper, name: nameOf(keeper) },
    receiver: { email: receiver, name: nameOf(receiver) },
    received_at: row.received_at,
    expected_cash: toRupees(row.expected_cents),
    received_cash: toRupees(row.received_cents),
    left_cash: toRupees(row.left_cents),
    given_cash: toRupees(row.given_cents),
    difference: toRupees(cents(row.received_cents + row.left_cents - row.expected_cents - row.given_cents)),
    reason: row.reason,
    undone_at: row.undone_at,
    undone_by: undone_by === null ? null : nameOf(undone_by),
    undo_reason: row.undo_reason,
    banked_on: row.banked_on,
    banked_by: banked_by === null ? null : nameOf(banked_by),
    is_own_word: row.banked_by_id !== null && [row.account_id, row.received_by_id].includes(row.banked_by_id),
    session_id: row.session_id,
    is_counted: row.session_closed_at !== null,
  };
}
