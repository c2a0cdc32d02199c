import type { Cents } from '#billing/money.ts';
import type { VehicleType } from '#contract/vehicle-tickets.ts';
import type { Act } from '#server/action-context.ts';
import type { Writer } from '#server/db/connect.ts';
import { noteIssue } from '../audit-ticket.ts';
import { findIssued, openIssue, type SaidOfIssue } from '../claim-device-number.ts';
import { raiseSum } from '../queries.ts';
import { presentNumber } from './present.ts';
import { findTicketOfDevice, insertTicket, type VehicleTicketRow } from './queries.ts';

/** A vehicle at the gate. */
export interface VehicleGiven extends SaidOfIssue {
  vehicleNumber: string;
  vehicleType: VehicleType;
  ticketPrice: Cents;
}

/**
 * Issues a ticket for a vehicle. A device that sends a ticket again gets the one that stands. Refuses a device number of
 * another ticket, a time of issue out of bounds, and somebody else's shift.
 */
export async function issueTicket(
  tx: Writer,
  act: Act,
  { vehicleNumber, vehicleType, ticketPrice, ...said }: VehicleGiven,
): Promise<VehicleTicketRow> {
  const content = { vehicle_number: vehicleNumber, vehicle_type: vehicleType, cents: ticketPrice };
  const issued = await findIssued(
    tx,
    said,
    (deviceNumber) => findTicketOfDevice(tx, deviceNumber),
    (row) => row.vehicle_number === vehicleNumber && row.vehicle_type === vehicleType && row.cents === ticketPrice,
  );
  if (issued) return issued;
  const row = await insertTicket(tx, { ...(await openIssue(tx, act, said)), ...content });
  await raiseSum(tx, { subject: 'vehicle', day: row.issued_day, kind: vehicleType }, row.cents);
  await noteIssue(tx, act, `Vehicle ticket ${presentNumber(row)} for ${vehicleType} ${vehicleNumber}`, row);
  return row;
}
