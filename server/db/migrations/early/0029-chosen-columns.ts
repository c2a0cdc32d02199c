import type { Kysely } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('accounts').addColumn('chosen_columns', schemaTypes(db).text).execute();
}
