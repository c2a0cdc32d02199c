import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../schema-types.ts';

/**
 * Adds who closed a shift of the gate. Of shifts that were closed before, only the audit log names that person, in the
 * entry of the same instant whose sentence contains the email of the shift.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { integer, key } = schemaTypes(db);
  await db.schema.alterTable('gate_shifts').addColumn('closed_by', key).execute();
  await db.schema.alterTable('gate_shifts').addColumn('closed_by_id', integer).execute();
  await sql`update gate_shifts set closed_by = (select user_actioned from audit_log
      where event_type = 'Shift Closed' and event_date = gate_shifts.updated_at
        and replace(event_description, gate_shifts.issued_by, '') <> event_description
      order by id limit 1)
    where closed_at is not null`.execute(db);
  await sql`update gate_shifts set closed_by_id = case when closed_by = issued_by then issued_by_id
      else (select accounts.id from accounts where accounts.email = gate_shifts.closed_by) end
    where closed_by is not null`.execute(db);
}
