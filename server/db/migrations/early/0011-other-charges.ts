import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

/** Electricity, water and the like (docs/rules.md, Other charges). */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('charge_kinds')
    .addColumn('id', generatedId)
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('name_si', text, (column) => column.notNull())
    .addColumn('name_ta', text, (column) => column.notNull())
    .addColumn('is_vatable', integer, (column) => column.notNull().check(sql`is_vatable in (0, 1)`))
    .addColumn('basis', key, (column) => column.notNull().check(sql`basis in ('fixed', 'recurring', 'meter')`))
    .addColumn('unit', text, (column) => column.notNull())
    .addColumn('rate_cents', integer, (column) => column.notNull())
    .addColumn('is_archived', integer, (column) => column.notNull().check(sql`is_archived in (0, 1)`))
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('updated_at', key, (column) => column.notNull())
    .addCheckConstraint('charge_kinds_meter', sql`(basis = 'meter') = (unit <> '' and rate_cents > 0)`)
    .execute();

  await table('tenancy_charges')
    .addColumn('id', generatedId)
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id').onDelete('cascade'))
    .addColumn('charge_kind_id', integer, (column) => column.notNull().references('charge_kinds.id'))
    .addColumn('cents', integer, (column) => column.notNull().check(sql`cents >= 0`))
    .addColumn('from_month', key, (column) => column.notNull())
    .addColumn('until_month', key)
    .addColumn('previous_reading', integer)
    .addColumn('current_reading', integer)
    .addColumn('note', text, (column) => column.notNull())
    .addColumn('invoice_id', integer, (column) => column.references('invoices.id'))
    .addColumn('recorded_at', key, (column) => column.notNull())
    .addColumn('recorded_by', text, (column) => column.notNull())
    .addCheckConstraint('tenancy_charges_until_after_from', sql`until_month is null or until_month >= from_month`)
    .addCheckConstraint('tenancy_charges_reading', sql`current_reading is null or current_reading >= previous_reading`)
    .execute();
  const index = (name: string) => db.schema.createIndex(`tenancy_charges_${name}`).on('tenancy_charges');
  await index('tenancy').column('tenancy_id').execute();
  await index('invoice').column('invoice_id').execute();

  await db.schema
    .alterTable('invoices')
    .addColumn('other_charges', text, (column) => column.notNull().defaultTo('[]'))
    .execute();
}
