import { wholeRupees } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { SanitationPrice } from '#contract/tickets.ts';
import type { ActionContext } from '#server/action-context.ts';
import type { Writer } from '#server/db/connect.ts';
import { auditIssue } from '../audit-ticket.ts';
import { claimIssue, findIssued, type OfflineIssue } from '../claim-device-number.ts';
import { increaseSums } from '../queries.ts';
import {
  findSanitationTicketOfDevice,
  insertSanitationTicket,
  type SanitationTicketRow,
  takeCount,
} from '../sanitation-queries.ts';
import { presentSanitationNumber } from './present.ts';

/**
 * The numbers of a price have no gaps: everything that can refuse the ticket runs before its number is taken, and the
 * count stays locked until the ticket is stored. A repeated request returns the existing ticket.
 */
export async function issueSanitationTicket(
  tx: Writer,
  context: ActionContext,
  { price, ...input }: OfflineIssue & { price: SanitationPrice },
): Promise<SanitationTicketRow> {
  const amount = wholeRupees(price);
  const issued = await findIssued(tx, input, {
    context,
    find: (deviceNumber) => findSanitationTicketOfDevice(tx, deviceNumber),
    hasSameContent: (row) => row.cents === amount,
  });
  if (issued) return issued;
  const issue = await claimIssue(tx, context, input);
  const count = await takeCount(tx, amount);
  const row = await insertSanitationTicket(tx, { ...issue, cents: amount, count });
  await increaseSums(tx, row, { subject: 'sanitation', kind: String(price) });
  await auditIssue(tx, context, {
    what: apiMessage('tickets.audit.sanitation', { number: presentSanitationNumber(row) }),
    row,
  });
  return row;
}
