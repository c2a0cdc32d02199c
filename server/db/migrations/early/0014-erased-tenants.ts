import type { Kysely } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('tenancies').addColumn('erased_at', schemaTypes(db).key).execute();
}
