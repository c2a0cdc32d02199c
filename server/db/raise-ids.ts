import { PostgresAdapter, sql } from 'kysely';
import type { Writer } from './connect.ts';

const drawn = ['products', 'publications', 'vehicle_tickets', 'sanitation_tickets'] as const;

/** Makes PostgreSQL generate ids above all ids that were inserted explicitly. SQLite does so by itself. */
export async function raiseIds(tx: Writer, table: (typeof drawn)[number] | 'prices'): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return;
  const last = sql`(select coalesce(max(id), 0) from ${sql.table(table)})`;
  if (table === 'prices')
    await sql`select setval(pg_get_serial_sequence('prices', 'id'), greatest(${last}, 1))`.execute(tx);
  else
    await sql`insert into drawn_numbers (name, last) values (${table}, ${last})
      on conflict (name) do update set last = greatest(drawn_numbers.last, excluded.last)`.execute(tx);
}
