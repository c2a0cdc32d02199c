import type { Kysely } from 'kysely';
import { schemaTypes } from '../schema-types.ts';

/** Adds the name of the machine that has the file of a daily backup. */
export async function up(db: Kysely<never>): Promise<void> {
  const { text } = schemaTypes(db);
  await db.schema.alterTable('backup_copies').addColumn('machine', text).execute();
}
