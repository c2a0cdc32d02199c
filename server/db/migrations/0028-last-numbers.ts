import type { Kysely } from 'kysely';
import { flag, schemaTypes } from '../schema-types.ts';

/**
 * Adds the last ticket number that the phone of a shift states when it is closed, and whether a phone's shift was closed
 * without it. Shifts that were closed before do not lack it, because no phone stated it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { integer, key } = schemaTypes(db);
  await db.schema.alterTable('gate_shifts').addColumn('last_number', key).execute();
  await db.schema
    .alterTable('gate_shifts')
    .addColumn('lacks_number', integer, (column) => flag('lacks_number')(column).defaultTo(0))
    .execute();
}
