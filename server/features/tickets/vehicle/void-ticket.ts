import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '#server/action-context.ts';
import type { Writer } from '#server/db/connect.ts';
import { discountArrival } from '../../arrivals/count-arrival.ts';
import { auditVoid } from '../audit-ticket.ts';
import { decreaseSums } from '../queries.ts';
import { refuseVoid, type TicketVoiding } from '../refuse-void.ts';
import { voidVehicleTicketRow } from '../vehicle-queries.ts';
import { describeVehicleTicket } from './present.ts';

export async function voidVehicleTicket(tx: Writer, context: ActionContext, input: TicketVoiding): Promise<void> {
  const row = await voidVehicleTicketRow(tx, context, input);
  if (!row) throw new Refusal('ticket_not_found');
  await refuseVoid(tx, context, { ...input, row });
  await decreaseSums(tx, row, { subject: 'vehicle', kind: row.vehicle_type });
  await discountArrival(tx, context, row);
  await auditVoid(tx, context, { what: describeVehicleTicket(row), row });
}
