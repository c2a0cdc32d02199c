import { dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { PrintedTaxDocument } from '#contract/tax.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { loadTaxPapers } from './load-papers.ts';
import { documentTitle } from './present.ts';
import { incrementDocumentPrints, type ListedDocumentRow } from './queries.ts';

/**
 * Counts an output of a document, and returns the document to print. Only the first output is the original, even if two
 * are requested at the same time.
 */
export async function outputDocument(
  tx: Writer,
  context: ActionContext,
  row: ListedDocumentRow,
): Promise<PrintedTaxDocument> {
  const prints = await incrementDocumentPrints(tx, row.id);
  const [paper] = await loadTaxPapers(tx, [{ ...row, prints }], dayOf(context.now));
  if (!paper) throw new Error(`no paper of tax document ${row.id}`);
  await writeAudit(tx, context, {
    type: 'Tax Document Output',
    description: apiMessage('tax.audit.output', { title: documentTitle(row), serial: row.serial }),
    subject: { shopId: row.written_shop_id, tenancyId: row.tenancy_id },
    invoiceId: row.invoice_number,
    newValue: String(prints + 1),
  });
  return paper;
}
