import type { Kysely } from 'kysely';
import { required, schemaTypes } from '../schema-types.ts';

/** Adds the tokens with which programs read. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('program_tokens')
    .addColumn('id', generatedId)
    .addColumn('hash', key, (column) => column.notNull().unique())
    .addColumn('label', text, required)
    .addColumn('scopes', text, required)
    .addColumn('last_day', key, required)
    .addColumn('made_at', key, required)
    .addColumn('made_by', key, required)
    .addColumn('made_by_id', integer)
    .addColumn('revoked_at', key)
    .addColumn('revoked_by', key)
    .addColumn('used_at', key)
    .execute();
}
