import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/write-audit.ts';
import type { Delivery } from './deliver-mail.ts';
import { insertMail } from './queries.ts';

/** A mail that was tried, or could not be: the recipient and the message id are empty when there was nobody to send to. */
export interface TriedMail {
  invoiceId: number;
  number: string;
  shopId: string;
  recipient: string;
  messageId: string;
}

/** Keeps what became of a mail, after it was sent or not: a row of its own and an audit entry. */
export async function noteMail(tx: Writer, act: Act, mail: TriedMail, { outcome, message }: Delivery): Promise<void> {
  await insertMail(tx, {
    invoice_id: mail.invoiceId,
    recipient: mail.recipient,
    message_id: mail.messageId,
    outcome,
    message,
    sent_at: act.at,
    sent_by: act.by,
  });
  await noteEvent(tx, act, {
    type: 'Invoice Mailed',
    description: `Invoice ${mail.number}: ${message}`,
    shopId: mail.shopId,
    invoiceId: mail.number,
    newValue: outcome,
  });
}
