import { type Cents, writeDecimal } from '#billing/money.ts';
import { foldPlate } from '#contract/fold-text.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { VehicleType } from '#contract/tickets.ts';
import type { ActionContext } from '#server/action-context.ts';
import type { Writer } from '#server/db/connect.ts';
import { countArrival } from '../../arrivals/count-arrival.ts';
import { findTariffAt, listRecentTariffs, TARIFF_COLUMNS } from '../../tariff/queries.ts';
import { auditIssue, auditOtherPrice } from '../audit-ticket.ts';
import { claimIssue, findIssued, type OfflineIssue } from '../claim-device-number.ts';
import { increaseSum } from '../queries.ts';
import { earliestEventTime } from '../read-event-time.ts';
import { findVehicleTicketOfDevice, insertVehicleTicket, type VehicleTicketRow } from '../vehicle-queries.ts';
import { describeVehicleTicket } from './present.ts';

export interface VehicleTicketInput extends OfflineIssue {
  vehicleNumber: string;
  vehicleType: VehicleType;
  ticketPrice: Cents;
  mayTakeAnyPrice: boolean;
}

export async function issueVehicleTicket(
  tx: Writer,
  context: ActionContext,
  { vehicleNumber, vehicleType, ticketPrice, mayTakeAnyPrice, ...input }: VehicleTicketInput,
): Promise<VehicleTicketRow> {
  const plate = foldPlate(vehicleNumber);
  const content = { vehicle_number: vehicleNumber, plate, vehicle_type: vehicleType, cents: ticketPrice };
  const issued = await findIssued(tx, input, {
    context,
    find: (deviceNumber) => findVehicleTicketOfDevice(tx, deviceNumber),
    hasSameContent: (row) =>
      row.vehicle_number === vehicleNumber && row.vehicle_type === vehicleType && row.cents === ticketPrice,
  });
  if (issued) return issued;
  const issue = await claimIssue(tx, context, input);
  const price = (await findTariffAt(tx, issue.issued_at))?.[TARIFF_COLUMNS[vehicleType]] ?? ticketPrice;
  if (price !== ticketPrice && !mayTakeAnyPrice) {
    // The money of an earlier ticket is in the box: a price that a phone can have had is accepted and marked.
    const recent =
      input.issued_at === undefined ? [] : await listRecentTariffs(tx, earliestEventTime(context), context.now);
    if (!recent.some((tariff) => tariff[TARIFF_COLUMNS[vehicleType]] === ticketPrice)) throw otherPrice(price);
  }
  const tariff_cents = price === ticketPrice ? null : price;
  const row = await insertVehicleTicket(tx, { ...issue, ...content, tariff_cents });
  await increaseSum(tx, { subject: 'vehicle', day: row.issued_day, kind: vehicleType }, row.cents);
  await countArrival(tx, context, row);
  const what = describeVehicleTicket(row);
  await auditIssue(tx, context, { what, row });
  if (row.tariff_cents !== null)
    await auditOtherPrice(tx, context, { what, cents: row.cents, tariff: row.tariff_cents });
  return row;
}

function otherPrice(price: Cents): Refusal {
  const message = apiMessage('tariff.issue.price', { price: writeDecimal(price) });
  return new Refusal('price_differs', { message, details: [{ field: 'ticketPrice', message }] });
}
