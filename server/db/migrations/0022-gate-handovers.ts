import type { Kysely } from 'kysely';
import { flag, holding, required, schemaTypes } from '../schema-types.ts';

/**
 * Adds the hand-overs of gate cash, and what a shift has to do with them. The cash of shifts that were closed before is
 * not followed, so that their figures stay as they were.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  const shifts = () => db.schema.alterTable('gate_shifts');
  await shifts()
    .addColumn('to_hand_over', integer, (column) => flag('to_hand_over')(column).defaultTo(0))
    .execute();
  await shifts()
    .addColumn('from_held_cents', integer, (column) => holding('from_held_cents >= 0')(column).defaultTo(0))
    .execute();
  await db.schema.createIndex('gate_shifts_person').on('gate_shifts').columns(['issued_by_id']).execute();
  await table('gate_handovers')
    .addColumn('id', generatedId)
    .addColumn('account_id', integer, required)
    .addColumn('keeper', key, required)
    .addColumn('received_at', key, required)
    .addColumn('received_by', key, required)
    .addColumn('received_by_id', integer)
    .addColumn('expected_cents', integer, holding('expected_cents >= 0'))
    .addColumn('received_cents', integer, holding('received_cents >= 0'))
    .addColumn('left_cents', integer, holding('left_cents >= 0'))
    .addColumn('reason', text, required)
    .addColumn('banked_on', key)
    .addColumn('banked_by', key)
    .addColumn('banked_by_id', integer)
    .execute();
  await db.schema
    .createIndex('gate_handovers_account')
    .on('gate_handovers')
    .columns(['account_id', 'received_at'])
    .execute();
}
