import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Delivery } from './deliver-mail.ts';
import { insertMail } from './queries.ts';

/** Recipient and message id are empty when there was nobody to send to. */
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
  mail: AttemptedMail,
  { outcome, message }: Delivery,
): Promise<void> {
  await insertMail(tx, {
    invoice_id: mail.invoiceId,
    recipient: mail.recipient,
    message_id: mail.messageId,
    outcome,
    message,
    sent_at: context.now,
    sent_by: context.actor,
  });
  await writeAudit(tx, context, {
    type: 'Invoice Mailed',
    description: `Invoice ${mail.number}: ${message}`,
    shopId: mail.shopId,
    invoiceId: mail.number,
    newValue: outcome,
  });
}
