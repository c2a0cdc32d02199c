import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

/** Tax documents, the counters of their serials, and the files of the VAT return (docs/rules.md, Tax documents). */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('tax_counters')
    .addColumn('counter', key, (column) => column.primaryKey().notNull())
    .addColumn('last_number', integer, (column) => column.notNull().check(sql`last_number >= 0`))
    .execute();

  await table('tax_documents')
    .addColumn('id', generatedId)
    .addColumn('invoice_id', integer, (column) => column.notNull().references('invoices.id'))
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id'))
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id'))
    .addColumn('kind', key, (column) => column.notNull().check(sql`kind in ('invoice', 'credit note', 'debit note')`))
    .addColumn('is_tax', integer, (column) => column.notNull().check(sql`is_tax in (0, 1)`))
    .addColumn('unit', key)
    .addColumn('counter', key)
    .addColumn('number', integer)
    .addColumn('serial', key, (column) => column.notNull().unique())
    .addColumn('issued_on', key, (column) => column.notNull())
    .addColumn('supplied_on', key, (column) => column.notNull())
    .addColumn('language', key, (column) => column.notNull().check(sql`language in ('en', 'si', 'ta')`))
    .addColumn('supplier', text, (column) => column.notNull())
    .addColumn('purchaser', text, (column) => column.notNull())
    .addColumn('lines', text, (column) => column.notNull())
    .addColumn('statement', text)
    .addColumn('vat_rate_basis_points', integer, (column) => column.notNull())
    .addColumn('value_cents', integer, (column) => column.notNull().check(sql`value_cents >= 0`))
    .addColumn('vat_cents', integer, (column) => column.notNull().check(sql`vat_cents >= 0`))
    .addColumn('total_cents', integer, (column) => column.notNull())
    .addColumn('original_id', integer, (column) => column.references('tax_documents.id'))
    .addColumn('replaces_id', integer, (column) => column.unique().references('tax_documents.id'))
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('settings', text, (column) => column.notNull())
    .addColumn('prints', integer, (column) => column.notNull())
    .addColumn('issued_at', key, (column) => column.notNull())
    .addColumn('issued_by', text, (column) => column.notNull())
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
    .addColumn('period', key, (column) => column.notNull())
    .addColumn('schedule', key, (column) => column.notNull().check(sql`schedule in ('01', '04')`))
    .addColumn('version', integer, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('content_hash', key, (column) => column.notNull())
    .addColumn('made_at', key, (column) => column.notNull())
    .addColumn('made_by', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('vat_schedule_files_period')
    .on('vat_schedule_files')
    .columns(['period', 'schedule', 'id'])
    .execute();
}
