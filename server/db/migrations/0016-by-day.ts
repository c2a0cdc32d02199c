import type { Kysely } from 'kysely';
import { schemaTypes } from '../schema-types.ts';

/**
 * Adds the fines that a payment or a correction saved by its earlier day, and whether the first month of a tenancy is
 * billed by days.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { integer } = schemaTypes(db);
  await db.schema.alterTable('ledger_entries').addColumn('saved_fine_cents', integer).execute();
  await db.schema
    .alterTable('rent_rules')
    .addColumn('first_month_by_days', integer, (column) => column.notNull().defaultTo(0))
    .execute();
}
