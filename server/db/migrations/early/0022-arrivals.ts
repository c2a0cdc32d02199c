import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, key } = schemaTypes(db);
  await table('arrivals')
    .addColumn('day', key, (column) => column.notNull())
    .addColumn('hour', integer, (column) => column.notNull().check(sql`hour between 0 and 23`))
    .addColumn('vehicle_type', key, (column) => column.notNull())
    .addColumn('tickets', integer, (column) => column.notNull().check(sql`tickets >= 0`))
    .addColumn('changed_at', key)
    .addPrimaryKeyConstraint('arrivals_key', ['day', 'hour', 'vehicle_type'])
    .execute();
  // Colombo is 330 minutes ahead of UTC, so its day ends at 18:30.
  const hour = sql`(cast(substr(issued_at, 12, 2) as integer) * 60 + cast(substr(issued_at, 15, 2) as integer) + 330) % 1440 / 60`;
  const end = sql`issued_day || 'T18:30:00.000Z'`;
  await sql`insert into arrivals (day, hour, vehicle_type, tickets, changed_at)
    select day, hour, vehicle_type, sum(tickets), max(changed_at) from (
      select issued_day as day, ${hour} as hour, vehicle_type,
        case when voided_at is null then 1 else 0 end as tickets,
        case when created_at >= ${end} then created_at end as changed_at
      from vehicle_tickets
      union all
      select issued_day, ${hour}, vehicle_type, 0, voided_at from vehicle_tickets where voided_at >= ${end}
    ) as changes
    group by day, hour, vehicle_type`.execute(db);
}
