import type { Kysely } from 'kysely';
import { schemaTypes } from '../schema-types.ts';

/** Adds when, by whom and why a hand-over of gate cash was undone. */
export async function up(db: Kysely<never>): Promise<void> {
  const { key, text } = schemaTypes(db);
  await db.schema.alterTable('gate_handovers').addColumn('undone_at', key).execute();
  await db.schema.alterTable('gate_handovers').addColumn('undone_by', key).execute();
  await db.schema.alterTable('gate_handovers').addColumn('undo_reason', text).execute();
}
