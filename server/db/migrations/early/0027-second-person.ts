import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key } = schemaTypes(db);
  await table('account_changes')
    .addColumn('id', generatedId)
    .addColumn('account_id', integer, (column) => column.notNull())
    .addColumn('by_account_id', integer, (column) => column.notNull())
    .addColumn('at', key, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('account_changes_at').on('account_changes').columns(['at']).execute();
  await table('given_money')
    .addColumn('id', generatedId)
    .addColumn('account_id', integer, (column) => column.notNull())
    .addColumn('shop_id', key, (column) => column.notNull())
    .addColumn('at', key, (column) => column.notNull())
    .addColumn('cents', integer, (column) => column.notNull().check(sql`cents > 0`))
    .execute();
  await db.schema.createIndex('given_money_at').on('given_money').columns(['account_id', 'shop_id', 'at']).execute();
}
