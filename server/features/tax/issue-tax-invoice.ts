import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { subjectOf } from '../audit/write-audit.ts';
import { loadLedgerOfInvoiceForUpdate } from '../ledger/load-ledger.ts';
import { auditDocument } from './audit-document.ts';
import { insertInvoiceDocument } from './issue-document.ts';
import { mayBeTaxInvoice } from './present.ts';
import { findStandingInvoice, findTaxDocument, type ListedDocumentRow } from './queries.ts';
import { taxSetting } from './read-setup.ts';

/**
 * Issues a tax invoice for a tenant who shows the VAT certificate only after being billed. The tax invoice has the
 * bill's date of supply, but a serial number of the day on which it is issued.
 */
export async function issueTaxInvoice(tx: Writer, context: ActionContext, number: string): Promise<ListedDocumentRow> {
  const opened = await loadLedgerOfInvoiceForUpdate(tx, number);
  const { invoice, tenancy, shop } = opened;
  const replaced = await findStandingInvoice(tx, invoice.id);
  if (!replaced) throw new Refusal('tax_document_not_found');
  if (replaced.is_tax === 1) throw new Refusal('tax_invoice_exists');
  if (!mayBeTaxInvoice(replaced)) throw new Refusal('tenant_not_registered');
  const { setup } = await taxSetting.read(tx);
  const billed = { invoice, tenancy, shopId: shop.shop_id };
  const document = await insertInvoiceDocument(tx, context, { billed, setup, replaced });
  await auditDocument(tx, context, { document, subject: subjectOf(opened), invoiceId: invoice.number });
  const stored = await findTaxDocument(tx, document.id);
  if (!stored) throw new Error(`no tax document ${document.id}`);
  return stored;
}
