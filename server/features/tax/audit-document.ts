import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { type AuditSubject, writeAudit } from '../audit/write-audit.ts';
import { documentTitle } from './present.ts';
import type { TaxDocumentRow } from './queries.ts';

/**
 * Adds the audit entry of a document; does nothing without a document. Issuing the document does not add the entry,
 * because the audit log must be locked last.
 */
export async function auditDocument(
  tx: Writer,
  context: ActionContext,
  { document, ...places }: { document: TaxDocumentRow | undefined; subject: AuditSubject; invoiceId: string },
): Promise<void> {
  if (!document) return;
  await writeAudit(tx, context, {
    type: 'Tax Document Issued',
    description: apiMessage('tax.audit.issued', { title: documentTitle(document), serial: document.serial }),
    newValue: document.serial,
    ...(document.reason !== '' && { reason: document.reason }),
    ...places,
  });
}
