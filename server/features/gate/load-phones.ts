import { addDays, dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import { sumCents, toRupees } from '#billing/money.ts';
import type { GatePhone } from '#contract/gate.ts';
import type { Reader } from '../../db/connect.ts';
import { listNamesByEmail } from '../cash/queries.ts';
import { listGivenPhones } from '../tickets/given-phones.ts';
import { countMissingNumbers } from '../tickets/missing-numbers.ts';
import { presentDeviceNumber } from '../tickets/present.ts';
import { type BeyondStated, listBeyondStated, listShiftsOfPhones, sumTicketsOfPhones } from './phone-queries.ts';

const LISTED_DAYS = 30;

/**
 * Loads the letters that were given to phones in the last 30 days, and earlier ones that need a look because of their
 * tickets of these days. Those that need a look come first, then the last to be given.
 */
export async function loadPhones(db: Reader, now: Instant): Promise<GatePhone[]> {
  const since = startOfDay(addDays(dayOf(now), -LISTED_DAYS));
  const given = new Map((await listGivenPhones(db, since)).map((one) => [one.phone, one]));
  const tickets = new Map((await sumTicketsOfPhones(db, since)).map((one) => [one.phone, one]));
  const shifts = Map.groupBy(await listShiftsOfPhones(db, since), ({ device }) => device ?? '');
  const missing = await countMissingNumbers(db, since);
  const beyond = Map.groupBy(await listBeyondStated(db, since), ({ phone }) => phone);
  const emails = [...given.values(), ...[...beyond.values()].flat()].map(({ email }) => email);
  const names = await listNamesByEmail(db, [...new Set(emails)]);
  const personOf = (email: string) => ({ email, name: names.get(email) ?? email });
  const listed = [...new Set([...given.keys(), ...missing.keys(), ...beyond.keys()])].map((phone): GatePhone => {
    const gift = given.get(phone);
    const sums = tickets.get(phone);
    const ofPhone = shifts.get(phone) ?? [];
    const times = [sums?.arrived_at, ...ofPhone.flatMap(({ created_at, updated_at }) => [created_at, updated_at])];
    const [lastShift] = ofPhone;
    const beyond_closing = presentBeyond(beyond.get(phone) ?? []).map(({ email, ...one }) => ({
      ...personOf(email),
      ...one,
    }));
    const count = missing.get(phone) ?? 0;
    return {
      phone,
      given_at: gift?.given_at ?? null,
      given_by: gift ? personOf(gift.email) : null,
      sanitation: sums?.sanitation ?? 0,
      vehicle: sums?.vehicle ?? 0,
      first_number: sums ? `${phone}-${sums.first}` : null,
      last_number: sums ? `${phone}-${sums.last}` : null,
      missing: count,
      heard_at: times.filter((time) => time !== undefined).reduce(later, null),
      shift: lastShift === undefined ? 'none' : lastShift.closed_at === null ? 'open' : 'closed',
      beyond_closing,
      needs_look: [
        ...(sums ? [] : [ofPhone.length === 0 ? ('nothing' as const) : ('no-ticket' as const)]),
        ...(count > 0 ? ['missing' as const] : []),
        ...(beyond_closing.length > 0 ? ['beyond-closing' as const] : []),
      ],
    };
  });
  return listed.toSorted(
    (one, other) =>
      Number(other.needs_look.length > 0) - Number(one.needs_look.length > 0) ||
      byText(other.given_at ?? '', one.given_at ?? '') ||
      byText(one.phone, other.phone),
  );
}

function later(one: Instant | null, other: Instant): Instant {
  return one !== null && one > other ? one : other;
}

function byText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function presentBeyond(tickets: readonly BeyondStated[]) {
  return [...Map.groupBy(tickets, ({ shift_id }) => shift_id)].flatMap(([shift_id, ofShift]) => {
    const [first] = ofShift;
    if (!first) return [];
    return {
      email: first.email,
      shift_id,
      stated: first.stated === null ? null : presentDeviceNumber(first.stated),
      numbers: ofShift.map(({ phone, number }) => `${phone}-${number}`),
      amount: toRupees(sumCents(ofShift.map(({ cents }) => cents))),
    };
  });
}
