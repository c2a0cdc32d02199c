import type { Kysely } from 'kysely';
import { required, schemaTypes } from '../schema-types.ts';

/** Adds the figures of closed months: their page and their reports as they were when the month was closed. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('closed_months')
    .addColumn('id', generatedId)
    .addColumn('closing_id', integer, (column) => column.notNull().references('closings.id'))
    .addColumn('month', key, required)
    .addColumn('page', text, required)
    .addColumn('report', text, required)
    .addUniqueConstraint('closed_months_once', ['closing_id', 'month'])
    .execute();
  await db.schema.createIndex('closed_months_month').on('closed_months').column('month').execute();
}
