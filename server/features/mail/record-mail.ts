import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { restoreMessage } from '../audit/stored-message.ts';
import { type AuditSubject, writeAudit } from '../audit/write-audit.ts';
import { findStandingInvoice, incrementDocumentPrints } from '../tax/queries.ts';
import type { ListedMailRow, MailRow } from './queries.ts';
import { finishMail } from './queries.ts';

type Result = Pick<MailRow, 'state' | 'message'>;

/** Records the result of an email. Returns false if another process has the lease of the email. */
export async function recordMail(
  tx: Writer,
  context: ActionContext,
  { row, owner, result }: { row: ListedMailRow; owner: string; result: Result },
): Promise<boolean> {
  if (!(await finishMail(tx, row.id, { table: 'mails', owner, now: context.now, ...result }))) return false;
  // An email that may have arrived counts as one print of the document. If its result was unknown before, it has
  // already been counted.
  if (row.invoice_id !== null && result.state !== 'failed' && row.state !== 'unknown') {
    const document = await findStandingInvoice(tx, row.invoice_id);
    if (document) await incrementDocumentPrints(tx, document.id);
  }
  const { number, written_shop_id: shopId, mailed_tenancy_id: tenancyId, tenant_name: tenant } = row;
  const isReminder = row.reminder_id !== null;
  await auditMail(tx, context, { number, subject: { shopId, tenancyId }, tenant, isReminder, ...result });
  return true;
}

export async function auditMail(
  tx: Writer,
  context: ActionContext,
  mail: Result & { number: string | null; subject: AuditSubject; tenant: string; isReminder?: boolean },
): Promise<void> {
  const { number, subject, state } = mail;
  const result = restoreMessage(mail.message);
  if (number === null) {
    await writeAudit(tx, context, {
      type: mail.isReminder ? 'Reminder Sent' : 'Statement Mailed',
      description: apiMessage(mail.isReminder ? 'reminders.audit.mailed' : 'mail.audit.statement_mailed', {
        shop: subject.shopId,
        tenant: mail.tenant,
        result,
      }),
      subject,
      newValue: state,
    });
    return;
  }
  await writeAudit(tx, context, {
    type: 'Invoice Mailed',
    description: apiMessage('mail.audit.mailed', { number, result }),
    subject,
    invoiceId: number,
    newValue: state,
  });
}
