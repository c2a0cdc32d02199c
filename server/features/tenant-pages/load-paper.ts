import { type Day, dayOf } from '#billing/calendar.ts';
import { invoicePaper } from '#contract/documents/invoice-paper.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader } from '../../db/connect.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { drawInvoice } from '../invoices/draw-invoice.ts';
import { presentListedInvoice, presentSender } from '../invoices/present.ts';
import { findInvoices } from '../invoices/queries.ts';
import { drawReceipt } from '../payments/draw-receipt.ts';
import { loadReceipt } from '../payments/load-receipt.ts';
import { presentReceipt } from '../payments/present.ts';
import { findPayment } from '../payments/queries.ts';
import { drawStatement } from '../shop-summary/draw-statement.ts';
import { loadStatement } from '../shop-summary/load-statement.ts';
import { drawTaxDocument } from '../tax/draw-document.ts';
import { loadInvoicePayments, loadTaxPapers } from '../tax/load-papers.ts';
import { listStandingInvoices } from '../tax/queries.ts';
import { findTenancy } from '../tenants/queries.ts';

interface PaperOfTenancy {
  tenancyId: number;
  /** The name of the file without `.pdf`: `statement`, `receipt-12` or the number of a bill. */
  name: string;
}

/**
 * Draws a paper of a tenancy as PDF; undefined if it is not one of this tenancy. Nothing is recorded: the market does not
 * know whether somebody read it.
 */
export async function drawTenantPaper(
  app: AppContext,
  { now }: Pick<ActionContext, 'now'>,
  { tenancyId, name }: PaperOfTenancy,
): Promise<Buffer | undefined> {
  if (name === 'statement') return drawStatementOf(app, tenancyId, now);
  const [, paymentId] = /^receipt-([1-9]\d{0,14})$/.exec(name) ?? [];
  const today = dayOf(now);
  if (paymentId !== undefined) return drawReceiptOf(app, { tenancyId, paymentId: Number(paymentId), today });
  return drawInvoiceOf(app, { tenancyId, name, today });
}

async function drawStatementOf(app: AppContext, tenancyId: number, now: ActionContext['now']) {
  const tenancy = await findTenancy(app.database.reader, tenancyId);
  if (!tenancy) return undefined;
  const { language, written_shop_id: shopId } = tenancy;
  return makePdf(drawStatement(await loadStatement(app, { now, language }, { shopId, tenancyId })));
}

async function drawReceiptOf(
  app: AppContext,
  { tenancyId, paymentId, today }: { tenancyId: number; paymentId: number; today: Day },
) {
  const receipt = await app.database.snapshot(async (db) => {
    const found = await findPayment(db, paymentId);
    if (found?.tenancy_id !== tenancyId || found.kind !== 'payment') return undefined;
    const { payment, opened, ...more } = await loadReceipt(db, paymentId);
    return presentReceipt(payment, opened, { centre: app.centre.facts, ...more });
  });
  return receipt && makePdf(drawReceipt({ ...receipt, times_printed: 1 }, today));
}

async function drawInvoiceOf(
  app: AppContext,
  { tenancyId, name, today }: { tenancyId: number; name: string; today: Day },
) {
  const { reader } = app.database;
  const [row] = await findInvoices(reader, [name]);
  if (row?.tenancy_id !== tenancyId) return undefined;
  const taxPaper = await loadTaxCopy(reader, row.id, today);
  if (taxPaper) return makePdf(drawTaxDocument(taxPaper));
  const [howToPay] = await loadInvoicePayments(reader, [row], today);
  const sender = presentSender(app.centre.facts);
  return makePdf(drawInvoice(invoicePaper(presentListedInvoice(row), sender, howToPay), sender.name));
}

/** The original of a tax document is printed once, by the office. */
async function loadTaxCopy(db: Reader, invoiceId: number, today: Day) {
  const documents = await listStandingInvoices(db, [invoiceId]);
  const copies = documents.map((document) => ({ ...document, prints: Math.max(1, document.prints) }));
  const [paper] = await loadTaxPapers(db, copies, today);
  return paper;
}
