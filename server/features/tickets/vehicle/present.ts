import { timeOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { VehicleTicket } from '#contract/tickets.ts';
import { presentIssue } from '../present.ts';
import type { VehicleTicketRow } from './queries.ts';

/** V{id}: the number by which a ticket is checked; its Ref ID is the id alone. */
export function presentVehicleNumber({ id }: Pick<VehicleTicketRow, 'id'>): string {
  return `V${id}`;
}

/** A ticket as its list and its paper show it. */
export function presentVehicleTicket(row: VehicleTicketRow): VehicleTicket {
  return {
    id: row.id,
    vehicleNumber: row.vehicle_number,
    vehicleType: row.vehicle_type,
    ticketPrice: toRupees(row.cents),
    ...presentIssue(row),
    time: timeOf(row.issued_at),
  };
}
