import { invoices } from '#contract/invoices.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Door } from '../../http/door.ts';
import { endpoint } from '../../http/endpoint.ts';
import { PageOf } from '../../http/page-of.ts';
import { ReadyFile } from '../../http/ready-file.ts';
import { recording, repeatable } from '../../http/recording.ts';
import { makePdf } from '../../pdf/make-pdf.ts';
import { presentEffect } from '../books/present.ts';
import { getInvoiceRow } from '../books/queries.ts';
import { requireVerified } from '../session/require-verified.ts';
import { arrestInvoices } from './arrest-invoices.ts';
import { drawInvoice } from './draw-invoice.ts';
import { type GenerateResult, generateAll } from './generate-all.ts';
import { generateInvoice } from './generate-invoice.ts';
import { notePrint } from './note-print.ts';
import { presentInvoice, presentListedInvoice, presentSender } from './present.ts';
import { countInvoices, findInvoices, listInvoices } from './queries.ts';
import { removeInvoice } from './remove-invoice.ts';

/** Invoices of one shop, and of all. */
export function invoiceRoutes(door: Door): void {
  papers(door);
  const { app, database } = door;
  recording(door, invoices.generate, async ({ body, act }, tx) => {
    const generated = await generateInvoice(tx, act, body.shop_id, body.month_year);
    const { shop, invoiceId } = generated;
    const invoice = presentInvoice(await getInvoiceRow(tx, invoiceId), shop.shop_id);
    return { message: 'Invoice generated.', invoice, ...presentEffect(generated) };
  });
  recording(door, invoices.remove, async ({ params, body, act }, tx) => {
    const settled = await removeInvoice(tx, act, params.id, { reason: body.reason, spared: body.do_not_charge });
    return { message: 'Invoice deleted successfully.', ...presentEffect(settled) };
  });
  repeatable(door, invoices.generateAll, async ({ body, act, caller, address }) => {
    await requireVerified(database, act, caller, { ...body, address });
    const results = await generateAll(database, act, (shopId, error) => {
      app.log.error({ err: error, shopId, requestId: act.requestId }, 'an invoice could not be generated');
    });
    return { message: describeResults(results), results };
  });
  repeatable(door, invoices.arrest, async ({ body, act, caller, address }) => {
    await requireVerified(database, act, caller, { ...body, address });
    const count = await arrestInvoices(database, act);
    const message = count === 0 ? 'No open invoice is 30 days old.' : `Invoices put under arrest: ${count}.`;
    return { success: true as const, message, count };
  });
}

/** The list of all invoices, and what is printed. */
function papers(door: Door): void {
  const { database, config } = door;
  endpoint(door, invoices.list, ({ query }) =>
    database.snapshot(async (db) => {
      const rows = (await listInvoices(db, query)).map(presentListedInvoice);
      return new PageOf(rows, query.limit === undefined ? rows.length : await countInvoices(db, query));
    }),
  );
  endpoint(door, invoices.papers, async ({ body }) => {
    const byNumber = new Map(
      (await findInvoices(database.reader, body.invoice_ids)).map((row) => [row.number.toLowerCase(), row]),
    );
    const chosen = body.invoice_ids.map((number) => {
      const row = byNumber.get(number.toLowerCase());
      if (!row) throw new Refusal('invoice_not_found', { message: `Invoice ${number} not found.` });
      return presentListedInvoice(row);
    });
    return { centre: presentSender(config.centre), invoices: chosen };
  });
  endpoint(door, invoices.pdf, async ({ params }) => {
    const [row] = await findInvoices(database.reader, [params.id]);
    if (!row) throw new Refusal('invoice_not_found');
    const pdf = await makePdf(drawInvoice(presentListedInvoice(row), presentSender(config.centre)));
    return new ReadyFile(pdf, 'pdf', row.number);
  });
  recording(door, invoices.print, async ({ params, act }, tx) => ({
    message: 'Invoice printed.',
    printedtime: await notePrint(tx, act, params.id),
  }));
}

function describeResults(results: readonly GenerateResult[]): string {
  const count = (status: GenerateResult['status']) => results.filter((result) => result.status === status).length;
  return `Invoices generated: ${count('success')}, skipped: ${count('skipped')}, failed: ${count('failed')}.`;
}
