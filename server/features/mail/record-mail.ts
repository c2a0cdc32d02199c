import { message } from '#contract/messages/message.ts';
import type { Statement } from '#contract/shops.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findStandingInvoice, incrementDocumentPrints } from '../tax/queries.ts';
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
  const document = await findStandingInvoice(tx, mail.invoiceId);
  // A mail without an answer may have arrived.
  if (document && delivery.outcome !== 'failed') await incrementDocumentPrints(tx, document.id);
  await writeAudit(tx, context, {
    type: 'Invoice Mailed',
    description: message('mail.audit.mailed', { number: mail.number, result: delivery.message }),
    shopId: mail.shopId,
    invoiceId: mail.number,
    newValue: delivery.outcome,
  });
}

/** Only in the audit log, because a stored mail belongs to an invoice. */
export async function recordStatementMail(
  tx: Writer,
  context: ActionContext,
  { statement, delivery }: { statement: Statement; delivery: Delivery },
): Promise<void> {
  const { shop_id: shop, tenant_name: tenant } = statement;
  await writeAudit(tx, context, {
    type: 'Statement Mailed',
    description: message('mail.audit.statement_mailed', { shop, tenant, result: delivery.message }),
    shopId: shop,
    newValue: delivery.outcome,
  });
}
