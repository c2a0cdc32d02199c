import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, key, text } = schemaTypes(db);
  await table('rent_rules')
    .addColumn('from_month', key, (column) => column.primaryKey().notNull())
    .addColumn('rent_due_day', integer, (column) => column.notNull().check(sql`rent_due_day between 1 and 28`))
    .addColumn('fine_basis_points', integer, (column) =>
      column.notNull().check(sql`fine_basis_points between 0 and 10000`),
    )
    .addColumn('set_by', text, (column) => column.notNull())
    .addColumn('set_at', key, (column) => column.notNull())
    .execute();
  const add = (column: string, first: number) =>
    db.schema
      .alterTable('invoices')
      .addColumn(column, integer, (made) => made.notNull().defaultTo(first))
      .execute();
  await add('rent_due_day', 15);
  await add('fine_basis_points', 3000);
}
