import { type Kysely, sql } from 'kysely';
import { languages } from '#contract/languages.ts';
import { taxDocumentKinds } from '#contract/words.ts';
import { flag, holding, mainKey, required, schemaTypes, wordOf } from '../../schema-types.ts';

/**
 * Creates the tables of tax documents, of the counters of their serials, and of the files of the VAT return
 * (docs/rules.md, Tax documents).
 */
export async function createTax(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, drawnId, key, text } = schemaTypes(db);
  await table('tax_counters')
    .addColumn('counter', key, mainKey)
    .addColumn('last_number', integer, holding('last_number >= 0'))
    .execute();

  await table('tax_documents')
    .addColumn('id', drawnId('tax_documents'))
    .addColumn('invoice_id', integer, (column) => column.notNull().references('invoices.id'))
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id'))
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('kind', key, wordOf('kind', taxDocumentKinds))
    .addColumn('is_tax', integer, flag('is_tax'))
    .addColumn('unit', key)
    .addColumn('counter', key)
    .addColumn('number', integer)
    .addColumn('serial', key, (column) => column.notNull().unique())
    .addColumn('issued_on', key, required)
    .addColumn('supplied_on', key, required)
    .addColumn('language', key, wordOf('language', languages))
    .addColumn('supplier', text, required)
    .addColumn('purchaser', text, required)
    .addColumn('lines', text, required)
    .addColumn('statement', text)
    .addColumn('vat_rate_basis_points', integer, required)
    .addColumn('value_cents', integer, holding('value_cents >= 0'))
    .addColumn('vat_cents', integer, holding('vat_cents >= 0'))
    .addColumn('total_cents', integer, required)
    .addColumn('original_id', integer, (column) => column.references('tax_documents.id'))
    .addColumn('replaces_id', integer, (column) => column.unique().references('tax_documents.id'))
    .addColumn('reason', text, required)
    .addColumn('settings', text, required)
    .addColumn('prints', integer, required)
    .addColumn('issued_at', key, required)
    .addColumn('issued_by', text, required)
    .addUniqueConstraint('tax_documents_one_of_a_number', ['counter', 'number'])
    .addCheckConstraint('tax_documents_total', sql`total_cents = value_cents + vat_cents`)
    .addCheckConstraint('tax_documents_note_of_original', sql`(kind = 'invoice') = (original_id is null)`)
    .addCheckConstraint('tax_documents_number_of_counter', sql`(counter is null) = (number is null)`)
    .execute();
  await db.schema.createIndex('tax_documents_invoice').on('tax_documents').column('invoice_id').execute();
  await db.schema.createIndex('tax_documents_original').on('tax_documents').column('original_id').execute();
  await db.schema.createIndex('tax_documents_issued').on('tax_documents').column('issued_on').execute();

  await table('vat_schedule_files')
    .addColumn('id', generatedId)
    .addColumn('period', key, required)
    .addColumn('schedule', key, wordOf('schedule', ['01', '04']))
    .addColumn('version', integer, required)
    .addColumn('name', text, required)
    .addColumn('content_hash', key, required)
    .addColumn('made_at', key, required)
    .addColumn('made_by', text, required)
    .execute();
  await db.schema
    .createIndex('vat_schedule_files_period')
    .on('vat_schedule_files')
    .columns(['period', 'schedule', 'id'])
    .execute();
}
