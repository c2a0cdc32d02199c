import type { Kysely } from 'kysely';
import { schemaTypes } from '../schema-types.ts';

/** Adds the cash session into whose drawer gate cash was received. */
export async function up(db: Kysely<never>): Promise<void> {
  const { integer } = schemaTypes(db);
  await db.schema.alterTable('gate_handovers').addColumn('session_id', integer).execute();
  await db.schema.createIndex('gate_handovers_session').on('gate_handovers').columns(['session_id']).execute();
}
