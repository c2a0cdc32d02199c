import { sql } from 'kysely';
import { cents, toRupees } from '#billing/money.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { LastNumbers } from '../../db/storage/issued-numbers.ts';

type Engine = 'sqlite' | 'postgres';

const TABLES = {
  receipt: 'ledger_entries',
  'vehicle-ticket': 'vehicle_tickets',
  'gate-phone': 'gate_devices',
} as const;

const TAX = 'tax:';

export async function readLastNumbers(db: Reader, engine: Engine): Promise<LastNumbers> {
  const last = new Map<string, number>();
  for (const [name, table] of Object.entries(TABLES)) last.set(name, await readLastId(db, engine, table));
  for (const count of await db.selectFrom('sanitation_counts').selectAll().orderBy('cents').execute())
    last.set(`T${toRupees(count.cents)}`, count.last);
  for (const { counter, last_number } of await db.selectFrom('tax_counters').selectAll().orderBy('counter').execute())
    last.set(`${TAX}${counter}`, last_number);
  return Object.fromEntries(last);
}

async function readLastId(db: Reader, engine: Engine, table: string): Promise<number> {
  const { rows } = await (engine === 'postgres'
    ? sql<{ last: number }>`select last from drawn_numbers where name = ${table}`
    : sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${table}`
  ).execute(db);
  return rows[0]?.last ?? 0;
}

/** Sets the last number of a counter. The next number drawn is one higher. */
export async function setLastNumber(
  tx: Writer,
  engine: Engine,
  { name, last }: { name: string; last: number },
): Promise<void> {
  const table = name in TABLES ? TABLES[name as keyof typeof TABLES] : undefined;
  if (table !== undefined) await setLastId(tx, engine, { table, last });
  else if (name.startsWith(TAX)) await setTaxCounter(tx, name.slice(TAX.length), last);
  else await tx.updateTable('sanitation_counts').set({ last }).where('cents', '=', centsOf(name)).execute();
}

function centsOf(name: string) {
  return cents(Math.round(Number(name.slice(1)) * 100));
}

async function setLastId(tx: Writer, engine: Engine, { table, last }: { table: string; last: number }): Promise<void> {
  if (engine === 'postgres') {
    await sql`insert into drawn_numbers (name, last) values (${table}, ${last})
      on conflict (name) do update set last = excluded.last`.execute(tx);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx);
}

async function setTaxCounter(tx: Writer, counter: string, last: number): Promise<void> {
  await tx
    .insertInto('tax_counters')
    .values({ counter, last_number: last })
    .onConflict((conflict) => conflict.column('counter').doUpdateSet({ last_number: last }))
    .execute();
}
