import type { Instant } from '#billing/calendar.ts';
import { type Cents, writeDecimal } from '#billing/money.ts';
import { foldPlate } from '#contract/fold-text.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { lastDayOfPass } from '#contract/pass-days.ts';
import { Refusal } from '#contract/refusals.ts';
import type { VehicleType } from '#contract/tariff.ts';
import { findVehicleType } from '#contract/vehicle-type-names.ts';
import type { PassTerm } from '#contract/words.ts';
import type { ActionContext } from '#server/action-context.ts';
import type { Writer } from '#server/db/connect.ts';
import { badInput } from '../../../http/core/read-request.ts';
import { countArrival } from '../../arrivals/count-arrival.ts';
import { centsColumnOf, findPriceAt, listRecentTariffs } from '../../tariff/queries.ts';
import { listVehicleTypes } from '../../tariff/vehicle-type-queries.ts';
import { auditIssue, auditOtherPrice } from '../audit-ticket.ts';
import { claimIssue, findIssued, type OfflineIssue } from '../claim-device-number.ts';
import { isHeldBack } from '../is-held-back.ts';
import { increaseSums } from '../queries.ts';
import { earliestEventTime } from '../read-event-time.ts';
import { findVehicleTicketOfDevice, insertVehicleTicket, type VehicleTicketRow } from '../vehicle-queries.ts';
import { describeVehicleTicket } from './present.ts';

export interface VehicleTicketInput extends OfflineIssue {
  vehicleNumber: string;
  vehicleType: string;
  ticketPrice: Cents;
  pass?: PassTerm | undefined;
  mayTakeAnyPrice: boolean;
}

export async function issueVehicleTicket(
  tx: Writer,
  context: ActionContext,
  { vehicleNumber, vehicleType, ticketPrice, pass: asked, mayTakeAnyPrice, ...input }: VehicleTicketInput,
): Promise<VehicleTicketRow> {
  const plate = foldPlate(vehicleNumber);
  const pass = asked ?? null;
  const content = { vehicle_number: vehicleNumber, vehicle_type: vehicleType, cents: ticketPrice, pass_term: pass };
  const issued = await findIssued(tx, input, {
    context,
    find: (deviceNumber) => findVehicleTicketOfDevice(tx, deviceNumber),
    hasSameContent: (row) =>
      row.vehicle_number === vehicleNumber &&
      row.vehicle_type === vehicleType &&
      row.cents === ticketPrice &&
      row.pass_term === pass,
  });
  if (issued) return issued;
  const type = chooseType(await listVehicleTypes(tx), vehicleType, input);
  const issue = await claimIssue(tx, context, input);
  const priced = { row: issue, typeId: type.vehicle_type_id, pass, ticketPrice };
  const tariff_cents = await judgePrice(tx, context, {
    ...priced,
    mayTakeAnyPrice,
    isLate: input.issued_at !== undefined,
  });
  const pass_until = pass && lastDayOfPass(pass, issue.issued_day);
  const row = await insertVehicleTicket(tx, { ...issue, ...content, plate, tariff_cents, pass_until });
  await increaseSums(tx, row, { subject: 'vehicle', kind: vehicleType });
  await countArrival(tx, context, row);
  const what = describeVehicleTicket(row);
  await auditIssue(tx, context, { what, row });
  if (row.tariff_cents !== null)
    await auditOtherPrice(tx, context, { what, cents: row.cents, tariff: row.tariff_cents });
  return row;
}

interface PricedIssue {
  row: { issued_at: Instant };
  typeId: number;
  pass: PassTerm | null;
  ticketPrice: Cents;
}

/** Returns the price of the tariff if another one was paid, otherwise null. Refuses a price that the caller may not take. */
async function judgePrice(
  tx: Writer,
  context: ActionContext,
  { mayTakeAnyPrice, isLate, ...issue }: PricedIssue & { mayTakeAnyPrice: boolean; isLate: boolean },
): Promise<Cents | null> {
  const { row, typeId, pass, ticketPrice } = issue;
  const set = await findPriceAt(tx, row.issued_at, { typeId, pass });
  const price = set ?? ticketPrice;
  const isMissing = set === undefined && pass !== null;
  if (isMissing || (price !== ticketPrice && !mayTakeAnyPrice)) {
    // The price of a ticket that arrives late has already been paid, so any price that the phone may have shown is
    // accepted. The price in the tariff is stored too.
    const recent = isLate ? await listRecentTariffs(tx, earliestEventTime(context), context.now) : [];
    const prices = recent.flatMap((tariff) => tariff.prices).filter((one) => one.vehicle_type_id === typeId);
    if (!prices.some((one) => one[centsColumnOf(pass)] === ticketPrice)) throw isMissing ? noPass() : otherPrice(price);
  }
  return price === ticketPrice ? findMissedPrice(tx, context, issue) : price;
}

/** Returns the price that applies now if a ticket has another one although its phone could have sent it before. */
async function findMissedPrice(
  tx: Writer,
  context: ActionContext,
  { row: { issued_at }, typeId, pass, ticketPrice }: PricedIssue,
): Promise<Cents | null> {
  if (issued_at === context.now) return null;
  const price = await findPriceAt(tx, context.now, { typeId, pass });
  if (price === undefined || price === ticketPrice || !(await isHeldBack(tx, context, issued_at))) return null;
  return price;
}

/**
 * Returns the type of a ticket. A phone without network may have issued it for a type that was renamed or is no longer
 * offered.
 */
function chooseType(types: readonly VehicleType[], name: string, { issued_at }: OfflineIssue): VehicleType {
  const offered = types.filter(({ is_offered }) => is_offered);
  const type = issued_at === undefined ? offered.find((one) => one.name === name) : findVehicleType(types, name);
  if (type) return type;
  const choices = offered.map((one) => one.name).join(', ');
  throw badInput([{ field: 'vehicleType', message: apiMessage('input.choice', { choices }) }]);
}

function otherPrice(price: Cents): Refusal {
  const message = apiMessage('tariff.issue.price', { price: writeDecimal(price) });
  return new Refusal('price_differs', { message, details: [{ field: 'ticketPrice', message }] });
}

function noPass(): Refusal {
  return badInput([{ field: 'pass', message: apiMessage('tickets.pass.not_offered') }]);
}
