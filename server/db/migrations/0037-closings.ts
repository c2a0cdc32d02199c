import { type Kysely, sql } from 'kysely';
import { required, schemaTypes } from '../schema-types.ts';

/** Adds closings of months, and the entries of the journal that they hold. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('closings')
    .addColumn('id', generatedId)
    .addColumn('month', key, required)
    .addColumn('first_day', key)
    .addColumn('last_day', key, required)
    .addColumn('closed_at', key, required)
    .addColumn('closed_by', key, required)
    .addColumn('closed_by_id', integer)
    .addColumn('rests', text, required)
    .addColumn('entries', integer, required)
    .addColumn('digest', key, required)
    .addColumn('reopened_at', key)
    .addColumn('reopened_by', key)
    .addColumn('reason', text)
    .execute();
  await sql`create unique index closings_once on closings (month) where reopened_at is null`.execute(db);
  await table('closed_entries')
    .addColumn('id', key, (column) => column.primaryKey().notNull())
    .addColumn('closing_id', integer, (column) => column.notNull().references('closings.id'))
    .addColumn('position', integer, required)
    .addColumn('fact_id', key, required)
    .addColumn('of_day', key)
    .addColumn('day', key, required)
    .addColumn('text', text, required)
    .addColumn('postings', text, required)
    .execute();
  await sql`create unique index closed_entries_order on closed_entries (closing_id, position)`.execute(db);
}
