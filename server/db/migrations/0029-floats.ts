import type { Kysely } from 'kysely';
import { holding, schemaTypes } from '../schema-types.ts';

/**
 * Adds the floats that the office hands out, and the part of a drawer's float that its person held. Floats of before
 * were not recorded when they were handed out.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { integer } = schemaTypes(db);
  await db.schema
    .alterTable('gate_handovers')
    .addColumn('given_cents', integer, (column) => holding('given_cents >= 0')(column).defaultTo(0))
    .execute();
  await db.schema
    .alterTable('cash_sessions')
    .addColumn('from_held_cents', integer, (column) => holding('from_held_cents >= 0')(column).defaultTo(0))
    .execute();
}
