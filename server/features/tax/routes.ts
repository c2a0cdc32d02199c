import { parseTaxPeriod, type TaxPeriod } from '#billing/tax/tax-period.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { tax } from '#contract/tax.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { Paginated } from '../../http/core/paginated.ts';
import { badInput } from '../../http/core/read-request.ts';
import { endpoint } from '../../http/endpoint.ts';
import { findByName } from '../shops/find-by-name.ts';
import { loadPageAddresses, pageOnPaper } from '../tenant-links/page-link.ts';
import { drawTaxDocument } from './draw-document.ts';
import { issueTaxInvoice } from './issue-tax-invoice.ts';
import { loadSchedules } from './load-schedules.ts';
import { outputDocument } from './output-document.ts';
import { presentSchedules, presentSetup, presentTaxDocument } from './present.ts';
import { countTaxDocuments, findTaxDocument, listScheduleFiles, listTaxDocuments } from './queries.ts';
import { taxSetting } from './read-setup.ts';
import { setTaxSetup } from './set-tax-setup.ts';
import { describeScheduleFile, storeScheduleFile } from './store-schedule-file.ts';

export function taxRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, tax.getSetup, async () => presentSetup((await taxSetting.read(database.reader)).setup));
  endpoint(app, tax.setSetup, {
    current: async (_, tx) => presentSetup((await taxSetting.lock(tx)).setup),
    async record({ body, context }, tx) {
      const setup = await setTaxSetup(tx, context, body);
      return { message: apiMessage('tax.setup.done'), settings: presentSetup(setup) };
    },
  });
  endpoint(app, tax.documents, ({ query }) =>
    database.snapshot(async (db) => {
      const named = await findByName(db, query.search ?? '');
      const rows = (await listTaxDocuments(db, query, named)).map(presentTaxDocument);
      return new Paginated(rows, query.limit === undefined ? rows.length : await countTaxDocuments(db, query, named));
    }),
  );
  endpoint(app, tax.documentPdf, async ({ params, context }) => {
    const paper = await database.write(async (tx) => {
      const row = await findTaxDocument(tx, params.id);
      if (!row) throw new Refusal('tax_document_not_found');
      const addresses = await loadPageAddresses(tx, app, [row.tenancy_id]);
      return { ...(await outputDocument(tx, context, row)), ...pageOnPaper(addresses, row.tenancy_id) };
    });
    return new FileResponse(await makePdf(drawTaxDocument(paper)), { format: 'pdf', name: paper.serial });
  });
  endpoint(app, tax.issueTaxInvoice, {
    async record({ params, context }, tx) {
      const document = presentTaxDocument(await issueTaxInvoice(tx, context, params.id));
      return { message: apiMessage('tax.issue.done', { serial: document.serial }), document };
    },
  });
  schedules(app);
}

function schedules(app: AppContext): void {
  const { database } = app;
  endpoint(app, tax.schedules, ({ params, context }) =>
    database.snapshotApart(async (db) => {
      const loaded = await loadSchedules(db, periodOf(params.period));
      const files = await listScheduleFiles(db, params.period);
      const next = (['01', '04'] as const).flatMap((schedule) => {
        const file = describeScheduleFile(context, { loaded, files, schedule });
        return file ? [{ schedule, version: file.version, name: file.name }] : [];
      });
      return presentSchedules(loaded, { files, next });
    }),
  );
  endpoint(app, tax.scheduleFile, async ({ params: { period, schedule }, context }) => {
    const loaded = await database.snapshotApart((db) => loadSchedules(db, periodOf(period)));
    const file = await database.write((tx) => storeScheduleFile(tx, context, { loaded, schedule }));
    const name = file.name.replace(/\.csv$/, '');
    return new FileResponse(file.content, { format: 'csv', name, disposition: 'attachment' });
  });
}

function periodOf(code: string): TaxPeriod {
  const period = parseTaxPeriod(code);
  if (!period) throw badInput([{ field: 'period', message: apiMessage('input.invalid') }]);
  return period;
}
