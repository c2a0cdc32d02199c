import { invoices } from '#contract/invoices.ts';
import { Refusal } from '#contract/refusals.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { Door } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { ReadyFile } from '../../http/core/file-response.ts';
import { PageOf } from '../../http/core/paginated.ts';
import { recording, repeatable } from '../../http/idempotency/write-endpoint.ts';
import { takeAction } from '../bulk-actions/run-action.ts';
import { presentEffect } from '../ledger/present.ts';
import { getInvoiceRow } from '../ledger/queries.ts';
import { arrestInvoices } from './arrest-invoices.ts';
import { drawInvoice } from './draw-invoice.ts';
import { generateAll } from './generate-all.ts';
import { generateInvoice } from './generate-invoice.ts';
import { presentInvoice, presentListedInvoice, presentSender } from './present.ts';
import { countInvoices, findInvoices, listInvoices } from './queries.ts';
import { notePrint } from './record-print.ts';
import { removeInvoice } from './remove-invoice.ts';

/** Invoices of one shop, and of all. */
export function invoiceRoutes(door: Door): void {
  papers(door);
  const { database } = door;
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
  repeatable(door, invoices.generateAll, (ask) =>
    takeAction(door, 'generate-invoices', ask, (pass) => generateAll(database.reader, ask.act, pass)),
  );
  repeatable(door, invoices.arrest, async (ask) => ({
    success: true as const,
    ...(await takeAction(door, 'invoice-arrest', ask, (pass) => arrestInvoices(database.reader, ask.act, pass))),
  }));
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
