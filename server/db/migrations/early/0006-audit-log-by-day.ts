import { type Kysely, sql } from 'kysely';
import { addDays, type Day } from '#billing/calendar.ts';
import { schemaTypes } from '../../schema-types.ts';

/** Indexes for the queries of the audit log, and counts by day, because it grows with every ticket. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, key } = schemaTypes(db);
  await db.schema.dropIndex('audit_log_event').execute();
  await db.schema.dropIndex('audit_log_date').execute();
  const index = (use: string, rest: string) => sql`create ${sql.raw(`index audit_log_${use} on audit_log ${rest}`)}`;
  await index('newest', '(event_date, id)').execute(db);
  await index('type', '(event_type, event_date, id)').execute(db);
  await index('shop', '(lower(shop_id), event_date, id) where shop_id is not null').execute(db);

  await table('audit_counts')
    .addColumn('day', key, (column) => column.notNull())
    .addColumn('event_type', key, (column) => column.notNull())
    .addColumn('entries', integer, (column) => column.notNull().check(sql`entries > 0`))
    .addPrimaryKeyConstraint('audit_counts_key', ['day', 'event_type'])
    .execute();
  await countEntries(db);
}

interface Counted {
  date: Day;
  is_next: number;
  event_type: string;
  entries: number;
}

/** Counts existing entries. The day in Colombo changes at 18:30 UTC. */
async function countEntries(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<Counted>`select date, is_next, event_type, cast(count(*) as bigint) as entries from (
      select substr(event_date, 1, 10) as date, event_type,
        case when substr(event_date, 12, 5) >= '18:30' then 1 else 0 end as is_next from audit_log
    ) as entry group by date, is_next, event_type`.execute(db);
  for (const { date, is_next, event_type, entries } of rows) {
    await sql`insert into audit_counts (day, event_type, entries)
      values (${addDays(date, Number(is_next))}, ${event_type}, ${Number(entries)})
      on conflict (day, event_type) do update set entries = audit_counts.entries + excluded.entries`.execute(db);
  }
}
