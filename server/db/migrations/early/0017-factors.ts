import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('factors')
    .addColumn('id', generatedId)
    .addColumn('account_id', integer, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('kind', key, (column) => column.notNull().check(sql`kind in ('app', 'passkey', 'recovery')`))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('credential', key, (column) => column.unique())
    .addColumn('secret', text, (column) => column.notNull())
    .addColumn('counter', integer, (column) => column.notNull())
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('used_at', key)
    .execute();
  await db.schema.createIndex('factors_account').on('factors').column('account_id').execute();
  await sql`create unique index factors_app on factors (account_id) where kind = 'app'`.execute(db);
  await table('challenges')
    .addColumn('hash', key, (column) => column.primaryKey().notNull())
    .addColumn('purpose', key, (column) => column.notNull())
    .addColumn('account_id', integer, (column) => column.references('accounts.id').onDelete('cascade'))
    .addColumn('secret', text, (column) => column.notNull())
    .addColumn('tries_left', integer, (column) => column.notNull())
    .addColumn('expires_at', key, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('challenges_account').on('challenges').column('account_id').execute();
  await db.schema.createIndex('challenges_expiry').on('challenges').column('expires_at').execute();
}
