import { addDays, dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import { sumCents, toRupees } from '#billing/money.ts';
import type { GateIncome } from '#contract/gate.ts';
import type { Reader } from '../../db/connect.ts';
import { listNamesByEmail } from '../cash/queries.ts';
import { type LateNumber, listLateNumbers } from '../tickets/late-numbers.ts';

const LISTED_DAYS = 7;
const HOUR_MS = 60 * 60_000;

/** Loads the tickets of the last days that arrived after a higher number of their phone, by person and phone. */
export async function loadLateTickets(db: Reader, now: Instant): Promise<GateIncome['late_tickets']> {
  const late = await listLateNumbers(db, startOfDay(addDays(dayOf(now), -LISTED_DAYS)));
  const names = await listNamesByEmail(db, [...new Set(late.map(({ email }) => email))]);
  return [...Map.groupBy(late, ({ email, phone }) => `${phone} ${email}`).values()].flatMap((tickets) => {
    const [first] = tickets;
    if (!first) return [];
    const numbers = tickets.map(({ number }) => number).sort((one, other) => one - other);
    return {
      email: first.email,
      name: names.get(first.email) ?? first.email,
      numbers: numbers.map((number) => `${first.phone}-${number}`),
      amount: toRupees(sumCents(tickets.map(({ cents }) => cents))),
      hours: Math.max(...tickets.map(hoursOf)),
      other_prices: tickets.filter(hasOtherPrice).length,
    };
  });
}

/** Returns the hours to one decimal. */
function hoursOf({ arrived_at, overtaken_at }: LateNumber): number {
  return Math.round(((Date.parse(arrived_at) - Date.parse(overtaken_at)) / HOUR_MS) * 10) / 10;
}

/** Returns whether the price is outside of what the tickets before and after it cost. */
function hasOtherPrice({ cents, before_cents, after_cents }: LateNumber): boolean {
  const neighbours = [before_cents, after_cents].filter((price) => price !== null);
  return neighbours.length > 0 && (cents < Math.min(...neighbours) || cents > Math.max(...neighbours));
}
