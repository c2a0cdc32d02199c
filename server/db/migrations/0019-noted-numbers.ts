import type { Kysely } from 'kysely';
import { mainKey, required, schemaTypes } from '../schema-types.ts';

/** Adds a table of the ticket numbers of which the office has noted that they will not arrive. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, key } = schemaTypes(db);
  await table('noted_numbers')
    .addColumn('number', key, mainKey)
    .addColumn('shift_id', key)
    .addColumn('noted_at', key, required)
    .execute();
}
