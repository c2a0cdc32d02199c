import { cents } from '#billing/money.ts';
import type { SanitationPrice } from '#contract/sanitation-tickets.ts';
import type { Act } from '#server/action-context.ts';
import type { Writer } from '#server/db/connect.ts';
import { noteIssue } from '../audit-ticket.ts';
import { findIssued, openIssue, type SaidOfIssue } from '../claim-device-number.ts';
import { raiseSum } from '../queries.ts';
import { presentNumber } from './present.ts';
import { findTicketOfDevice, insertTicket, type SanitationTicketRow, takeCount } from './queries.ts';

/**
 * Issues a ticket under the next number of its price. Numbers have no gap and no double, for the count of the price is
 * locked until the ticket stands, and everything that can be refused comes before it. A device that sends a ticket again
 * gets the one that stands. Refuses a device number of another ticket, a time of issue out of bounds, and somebody else's
 * shift.
 */
export async function issueTicket(
  tx: Writer,
  act: Act,
  { price, ...said }: SaidOfIssue & { price: SanitationPrice },
): Promise<SanitationTicketRow> {
  const amount = cents(price * 100);
  const issued = await findIssued(
    tx,
    said,
    (deviceNumber) => findTicketOfDevice(tx, deviceNumber),
    (row) => row.cents === amount,
  );
  if (issued) return issued;
  const issue = await openIssue(tx, act, said);
  const count = await takeCount(tx, amount);
  const row = await insertTicket(tx, { ...issue, cents: amount, count });
  await raiseSum(tx, { subject: 'sanitation', day: row.issued_day, kind: String(price) }, amount);
  await noteIssue(tx, act, `Sanitation ticket ${presentNumber(row)}`, row);
  return row;
}
