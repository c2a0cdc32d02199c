import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '#server/action-context.ts';
import type { Writer } from '#server/db/connect.ts';
import { auditVoid } from '../audit-ticket.ts';
import { decreaseSum } from '../queries.ts';
import { describeVehicleTicket } from './present.ts';
import { voidVehicleTicketRow } from './queries.ts';

/** The row stays as void with who, when and why. */
export async function voidVehicleTicket(
  tx: Writer,
  context: ActionContext,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const row = await voidVehicleTicketRow(tx, context, { id, reason });
  if (!row) throw new Refusal('ticket_not_found');
  await decreaseSum(tx, { subject: 'vehicle', day: row.issued_day, kind: row.vehicle_type }, row.cents);
  await auditVoid(tx, context, { what: describeVehicleTicket(row), row });
}
