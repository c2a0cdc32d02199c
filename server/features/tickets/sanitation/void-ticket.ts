import { toRupees } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '#server/action-context.ts';
import type { Writer } from '#server/db/connect.ts';
import { auditVoid } from '../audit-ticket.ts';
import { decreaseSums } from '../queries.ts';
import { refuseVoid, type TicketVoiding } from '../refuse-void.ts';
import { voidSanitationTicketRow } from '../sanitation-queries.ts';
import { presentSanitationNumber } from './present.ts';

/** Voids a ticket, whose number is not used again. */
export async function voidSanitationTicket(tx: Writer, context: ActionContext, input: TicketVoiding): Promise<void> {
  const row = await voidSanitationTicketRow(tx, context, input);
  if (!row) throw new Refusal('ticket_not_found');
  await refuseVoid(tx, context, { ...input, row });
  await decreaseSums(tx, row, { subject: 'sanitation', kind: String(toRupees(row.cents)) });
  await auditVoid(tx, context, {
    what: apiMessage('tickets.audit.sanitation', { number: presentSanitationNumber(row) }),
    row,
  });
}
