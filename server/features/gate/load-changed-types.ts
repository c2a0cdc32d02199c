import { addDays, dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { ChangedType } from '#contract/gate.ts';
import { findVehicleType } from '#contract/vehicle-type-names.ts';
import type { Reader } from '../../db/connect.ts';
import { listNamesByEmail } from '../cash/queries.ts';
import { listVehicleTypes } from '../tariff/vehicle-type-queries.ts';
import { presentDeviceNumber } from '../tickets/present.ts';
import { listTicketsOfSeveralTypes } from '../tickets/vehicle-queries.ts';

const LISTED_DAYS = 30;
const MOST_TICKETS = 1000;

/**
 * Loads the vehicles that got tickets of several types in the last 30 days, with these tickets, those with the newest
 * ticket first. The names of a type that was renamed are one type.
 */
export async function loadChangedTypes(db: Reader, now: Instant): Promise<ChangedType[]> {
  const since = startOfDay(addDays(dayOf(now), -LISTED_DAYS));
  const tickets = await listTicketsOfSeveralTypes(db, { since, most: MOST_TICKETS });
  const types = await listVehicleTypes(db);
  const typeOf = (name: string) => findVehicleType(types, name)?.vehicle_type_id ?? name;
  const names = await listNamesByEmail(db, [...new Set(tickets.map(({ email }) => email))]);
  return [...Map.groupBy(tickets, ({ plate }) => plate).values()].flatMap((ofVehicle) => {
    const [newest] = ofVehicle;
    if (!newest || new Set(ofVehicle.map(({ vehicle_type }) => typeOf(vehicle_type))).size < 2) return [];
    return {
      vehicleNumber: newest.vehicle_number,
      tickets: ofVehicle.map(({ id, device_number, vehicle_type, cents, issued_at, email }) => ({
        number: device_number === null ? `V${id}` : presentDeviceNumber(device_number),
        vehicleType: vehicle_type,
        ticketPrice: toRupees(cents),
        issued_at,
        email,
        name: names.get(email) ?? email,
      })),
    };
  });
}
