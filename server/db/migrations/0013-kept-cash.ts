import type { Kysely } from 'kysely';
import { schemaTypes } from '../schema-types.ts';

/** Adds what a float is compared with, and the day on which cash that was left in a drawer was banked. */
export async function up(db: Kysely<never>): Promise<void> {
  const { integer, key, text } = schemaTypes(db);
  const sessions = () => db.schema.alterTable('cash_sessions');
  await sessions().addColumn('float_expected_cents', integer).execute();
  await sessions()
    .addColumn('float_reason', text, (column) => column.notNull().defaultTo(''))
    .execute();
  await sessions().addColumn('kept_banked_on', key).execute();
  await sessions().addColumn('kept_banked_by', key).execute();
  await db.schema.createIndex('cash_sessions_account').on('cash_sessions').columns(['account_id', 'id']).execute();
}
