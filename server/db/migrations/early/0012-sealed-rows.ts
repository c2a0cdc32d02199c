import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

/** Keyed audit entries that seal the rows they wrote, and results of verification (docs/trust.md). */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, key, text } = schemaTypes(db);
  const add = (name: string, column: string) =>
    db.schema
      .alterTable(name)
      .addColumn(column, text, (made) => made.notNull().defaultTo(''))
      .execute();
  await add('audit_log', 'key_id');
  await add('audit_log', 'sealed');
  await add('audit_head', 'key_id');
  await add('audit_head', 'sealed_columns');
  await add('tenancies', 'seal');
  await db.schema
    .alterTable('audit_head')
    .addColumn('newest_id', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update audit_head set newest_id = (select coalesce(max(id), 0) from audit_log)`.execute(db);

  await table('verifications')
    .addColumn('id', integer, (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('ended_at', key, (column) => column.notNull())
    .addColumn('outcome', key, (column) => column.notNull().check(sql`outcome in ('clean', 'differs', 'failed')`))
    .addColumn('faults', integer, (column) => column.notNull().check(sql`faults >= 0`))
    .addColumn('summary', text, (column) => column.notNull())
    .execute();
}
