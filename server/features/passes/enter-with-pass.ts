import { dayOf, type Instant } from '#billing/calendar.ts';
import type { Body } from '#contract/call.ts';
import { foldPlate } from '#contract/fold-text.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import type { passes } from '#contract/passes.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '#server/action-context.ts';
import type { Writer } from '#server/db/connect.ts';
import { countArrival } from '../arrivals/count-arrival.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { claimIssue } from '../tickets/claim-device-number.ts';
import { findTicketId } from '../tickets/find-ticket.ts';
import { presentVehicleNumber } from '../tickets/vehicle/present.ts';
import type { VehicleTicketRow } from '../tickets/vehicle-queries.ts';
import { findPassEntry, insertPassEntry, lockPass } from './queries.ts';

/** Records an entry, which moves no money. An entry that arrives again is the same one. */
export async function enterWithPass(
  tx: Writer,
  context: ActionContext,
  { pass: number, vehicleNumber, entered_at, shift_id }: Body<typeof passes.enter>,
) {
  const pass = await lockPass(tx, await findTicketId(tx, 'vehicle', number));
  if (!pass) throw new Refusal('ticket_not_found');
  const issue = await claimIssue(tx, context, { issued_at: entered_at, shift_id });
  const fault = faultOf(pass, { plate: foldPlate(vehicleNumber), at: issue.issued_at });
  if (fault) throw new Refusal('pass_not_valid', { message: fault });
  const key = { ticket_id: pass.id, entered_at: issue.issued_at };
  const row = await insertPassEntry(tx, {
    ...key,
    vehicle_type: pass.vehicle_type,
    entered_day: issue.issued_day,
    entered_by: issue.issued_by,
    entered_by_id: issue.issued_by_id,
    shift_id: issue.shift_id,
    created_at: context.now,
  });
  if (!row) return { row: await findPassEntry(tx, key), pass };
  const { entered_day: issued_day, entered_at: issued_at, vehicle_type } = row;
  await countArrival(tx, context, { issued_day, issued_at, vehicle_type });
  await writeAudit(tx, context, {
    type: 'Pass Used',
    description: apiMessage('tickets.audit.pass_used', {
      number: presentVehicleNumber(pass),
      vehicle: pass.vehicle_number,
      time: row.entered_at,
    }),
  });
  return { row, pass };
}

/** Returns why a vehicle may not enter with a pass at an instant; undefined if it may. */
function faultOf(pass: VehicleTicketRow, { plate, at }: { plate: string; at: Instant }): ApiMessage | undefined {
  const named = { number: presentVehicleNumber(pass), vehicle: pass.vehicle_number };
  if (pass.pass_until === null) return apiMessage('tickets.pass.no_pass', named);
  if (pass.plate !== plate) return apiMessage('tickets.pass.other_vehicle', named);
  // A pass that was cancelled later was valid for an entry that arrives late.
  if (pass.voided_at !== null && pass.voided_at <= at) return apiMessage('tickets.pass.void', named);
  if (dayOf(at) > pass.pass_until)
    return apiMessage('tickets.pass.ended', { ...named, date: { day: pass.pass_until } });
  return at < pass.issued_at ? apiMessage('tickets.pass.too_early', named) : undefined;
}
