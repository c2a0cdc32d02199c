import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Tables whose ids people see: on papers, in addresses, in the log. */
const DRAWN = [
  'accounts',
  'products',
  'publications',
  'tenancies',
  'ledger_entries',
  'tax_documents',
  'charge_kinds',
  'tenancy_charges',
  'tariffs',
  'approvals',
  'gate_devices',
  'sanitation_tickets',
  'vehicle_tickets',
];

/** A rollback returns a number on PostgreSQL too, as SQLite's autoincrement does. */
export async function up(db: Kysely<never>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`create table drawn_numbers (name text collate "C" primary key, last bigint not null)`.execute(db);
  await sql`create function draw_number(text) returns bigint language sql as $$
    insert into drawn_numbers as drawn (name, last) values ($1, 1)
    on conflict (name) do update set last = drawn.last + 1 returning last $$`.execute(db);
  for (const name of DRAWN) {
    const table = sql.table(name);
    const sequence = sql`pg_get_serial_sequence(${sql.lit(name)}, 'id')::regclass`;
    await sql`insert into drawn_numbers (name, last)
      select ${sql.lit(name)}, last from (
        select greatest(coalesce(max(id), 0), coalesce(pg_sequence_last_value(${sequence}), 0)) as last from ${table}
      ) as numbers where last > 0`.execute(db);
    await sql`alter table ${table} alter column id drop identity`.execute(db);
    await sql`alter table ${table} alter column id set default draw_number(${sql.lit(name)})`.execute(db);
  }
}
