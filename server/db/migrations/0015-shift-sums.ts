import { type Kysely, sql } from 'kysely';
import { holding, required, schemaTypes } from '../schema-types.ts';

/** Adds the sums of tickets by day, person and shift, and an index that finds the open shift of an account. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, key } = schemaTypes(db);
  await table('shift_sums')
    .addColumn('day', key, required)
    .addColumn('shift_id', key, required)
    .addColumn('issued_by', key, required)
    .addColumn('issued_by_id', integer, required)
    .addColumn('tickets', integer, holding('tickets >= 0'))
    .addColumn('cents', integer, holding('cents >= 0'))
    .addPrimaryKeyConstraint('shift_sums_key', ['day', 'shift_id', 'issued_by', 'issued_by_id'])
    .execute();
  await sql`create index gate_shifts_open on gate_shifts (issued_by_id, opened_at) where closed_at is null`.execute(db);
  await sql`insert into shift_sums (day, shift_id, issued_by, issued_by_id, tickets, cents)
    select issued_day, shift, issued_by, account, count(*), cast(sum(cents) as bigint) from (
      select issued_day, coalesce(shift_id, '') as shift, issued_by, coalesce(issued_by_id, 0) as account, cents
      from sanitation_tickets where voided_at is null
      union all
      select issued_day, coalesce(shift_id, '') as shift, issued_by, coalesce(issued_by_id, 0) as account, cents
      from vehicle_tickets where voided_at is null
    ) as tickets group by issued_day, shift, issued_by, account`.execute(db);
}
