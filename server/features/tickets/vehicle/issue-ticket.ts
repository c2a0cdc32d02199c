import type { Cents } from '#billing/money.ts';
import type { VehicleType } from '#contract/tickets.ts';
import type { ActionContext } from '#server/action-context.ts';
import type { Writer } from '#server/db/connect.ts';
import { auditIssue } from '../audit-ticket.ts';
import { claimIssue, findIssued, type OfflineIssue } from '../claim-device-number.ts';
import { increaseSum } from '../queries.ts';
import { describeVehicleTicket } from './present.ts';
import { findVehicleTicketOfDevice, insertVehicleTicket, type VehicleTicketRow } from './queries.ts';

export interface VehicleTicketInput extends OfflineIssue {
  vehicleNumber: string;
  vehicleType: VehicleType;
  ticketPrice: Cents;
}

export async function issueVehicleTicket(
  tx: Writer,
  context: ActionContext,
  { vehicleNumber, vehicleType, ticketPrice, ...input }: VehicleTicketInput,
): Promise<VehicleTicketRow> {
  const content = { vehicle_number: vehicleNumber, vehicle_type: vehicleType, cents: ticketPrice };
  const issued = await findIssued(tx, input, {
    find: (deviceNumber) => findVehicleTicketOfDevice(tx, deviceNumber),
    hasSameContent: (row) =>
      row.vehicle_number === vehicleNumber && row.vehicle_type === vehicleType && row.cents === ticketPrice,
  });
  if (issued) return issued;
  const row = await insertVehicleTicket(tx, { ...(await claimIssue(tx, context, input)), ...content });
  await increaseSum(tx, { subject: 'vehicle', day: row.issued_day, kind: vehicleType }, row.cents);
  await auditIssue(tx, context, { what: describeVehicleTicket(row), row });
  return row;
}
