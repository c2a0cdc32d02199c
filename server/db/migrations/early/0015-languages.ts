import type { Kysely } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

/** What an audit entry says as key and values, so that it is shown in the reader's language; and the language of accounts. */
export async function up(db: Kysely<never>): Promise<void> {
  const { key, text } = schemaTypes(db);
  await db.schema
    .alterTable('audit_log')
    .addColumn('event_message', text, (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('accounts').addColumn('language', key).execute();
}
