import { dayOf } from '#billing/calendar.ts';
import { sumCents, toRupees } from '#billing/money.ts';
import { invoicePaper } from '#contract/documents/invoice-paper.ts';
import { invoices } from '#contract/invoices.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Reader } from '../../db/connect.ts';
import { readInPieces } from '../../db/read-in-pieces.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { Paginated } from '../../http/core/paginated.ts';
import { StreamedJson } from '../../http/core/streamed-json.ts';
import { endpoint } from '../../http/endpoint.ts';
import { nameGiving } from '../approvals/name-giving.ts';
import { runAction } from '../bulk-actions/run-action.ts';
import { presentBalance, presentEffect } from '../ledger/present.ts';
import { findLedgerMark, findLedgerOfInvoice, getInvoiceRow } from '../ledger/queries.ts';
import { waiverOf } from '../ledger/recompute-ledger.ts';
import { drawTaxDocument } from '../tax/draw-document.ts';
import { loadInvoicePayments, loadTaxPapers } from '../tax/load-papers.ts';
import { outputDocument } from '../tax/output-document.ts';
import { findStandingInvoice, listStandingInvoices } from '../tax/queries.ts';
import { loadPageAddresses, pageOnPaper } from '../tenant-links/page-link.ts';
import { addNote } from './add-note.ts';
import { arrestInvoices } from './arrest-invoices.ts';
import { drawInvoice } from './draw-invoice.ts';
import { generateAll } from './generate-all.ts';
import { generateInvoice } from './generate-invoice.ts';
import { presentInvoice, presentListedInvoice, presentSender, presentWholeInvoice } from './present.ts';
import {
  countInvoices,
  findInvoices,
  listInvoiceRowIds,
  listInvoices,
  listInvoicesById,
  withCharges,
} from './queries.ts';
import { recordInvoicePrint } from './record-print.ts';
import { removeInvoice } from './remove-invoice.ts';

export function invoiceRoutes(app: AppContext): void {
  papers(app);
  notes(app);
  actionsOverShops(app);
  endpoint(app, invoices.generate, {
    async record({ body, context }, tx) {
      const generated = await generateInvoice(tx, context, {
        shopId: body.shop_id,
        month: body.month_year,
        tenancyId: body.tenancy_id,
      });
      const { shop, invoiceId } = generated;
      const invoice = presentInvoice(await getInvoiceRow(tx, invoiceId), shop.shop_id);
      return { message: apiMessage('invoices.generate.done'), invoice, ...presentEffect(generated) };
    },
  });
  endpoint(app, invoices.remove, {
    async record(ask, tx) {
      const { params, body, context } = ask;
      const recomputed = await removeInvoice(tx, context, {
        number: params.id,
        reason: body.reason,
        waiver: waiverOf(body),
      });
      nameGiving(tx, ask, {
        kind: 'invoice_deleted',
        cents: recomputed.cents,
        reason: body.reason ?? '',
        shopId: recomputed.shop.shop_id,
        tenant: recomputed.tenancy.name,
        subject: recomputed.number,
        isSensitive: recomputed.document?.is_tax === 1,
      });
      return { message: apiMessage('invoices.remove.done'), ...presentEffect(recomputed) };
    },
  });
}

function notes(app: AppContext): void {
  endpoint(app, invoices.note, {
    async record(ask, tx) {
      const { params, body, context } = ask;
      const { do_not_charge: _, waive_reason: __, ...input } = body;
      const waiver = waiverOf(body);
      const added = await addNote(tx, context, { number: params.id, ...input, waiver });
      if (body.kind === 'credit') {
        nameGiving(tx, ask, {
          kind: 'credit_note',
          cents: sumCents([body.amount, added.vatCents]),
          shopId: added.shop.shop_id,
          tenant: added.tenancy.name,
          subject: added.number,
          reason: body.reason,
          isSensitive: added.document?.is_tax === 1,
        });
      }
      const serial = added.document?.serial;
      return {
        message:
          serial === undefined
            ? apiMessage('invoices.note.done', { kind: body.kind })
            : apiMessage('invoices.note.done_tax', { kind: body.kind, serial }),
        vat_amount: toRupees(added.vatCents),
        tax_serial: serial ?? null,
        balance_amount: presentBalance(added),
        ...presentEffect(added),
      };
    },
    effectOf: async (tx, _, { params }) => {
      const found = await findLedgerOfInvoice(tx, params.id);
      return found && findLedgerMark(tx, found.tenancy_id, ['credit note', 'debit note']);
    },
  });
}

function actionsOverShops(app: AppContext): void {
  const { database } = app;
  endpoint(app, invoices.generateAll, {
    run: (ask) =>
      runAction(app, ask, {
        action: 'generate-invoices',
        work: (pass) => generateAll(database.reader, ask.context, pass),
      }),
  });
  endpoint(app, invoices.arrest, {
    run: async (ask) => ({
      success: true as const,
      ...(await runAction(app, ask, {
        action: 'invoice-arrest',
        work: (pass) => arrestInvoices(database.reader, ask.context, pass),
      })),
    }),
  });
}

function papers(app: AppContext): void {
  const { database } = app;
  endpoint(app, invoices.list, async ({ query }) => {
    const { limit } = query;
    if (limit !== undefined)
      return database.snapshotApart(async (db) => {
        const rows = await withCharges(db, await listInvoices(db, query, limit));
        return new Paginated(rows.map(presentWholeInvoice), await countInvoices(db, query));
      });
    const ids = await database.snapshotApart((db) => listInvoiceRowIds(db, query));
    const list = async (db: Reader, some: readonly number[]) => withCharges(db, await listInvoicesById(db, some));
    const pieces = readInPieces(database, ids, { list, present: presentWholeInvoice });
    return StreamedJson.list({ total: ids.length, pieces });
  });
  endpoint(app, invoices.papers, async ({ body, context }) => {
    const found = await findInvoices(database.reader, body.invoice_ids);
    const byNumber = new Map(found.map((row) => [row.number.toLowerCase(), row]));
    const chosen = body.invoice_ids.map((number) => {
      const row = byNumber.get(number.toLowerCase());
      if (!row)
        throw new Refusal('invoice_not_found', { message: apiMessage('invoices.papers.not_found', { number }) });
      return row;
    });
    const rows = [...new Set(chosen)];
    const documents = await listStandingInvoices(
      database.reader,
      rows.map(({ id }) => id),
    );
    const today = dayOf(context.now);
    const addresses = await loadPageAddresses(
      database.reader,
      app,
      rows.map(({ tenancy_id }) => tenancy_id),
    );
    const taxPapers = await loadTaxPapers(database.reader, documents, today);
    const tax_documents = taxPapers.map((paper) => ({
      ...paper,
      ...pageOnPaper(addresses, rows.find(({ number }) => number === paper.invoice_id)?.tenancy_id ?? 0),
    }));
    const papered = new Set(documents.map(({ invoice_id }) => invoice_id));
    const plain = rows.filter(({ id }) => !papered.has(id));
    const how_to_pay = await loadInvoicePayments(database.reader, plain, today);
    return {
      centre: presentSender(app.centre.facts),
      invoices: chosen.map((row) => ({ ...presentListedInvoice(row), ...pageOnPaper(addresses, row.tenancy_id) })),
      tax_documents,
      how_to_pay,
    };
  });
  endpoint(app, invoices.pdf, async ({ params, context }) => {
    const [row] = await findInvoices(database.reader, [params.id]);
    if (!row) throw new Refusal('invoice_not_found');
    const document = await findStandingInvoice(database.reader, row.id);
    const paper = document && (await database.write((tx) => outputDocument(tx, context, document)));
    const [howToPay] = paper ? [] : await loadInvoicePayments(database.reader, [row], dayOf(context.now));
    const sender = presentSender(app.centre.facts);
    const page = pageOnPaper(await loadPageAddresses(database.reader, app, [row.tenancy_id]), row.tenancy_id);
    const pdf = await makePdf(
      paper
        ? drawTaxDocument({ ...paper, ...page })
        : drawInvoice(invoicePaper({ ...presentListedInvoice(row), ...page }, sender, howToPay), sender.name),
    );
    return new FileResponse(pdf, { format: 'pdf', name: row.number });
  });
  endpoint(app, invoices.print, {
    record: async ({ params, context }, tx) => ({
      message: apiMessage('invoices.print.done'),
      printedtime: await recordInvoicePrint(tx, context, params.id),
    }),
  });
}
