import type { Kysely } from 'kysely';
import { schemaTypes } from '../schema-types.ts';

/** Adds the days on which a cheque was paid into the bank, and on which the bank returned it. */
export async function up(db: Kysely<never>): Promise<void> {
  const { key } = schemaTypes(db);
  for (const name of ['deposited_on', 'returned_on'])
    await db.schema.alterTable('cleared_cheques').addColumn(name, key).execute();
}
