import { addDays, type Day, startOfDay } from '#billing/calendar.ts';
import { sumCents, toRupees } from '#billing/money.ts';
import type { UncountedCash } from '#contract/cash.ts';
import type { Reader } from '../../db/connect.ts';
import { type CashMovement, movementsWithoutSession } from './movements.ts';
import { listLastBanked, listMoneyWithoutSession, listNamesByEmail } from './queries.ts';

const DAYS_BACK = 30;

/**
 * Returns by person the cash of the last 30 days that was taken without a cash session, less what was paid back without
 * one, the largest sums first.
 */
export async function loadUncountedCash(db: Reader, today: Day): Promise<UncountedCash[]> {
  const from = startOfDay(addDays(today, 1 - DAYS_BACK));
  const movements = movementsWithoutSession(await listMoneyWithoutSession(db, from), from);
  const byPerson = Map.groupBy(movements, ({ owner }) => owner);
  if (byPerson.size === 0) return [];
  const names = await listNamesByEmail(db, [...byPerson.keys()]);
  const banked = new Map((await listLastBanked(db)).map(({ email, day }) => [email, day]));
  return [...byPerson]
    .map(([email, its]) => ({
      email,
      name: names.get(email) ?? email,
      ...sumMovements(its),
      last_banked: banked.get(email) ?? null,
    }))
    .filter(({ amount }) => amount !== 0)
    .toSorted((one, other) => other.amount - one.amount || (one.email < other.email ? -1 : 1));
}

function sumMovements(its: readonly CashMovement[]): Pick<UncountedCash, 'count' | 'amount' | 'since'> {
  return {
    count: its.length,
    amount: toRupees(sumCents(its.map(({ cents }) => cents))),
    since: its.map(({ at }) => at).reduce((one, other) => (one < other ? one : other)),
  };
}
