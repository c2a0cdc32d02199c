import { timeOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import type { VehicleTicket } from '#contract/tickets.ts';
import { presentIssue } from '../present.ts';
import type { VehicleTicketRow } from '../vehicle-queries.ts';

/** Returns the number of a ticket, such as V17. Its Ref ID is the id without the V. */
export function presentVehicleNumber({ id }: Pick<VehicleTicketRow, 'id'>): string {
  return `V${id}`;
}

export function describeVehicleTicket(row: VehicleTicketRow): ApiMessage {
  const named = { number: presentVehicleNumber(row), type: row.vehicle_type, vehicle: row.vehicle_number };
  if (row.pass_until === null) return apiMessage('tickets.audit.vehicle', named);
  return apiMessage('tickets.audit.pass', { ...named, date: row.pass_until });
}

export function presentVehicleTicket(row: VehicleTicketRow): VehicleTicket {
  return {
    id: row.id,
    vehicleNumber: row.vehicle_number,
    vehicleType: row.vehicle_type,
    ticketPrice: toRupees(row.cents),
    tariff_price: row.tariff_cents === null ? null : toRupees(row.tariff_cents),
    pass: row.pass_term,
    pass_until: row.pass_until,
    ...presentIssue(row),
    time: timeOf(row.issued_at),
  };
}
