import { addDays, dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import { type Cents, cents, sumCents, toRupees } from '#billing/money.ts';
import type { GateIncome } from '#contract/gate.ts';
import { findVehicleType } from '#contract/vehicle-type-names.ts';
import type { Reader } from '../../db/connect.ts';
import { listNamesByEmail } from '../cash/queries.ts';
import { beginningOf, centsColumnOf, listTariffs, tariffAt } from '../tariff/queries.ts';
import { listVehicleTypes } from '../tariff/vehicle-type-queries.ts';
import { SENDING_MS } from '../tickets/is-held-back.ts';
import { presentDeviceNumber } from '../tickets/present.ts';
import { listTicketsAcross } from '../tickets/vehicle-queries.ts';

const LISTED_DAYS = 7;
const MOST_TICKETS = 200;
const HOUR_MS = 60 * 60_000;

type Across = Awaited<ReturnType<typeof listTicketsAcross>>[number];

/**
 * Loads the tickets of the last days at a lower price than the one at their arrival, by person. A phone without network
 * sends such tickets, and so does somebody who names an earlier time than that of the sale.
 */
export async function loadEarlierPrices(db: Reader, now: Instant): Promise<GateIncome['earlier_prices']> {
  const since = startOfDay(addDays(dayOf(now), -LISTED_DAYS));
  const tariffs = await listTariffs(db);
  const changes = tariffs.map(beginningOf).filter((at) => at > since && at <= now);
  if (changes.length === 0) return [];
  const types = await listVehicleTypes(db);
  const savedBy = ({ vehicle_type, cents: price, pass_term, created_at }: Across): Cents => {
    const id = findVehicleType(types, vehicle_type)?.vehicle_type_id;
    const later = tariffAt(tariffs, created_at)?.prices.find((one) => one.vehicle_type_id === id);
    return cents((later?.[centsColumnOf(pass_term)] ?? price) - price);
  };
  const rows = await listTicketsAcross(db, changes, { since, most: MOST_TICKETS });
  const late = rows.filter((row) => ageOf(row) > SENDING_MS && savedBy(row) > 0);
  const names = await listNamesByEmail(db, [...new Set(late.map(({ email }) => email))]);
  return [...Map.groupBy(late, ({ email }) => email)].map(([email, tickets]) => ({
    email,
    name: names.get(email) ?? email,
    numbers: tickets.toReversed().map(numberOf),
    hours: Math.round((Math.max(...tickets.map(ageOf)) / HOUR_MS) * 10) / 10,
    amount: toRupees(sumCents(tickets.map(savedBy))),
  }));
}

function ageOf({ issued_at, created_at }: Across): number {
  return Date.parse(created_at) - Date.parse(issued_at);
}

function numberOf({ id, device_number }: Across): string {
  return device_number === null ? `V${id}` : presentDeviceNumber(device_number);
}
