import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('vat_rates')
    .addColumn('id', generatedId)
    .addColumn('basis_points', integer, (column) => column.notNull().check(sql`basis_points > 0`))
    .addColumn('valid_from', key, (column) => column.notNull())
    .addColumn('set_by', text, (column) => column.notNull())
    .addColumn('set_at', key, (column) => column.notNull())
    .addColumn('applied_at', key)
    .execute();

  await sql`create unique index vat_rates_to_come on vat_rates (valid_from) where applied_at is null`.execute(db);

  await table('settings')
    .addColumn('name', key, (column) => column.primaryKey().notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addColumn('updated_at', key, (column) => column.notNull())
    .execute();

  await table('runs')
    .addColumn('id', key, (column) => column.primaryKey().notNull())
    .addColumn('action', key, (column) => column.notNull())
    // The month or day of a scheduled run; unique, so that several processes make one run.
    .addColumn('period', key)
    .addColumn('started_by', text, (column) => column.notNull())
    .addColumn('started_at', key, (column) => column.notNull())
    .addColumn('alive_at', key, (column) => column.notNull())
    .addColumn('ended_at', key)
    .addColumn('done', integer, (column) => column.notNull())
    .addColumn('total', integer, (column) => column.notNull())
    .addColumn('outcome', key, (column) => column.notNull().check(sql`outcome in ('running', 'done', 'failed')`))
    .addColumn('summary', text, (column) => column.notNull())
    .addUniqueConstraint('runs_once_a_period', ['action', 'period'])
    .execute();
  await db.schema.createIndex('runs_newest').on('runs').columns(['started_at', 'id']).execute();

  await table('backup_copies')
    .addColumn('name', key, (column) => column.primaryKey().notNull())
    .addColumn('made_at', key, (column) => column.notNull())
    .addColumn('bytes', integer, (column) => column.notNull())
    .addColumn('row_count', integer, (column) => column.notNull())
    .addColumn('proven_at', key)
    .addColumn('proof', text, (column) => column.notNull())
    .execute();
}
