import { message } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Delivery } from './deliver-mail.ts';
import { insertMail } from './queries.ts';

/** Recipient and message id are empty without a tenant's email. */
export interface AttemptedMail {
  invoiceId: number;
  number: string;
  shopId: string;
  recipient: string;
  messageId: string;
}

export async function recordMail(
  tx: Writer,
  context: ActionContext,
  { mail, delivery }: { mail: AttemptedMail; delivery: Delivery },
): Promise<void> {
  await insertMail(tx, {
    invoice_id: mail.invoiceId,
    recipient: mail.recipient,
    message_id: mail.messageId,
    outcome: delivery.outcome,
    message: delivery.message,
    sent_at: context.now,
    sent_by: context.actor,
  });
  await writeAudit(tx, context, {
    type: 'Invoice Mailed',
    description: message('mail.audit.mailed', { number: mail.number, result: delivery.message }),
    shopId: mail.shopId,
    invoiceId: mail.number,
    newValue: delivery.outcome,
  });
}
