import type { Kysely } from 'kysely';
import { schemaTypes } from '../schema-types.ts';

/** Adds how many papers of a shift its phone printed again. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('gate_shifts').addColumn('copies_printed', schemaTypes(db).integer).execute();
}
