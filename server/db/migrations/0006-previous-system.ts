import type { Kysely } from 'kysely';
import { required, schemaTypes, wordOf } from '../schema-types.ts';

/**
 * Adds a column for the charges with which an imported ledger opened, and a table of the rows imported from the
 * previous system.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, key, text } = schemaTypes(db);
  await db.schema.alterTable('ledger_entries').addColumn('opening', text).execute();
  await table('imported_rows')
    .addColumn('source_table', key, required)
    .addColumn('source_key', key, required)
    .addColumn('outcome', key, wordOf('outcome', ['imported', 'changed', 'rejected']))
    .addColumn('table_name', key)
    .addColumn('row_id', integer)
    .addColumn('findings', text, required)
    .addPrimaryKeyConstraint('imported_rows_key', ['source_table', 'source_key'])
    .execute();
}
