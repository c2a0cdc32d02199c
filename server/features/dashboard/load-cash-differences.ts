import { addDays, dayOf, firstDayOf, type Instant, monthInYear, startOfDay } from '#billing/calendar.ts';
import { cents, sumCents, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { dashboard } from '#contract/dashboard.ts';
import type { Reader } from '../../db/connect.ts';
import { listNamesByEmail } from '../cash/queries.ts';
import { listMissingNumbers } from '../tickets/missing-numbers.ts';
import {
  type CashDifference,
  listDeskCounts,
  listEmailsOf,
  listHandoverCounts,
  listShiftCounts,
} from './difference-queries.ts';

type Differences = Answer<typeof dashboard.morning>['cash_differences'];

const DAYS_BACK = 30;

/**
 * Returns by person what was missing and what was too much in floats, counts of drawers and shifts, and hand-overs of the
 * last 30 days and of this year, and how many of the person's ticket numbers are missing. Those with the most missing come
 * first. A surplus does not make up for cash that is missing.
 */
export async function loadCashDifferences(db: Reader, now: Instant): Promise<Differences> {
  const today = dayOf(now);
  const since = startOfDay(addDays(today, 1 - DAYS_BACK));
  const yearStart = startOfDay(firstDayOf(monthInYear(today.slice(0, 4), 1)));
  const from = since < yearStart ? since : yearStart;
  const counts = [
    ...(await listDeskCounts(db, from)),
    ...(await listHandoverCounts(db, from)),
    ...(await listShiftCounts(db, from)),
  ];
  const byPerson = Map.groupBy(counts, ({ email }) => email);
  const missing = await countMissingByPerson(db, startOfDay(addDays(today, -DAYS_BACK)));
  const people = [...new Set([...byPerson.keys(), ...missing.keys()])];
  const names = await listNamesByEmail(db, people);
  return people
    .map((email) => {
      const its = byPerson.get(email) ?? [];
      const ofYear = its.filter(({ at }) => at >= yearStart);
      return {
        email,
        name: names.get(email) ?? email,
        ...sumDifferences(its.filter(({ at }) => at >= since)),
        last_at: its.filter((one) => one.cents !== 0).reduce(laterOf, null),
        year: { ...sumDifferences(ofYear), counts: ofYear.length },
        missing_numbers: missing.get(email) ?? 0,
      };
    })
    .filter(({ count, year, missing_numbers }) => count + year.count + missing_numbers > 0)
    .toSorted(
      (one, other) =>
        other.missing - one.missing ||
        other.year.missing - one.year.missing ||
        other.missing_numbers - one.missing_numbers ||
        (one.email < other.email ? -1 : 1),
    );
}

/** Counts the missing numbers by the person who issued the next ticket of the phone. */
async function countMissingByPerson(db: Reader, since: Instant): Promise<Map<string, number>> {
  const missing = await listMissingNumbers(db, since);
  const byAccount = Map.groupBy(missing, ({ accountId }) => accountId);
  const emails = await listEmailsOf(
    db,
    [...byAccount.keys()].filter((id) => id !== null),
  );
  return new Map(emails.map(({ id, email }) => [email, byAccount.get(id)?.length ?? 0]));
}

function sumDifferences(counts: readonly CashDifference[]) {
  const amounts = counts.map((one) => one.cents).filter((amount) => amount !== 0);
  return {
    count: amounts.length,
    missing: toRupees(sumCents(amounts.map((amount) => cents(Math.max(0, -amount))))),
    surplus: toRupees(sumCents(amounts.map((amount) => cents(Math.max(0, amount))))),
  };
}

function laterOf(last: Instant | null, { at }: CashDifference): Instant | null {
  return last !== null && last > at ? last : at;
}
