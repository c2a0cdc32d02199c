import { createHash } from 'node:crypto';
import { dayOf } from '#billing/calendar.ts';
import { readMerchantQr } from '#billing/tax/read-lanka-qr.ts';
import { parseTaxPeriod, scheduleVersion, type TaxPeriod } from '#billing/tax/tax-period.ts';
import { findTaxSettingFaults, isTaxUnit } from '#billing/tax/tax-settings.ts';
import { findTaxpayerFaults, readTin } from '#billing/tax/tin.ts';
import { scheduleFileName, writeSchedule01, writeSchedule04 } from '#billing/tax/write-vat-schedule.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal, type RefusedField } from '#contract/refusals.ts';
import { type TaxSetup, tax } from '#contract/tax.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { Paginated } from '../../http/core/paginated.ts';
import { badInput } from '../../http/core/read-request.ts';
import { endpoint } from '../../http/endpoint.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { loadLedgerOfInvoiceForUpdate } from '../ledger/load-ledger.ts';
import { findByName } from '../shops/find-by-name.ts';
import { auditDocument } from './audit-document.ts';
import { drawTaxDocument } from './draw-document.ts';
import { insertInvoiceDocument } from './issue-document.ts';
import { type LoadedSchedules, loadSchedules } from './load-schedules.ts';
import { outputDocument } from './output-document.ts';
import { mayBeTaxInvoice, presentSchedules, presentSetup, presentTaxDocument } from './present.ts';
import {
  countTaxDocuments,
  findStandingInvoice,
  findTaxDocument,
  insertScheduleFile,
  isUnitUsed,
  type ListedDocumentRow,
  listScheduleFiles,
  listTaxDocuments,
  type VatScheduleFileRow,
} from './queries.ts';
import { taxSetting, taxSettingsOf } from './read-setup.ts';

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
      return outputDocument(tx, context, row);
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

/**
 * Issues a tax invoice for a tenant who shows the VAT certificate only after being billed. The tax invoice has the
 * bill's date of supply, but a serial number of the day on which it is issued.
 */
async function issueTaxInvoice(tx: Writer, context: ActionContext, number: string): Promise<ListedDocumentRow> {
  const { invoice, tenancy, shop } = await loadLedgerOfInvoiceForUpdate(tx, number);
  const replaced = await findStandingInvoice(tx, invoice.id);
  if (!replaced) throw new Refusal('tax_document_not_found');
  if (replaced.is_tax === 1) throw new Refusal('tax_invoice_exists');
  if (!mayBeTaxInvoice(replaced)) throw new Refusal('tenant_not_registered');
  const { setup } = await taxSetting.read(tx);
  const billed = { invoice, tenancy, shopId: shop.shop_id };
  const document = await insertInvoiceDocument(tx, context, { billed, setup, replaced });
  await auditDocument(tx, context, { document, shopId: shop.shop_id, invoiceId: invoice.number });
  const stored = await findTaxDocument(tx, document.id);
  if (!stored) throw new Error(`no tax document ${document.id}`);
  return stored;
}

interface ScheduleFileContent {
  schedule: '01' | '04';
  version: number;
  name: string;
  content: string;
  hash: string;
}

/** Stores the file of a VAT schedule. Throws a Refusal if the tax office would reject the file. */
async function storeScheduleFile(
  tx: Writer,
  context: ActionContext,
  { loaded, schedule }: { loaded: LoadedSchedules; schedule: '01' | '04' },
): Promise<ScheduleFileContent> {
  const { period } = loaded.schedules;
  if (loaded.faults.some(({ isWarning }) => !isWarning)) throw new Refusal('vat_schedule_faulty');
  const files = await listScheduleFiles(tx, period.code);
  const file = describeScheduleFile(context, { loaded, files, schedule });
  if (!file) throw new Refusal('centre_not_registered');
  await insertScheduleFile(tx, {
    period: period.code,
    schedule,
    version: file.version,
    name: file.name,
    content_hash: file.hash,
    made_at: context.now,
    made_by: context.actor,
  });
  await writeAudit(tx, context, {
    type: 'VAT Schedule Downloaded',
    description: apiMessage('tax.audit.file', { name: file.name }),
  });
  return file;
}

/** Describes the file of a VAT schedule. Its version changes only with its content. Returns undefined without a TIN. */
function describeScheduleFile(
  { now }: Pick<ActionContext, 'now'>,
  { loaded, files, schedule }: { loaded: LoadedSchedules; files: readonly VatScheduleFileRow[]; schedule: '01' | '04' },
): ScheduleFileContent | undefined {
  const tin = readTin(loaded.setup.tin);
  if (tin === undefined) return undefined;
  const { invoices, notes, period } = loaded.schedules;
  const content = schedule === '01' ? writeSchedule01(invoices) : writeSchedule04(notes, loaded.settings.issuedByMe);
  const hash = createHash('sha256').update(content).digest('hex');
  const madeOn = dayOf(now);
  const earlier = files.filter((file) => file.schedule === schedule && file.version > 1);
  const amendments = new Set(earlier.map(({ version }) => version)).size;
  const isSame = earlier[0]?.content_hash === hash;
  const version = scheduleVersion(period, madeOn, isSame ? amendments - 1 : amendments);
  return { schedule, version, name: scheduleFileName({ tin, schedule, period, madeOn, version }), content, hash };
}

/** Changes the tax setup. Later documents use the new setup; issued documents are not changed. */
async function setTaxSetup(tx: Writer, context: ActionContext, given: TaxSetup): Promise<TaxSetup> {
  const { setup } = await taxSetting.change(tx, context, {
    value({ setup: before, since }) {
      const setup = {
        ...given,
        tin: readTin(given.tin) ?? given.tin,
        qr_is_read: given.qr_is_read && given.qr_code !== '' && given.qr_code === before.qr_code,
      };
      const faults = [...registrationFaults(setup), ...unitFaults(setup), ...codeFaults(setup)];
      if (faults.length > 0) throw badInput(faults);
      return { setup, since: since ?? (setup.registered_from === null ? null : context.now) };
    },
    alongside: ({ setup: before }, { setup: after }) => refuseUsedUnits(tx, before, after),
  });
  return setup;
}

async function refuseUsedUnits(tx: Writer, before: TaxSetup, after: TaxSetup): Promise<void> {
  for (const name of ['unit', 'credit_unit', 'debit_unit'] as const) {
    if (before[name] !== after[name] && (await isUnitUsed(tx, before[name]))) throw new Refusal('tax_unit_used');
  }
  if (before.first_number !== after.first_number && (await isUnitUsed(tx, before.unit)))
    throw badInput([{ field: 'first_number', message: apiMessage('tax.setup.firstNumber') }]);
}

function registrationFaults({ registered_from, tin, tax_name, tax_address }: TaxSetup): RefusedField[] {
  if (registered_from === null) return [];
  return findTaxpayerFaults({ tin, name: tax_name, address: tax_address }).map((part) =>
    part === 'tin'
      ? { field: 'tin', message: apiMessage('tax.setup.tin') }
      : { field: `tax_${part}`, message: apiMessage('tax.setup.required') },
  );
}

function unitFaults(setup: TaxSetup): RefusedField[] {
  const units = (['unit', 'credit_unit', 'debit_unit'] as const)
    .filter((field) => !isTaxUnit(setup[field]))
    .map((field) => ({ field, message: apiMessage('tax.setup.unit') }));
  const others = findTaxSettingFaults(taxSettingsOf(setup)).filter(
    (name) => name === 'pad' || name === 'placeOfSupply',
  );
  return [
    ...units,
    ...others.map((name) => ({
      field: name === 'pad' ? 'pad' : 'place_of_supply',
      message: apiMessage('input.invalid'),
    })),
  ];
}

function codeFaults({ qr_code }: TaxSetup): RefusedField[] {
  if (qr_code === '') return [];
  const read = readMerchantQr(qr_code);
  return read.isRead ? [] : [{ field: 'qr_code', message: apiMessage(`tax.qr.${read.fault}`) }];
}
