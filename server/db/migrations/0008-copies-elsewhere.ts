import type { Kysely } from 'kysely';
import { schemaTypes } from '../schema-types.ts';

/** Adds columns for the copy of a daily backup that is stored in a bucket. */
export async function up(db: Kysely<never>): Promise<void> {
  const { key, text } = schemaTypes(db);
  for (const [name, type] of [
    ['elsewhere_at', key],
    ['elsewhere_restored_at', key],
    ['elsewhere_proof', text],
  ] as const)
    await db.schema.alterTable('backup_copies').addColumn(name, type).execute();
}
