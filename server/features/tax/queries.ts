import { type Expression, expressionBuilder, type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import { addDays, type Day, type Instant, instantOf } from '#billing/calendar.ts';
import type { TaxDocumentQuery } from '#contract/tax.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { contains } from '../../db/like-pattern.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { FoundByName } from '../shops/find-by-name.ts';

export type TaxDocumentRow = Selectable<Tables['tax_documents']>;
export type VatScheduleFileRow = Selectable<Tables['vat_schedule_files']>;

/** Takes the next number of a counter. `first` is the first number of an unused counter. */
export async function drawNumber(tx: Writer, { counter, first }: { counter: string; first: number }): Promise<number> {
  const { last_number } = await tx
    .insertInto('tax_counters')
    .values({ counter, last_number: first })
    .onConflict((conflict) =>
      conflict.column('counter').doUpdateSet({ last_number: sql<number>`tax_counters.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return Number(last_number);
}

export async function isUnitUsed(db: Reader, unit: string): Promise<boolean> {
  const used = db.selectFrom('tax_documents').select('id').where('unit', '=', unit).limit(1);
  return (await used.executeTakeFirst()) !== undefined;
}

export async function isDocumentNumber(db: Reader, serial: string): Promise<boolean> {
  const found = db.selectFrom('tax_documents').select('id').where('serial', '=', serial);
  return (await found.executeTakeFirst()) !== undefined;
}

export function insertTaxDocument(tx: Writer, row: Insertable<Tables['tax_documents']>): Promise<TaxDocumentRow> {
  return tx.insertInto('tax_documents').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function incrementDocumentPrints(tx: Writer, id: number): Promise<number> {
  const { prints } = await tx
    .updateTable('tax_documents')
    .set({ prints: sql<number>`prints + 1` })
    .where('id', '=', id)
    .returning('prints')
    .executeTakeFirstOrThrow();
  return Number(prints) - 1;
}

/** Lists, for each tenancy, its newest bill that is not void. */
export async function listNewestBills(
  db: Reader,
  tenancyIds: readonly number[],
): Promise<{ number: string; tenancy_id: number }[]> {
  if (tenancyIds.length === 0) return [];
  return db
    .selectFrom('invoices')
    .select(['number', 'tenancy_id'])
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('invoices as bill')
        .innerJoin('ledger_entries', 'ledger_entries.id', 'bill.id')
        .select(({ fn }) => fn.max('bill.id').as('id'))
        .where('ledger_entries.voided_at', 'is', null)
        .where('bill.tenancy_id', 'in', tenancyIds)
        .groupBy('bill.tenancy_id'),
    )
    .execute();
}

function selectDocuments(db: Reader) {
  return db
    .selectFrom('tax_documents')
    .innerJoin('invoices', 'invoices.id', 'tax_documents.invoice_id')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'tax_documents.invoice_id')
    .innerJoin('shops', 'shops.id', 'tax_documents.shop_id')
    .innerJoin('tenancies', 'tenancies.id', 'tax_documents.tenancy_id')
    .leftJoin('tax_documents as original', 'original.id', 'tax_documents.original_id')
    .leftJoin('tax_documents as newer', 'newer.replaces_id', 'tax_documents.id')
    .selectAll('tax_documents')
    .select([
      'invoices.number as invoice_number',
      'invoices.month',
      'invoices.other_charges',
      'shops.shop_id as written_shop_id',
      'ledger_entries.voided_at as invoice_voided_at',
      'tenancies.is_vat_registered',
      'tenancies.tin',
      'tenancies.tax_name',
      'tenancies.tax_address',
      'original.serial as original_serial',
      'original.issued_on as original_issued_on',
      'newer.serial as newer_serial',
    ]);
}

export type ListedDocumentRow = Awaited<ReturnType<typeof listTaxDocuments>>[number];

const SEARCHED = sql<string>`lower(tax_documents.serial) || ' ' || lower(invoices.number) || ' ' || lower(tax_documents.purchaser)`;

function matches(search: string, { shopIds, tenancyIds }: FoundByName): Expression<SqlBool> {
  const { eb, or } = expressionBuilder<Tables, 'tax_documents'>();
  return or([
    contains(SEARCHED, search),
    eb('tax_documents.shop_id', 'in', shopIds),
    eb('tax_documents.tenancy_id', 'in', tenancyIds),
  ]);
}

export function listTaxDocuments(db: Reader, { search = '', page = 1, limit }: TaxDocumentQuery, named: FoundByName) {
  return selectDocuments(db)
    .$if(search !== '', (query) => query.where(matches(search, named)))
    .orderBy('tax_documents.id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0).offset((page - 1) * (limit ?? 0)))
    .execute();
}

export async function countTaxDocuments(
  db: Reader,
  { search = '' }: TaxDocumentQuery,
  named: FoundByName,
): Promise<number> {
  const { count } = await db
    .selectFrom('tax_documents')
    .innerJoin('invoices', 'invoices.id', 'tax_documents.invoice_id')
    .select(db.fn.countAll<number>().as('count'))
    .$if(search !== '', (query) => query.where(matches(search, named)))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function findTaxDocument(db: Reader, id: number): Promise<ListedDocumentRow | undefined> {
  return selectDocuments(db).where('tax_documents.id', '=', id).executeTakeFirst();
}

/** Returns the valid tax document of each invoice, which is the one that no later document replaces. */
export async function listStandingInvoices(db: Reader, invoiceIds: readonly number[]): Promise<ListedDocumentRow[]> {
  if (invoiceIds.length === 0) return [];
  return selectDocuments(db)
    .where('tax_documents.invoice_id', 'in', invoiceIds)
    .where('tax_documents.kind', '=', 'invoice')
    .where('newer.id', 'is', null)
    .orderBy('tax_documents.id')
    .execute();
}

export async function findStandingInvoice(db: Reader, invoiceId: number): Promise<ListedDocumentRow | undefined> {
  const [found] = await listStandingInvoices(db, [invoiceId]);
  return found;
}

export function listNotesOfInvoice(db: Reader, invoiceId: number): Promise<TaxDocumentRow[]> {
  return db
    .selectFrom('tax_documents')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .where('kind', '!=', 'invoice')
    .orderBy('id')
    .execute();
}

export function listDocumentsBetween(db: Reader, { first, last }: { first: Day; last: Day }) {
  return selectDocuments(db)
    .where('newer.id', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        and([eb('tax_documents.issued_on', '>=', first), eb('tax_documents.issued_on', '<=', last)]),
        and([eb('tax_documents.supplied_on', '>=', first), eb('tax_documents.supplied_on', '<=', last)]),
      ]),
    )
    .orderBy('tax_documents.id')
    .execute();
}

/**
 * Returns the invoices with VAT, deleted ones included, each with the dates of its valid tax document. An invoice
 * without a document is included only if this system generated it on the day before `since` or later. Invoices that
 * precede an opening entry were issued by another system and are left out.
 */
export function listBilledVat(db: Reader, since: Day | undefined) {
  const standing = db
    .selectFrom('tax_documents')
    .leftJoin('tax_documents as newer', 'newer.replaces_id', 'tax_documents.id')
    .select(['tax_documents.invoice_id', 'tax_documents.issued_on', 'tax_documents.supplied_on'])
    .where('tax_documents.kind', '=', 'invoice')
    .where('newer.id', 'is', null)
    .as('document');
  return db
    .selectFrom('invoices')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'invoices.id')
    .innerJoin('tenancies', 'tenancies.id', 'invoices.tenancy_id')
    .leftJoin(standing, 'document.invoice_id', 'invoices.id')
    .select(['invoices.month', 'invoices.due_day', 'invoices.generated_at', 'tenancies.started_on'])
    .select(['invoices.id', 'invoices.rent_cents', 'invoices.operation_fee_cents', 'invoices.vat_cents'])
    .select(['invoices.other_charges'])
    .select(['ledger_entries.voided_at', 'document.issued_on', 'document.supplied_on'])
    .where('invoices.vat_rate_basis_points', '>', 0)
    .where(({ or, and, eb, not, exists, selectFrom }) => {
      const opening = selectFrom('ledger_entries as opening')
        .select('opening.id')
        .whereRef('opening.tenancy_id', '=', 'invoices.tenancy_id')
        .whereRef('opening.id', '>', 'invoices.id')
        .where('opening.opening', 'is not', null);
      // A day in Colombo begins on the day before in UTC.
      const generatedSince = (first: Day) =>
        eb('invoices.generated_at', '>=', instantOf(Date.parse(addDays(first, -1))));
      const made = since === undefined ? [] : [and([generatedSince(since), not(exists(opening))])];
      return or([eb('document.invoice_id', 'is not', null), ...made]);
    })
    .execute();
}

export function listVatNotes(db: Reader) {
  return db
    .selectFrom('ledger_entries')
    .innerJoin('invoices', 'invoices.id', 'ledger_entries.invoice_id')
    .select(['ledger_entries.kind', 'ledger_entries.cents', 'ledger_entries.recorded_at'])
    .select(['ledger_entries.charge_kind', 'ledger_entries.line', 'invoices.id as invoice_id'])
    .where('ledger_entries.kind', 'in', ['credit note', 'debit note'])
    .where('invoices.vat_rate_basis_points', '>', 0)
    .execute();
}

export function listScheduleFiles(db: Reader, period: string): Promise<VatScheduleFileRow[]> {
  return db.selectFrom('vat_schedule_files').selectAll().where('period', '=', period).orderBy('id', 'desc').execute();
}

export async function insertScheduleFile(
  tx: Writer,
  row: Insertable<Tables['vat_schedule_files']> & { made_at: Instant },
): Promise<void> {
  await tx.insertInto('vat_schedule_files').values(row).execute();
}
