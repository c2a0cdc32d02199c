import { addDays, type Day, startOfDay } from '#billing/calendar.ts';
import { cents, sumCents, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { dashboard } from '#contract/dashboard.ts';
import type { Reader } from '../../db/connect.ts';
import { listNamesByEmail } from '../cash/queries.ts';
import { sumShifts } from '../gate/queries.ts';
import {
  type CashDifference,
  listClosedShifts,
  listDeskDifferences,
  listHandoverDifferences,
} from './difference-queries.ts';

type Differences = Answer<typeof dashboard.morning>['cash_differences'];

const DAYS_BACK = 30;

/**
 * Returns by person what was missing and what was too much in floats, counts of drawers and shifts, and hand-overs of the
 * last 30 days, those with the most missing first. A surplus does not make up for cash that is missing.
 */
export async function loadCashDifferences(db: Reader, today: Day): Promise<Differences> {
  const since = startOfDay(addDays(today, 1 - DAYS_BACK));
  const shifts = await listClosedShifts(db, since);
  const tickets = await sumShifts(db, shifts);
  const ofShifts = shifts.map(({ id, email, closed_at, opened_at, opening_cents, counted_cents }): CashDifference => {
    const expected = opening_cents + (tickets.get(id)?.cents ?? 0);
    return { email, at: closed_at ?? opened_at, cents: cents((counted_cents ?? 0) - expected) };
  });
  const all = [...(await listDeskDifferences(db, since)), ...(await listHandoverDifferences(db, since)), ...ofShifts];
  const byPerson = Map.groupBy(
    all.filter((one) => one.cents !== 0),
    ({ email }) => email,
  );
  const names = await listNamesByEmail(db, [...byPerson.keys()]);
  return [...byPerson]
    .map(([email, its]) => ({ email, name: names.get(email) ?? email, ...sumDifferences(its) }))
    .toSorted((one, other) => other.missing - one.missing || (one.email < other.email ? -1 : 1));
}

function sumDifferences(its: readonly CashDifference[]) {
  const amounts = its.map((one) => one.cents);
  return {
    count: its.length,
    missing: toRupees(sumCents(amounts.map((amount) => cents(Math.max(0, -amount))))),
    surplus: toRupees(sumCents(amounts.map((amount) => cents(Math.max(0, amount))))),
    last_at: its.map(({ at }) => at).reduce((one, other) => (one > other ? one : other)),
  };
}
