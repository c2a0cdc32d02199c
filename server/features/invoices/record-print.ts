import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findStandingInvoice, incrementDocumentPrints } from '../tax/queries.ts';
import { incrementInvoicePrints } from './queries.ts';

export async function recordInvoicePrint(tx: Writer, context: ActionContext, id: string): Promise<number> {
  const printed = await incrementInvoicePrints(tx, id);
  if (!printed) throw new Refusal('invoice_not_found');
  const document = await findStandingInvoice(tx, printed.id);
  if (document) await incrementDocumentPrints(tx, document.id);
  await writeAudit(tx, context, {
    type: 'Invoice Printed',
    description: apiMessage('invoices.audit.printed', { number: printed.number }),
    subject: { shopId: printed.shopId, tenancyId: printed.tenancyId },
    invoiceId: printed.number,
    newValue: String(printed.times),
  });
  return printed.times;
}
