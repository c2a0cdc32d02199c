import { toRupees } from '#billing/money.ts';
import { message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '#server/action-context.ts';
import type { Writer } from '#server/db/connect.ts';
import { auditVoid } from '../audit-ticket.ts';
import { decreaseSum } from '../queries.ts';
import { presentSanitationNumber } from './present.ts';
import { voidSanitationTicketRow } from './queries.ts';

/** The row stays as void with who, when and why; its number is not used again. */
export async function voidSanitationTicket(
  tx: Writer,
  context: ActionContext,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const row = await voidSanitationTicketRow(tx, context, { id, reason });
  if (!row) throw new Refusal('ticket_not_found');
  const kind = String(toRupees(row.cents));
  await decreaseSum(tx, { subject: 'sanitation', day: row.issued_day, kind }, row.cents);
  await auditVoid(tx, context, {
    what: message('tickets.audit.sanitation', { number: presentSanitationNumber(row) }),
    row,
  });
}
