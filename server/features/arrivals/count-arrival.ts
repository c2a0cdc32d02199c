import { type Day, endOfDay, type Instant, timeOf } from '#billing/calendar.ts';
import type { ActionContext } from '#server/action-context.ts';
import type { Writer } from '#server/db/connect.ts';
import { addArrival, subtractArrival } from './queries.ts';

interface ArrivedVehicle {
  issued_day: Day;
  issued_at: Instant;
  vehicle_type: string;
}

export function countArrival(tx: Writer, context: ActionContext, vehicle: ArrivedVehicle): Promise<void> {
  return addArrival(tx, placeOf(vehicle), changeAfter(vehicle.issued_day, context.now));
}

export function discountArrival(tx: Writer, context: ActionContext, vehicle: ArrivedVehicle): Promise<void> {
  return subtractArrival(tx, placeOf(vehicle), changeAfter(vehicle.issued_day, context.now));
}

function placeOf({ issued_day, issued_at, vehicle_type }: ArrivedVehicle) {
  return { day: issued_day, hour: Number(timeOf(issued_at).slice(0, 2)), vehicle_type };
}

function changeAfter(day: Day, now: Instant): Instant | null {
  return now >= endOfDay(day) ? now : null;
}
