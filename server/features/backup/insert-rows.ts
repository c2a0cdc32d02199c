import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import type { InsertedRows } from './write-backup.ts';

/** PostgreSQL takes 65,535 values in a statement, SQLite 32,766. */
const MOST_VALUES = 30_000;

interface Place {
  engine: 'sqlite' | 'postgres';
  db: Kysely<Tables>;
}

/** Inserts rows whose values are bound, so that no value is part of a statement. */
export async function insertRows({ engine, db }: Place, { table, columns, rows }: InsertedRows): Promise<void> {
  const sign = engine === 'sqlite' ? '?' : '$';
  const rowsAtOnce = Math.floor(MOST_VALUES / columns.length);
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce);
    const values = some.map(
      (_, at) => `(${columns.map((__, column) => `${sign}${at * columns.length + column + 1}`)})`,
    );
    await db.executeQuery(CompiledQuery.raw(`${insertInto(table, columns)} ${values.join()}`, some.flat()));
  }
}

/** Returns a statement that inserts one row into SQLite. */
export function insertOfOneRow({ table, columns }: Omit<InsertedRows, 'rows'>): string {
  return `${insertInto(table, columns)} (${columns.map(() => '?').join()})`;
}

/** The names are those of a schema of this program. */
function insertInto(table: string, columns: readonly string[]): string {
  return `insert into "${table}" (${columns.map((name) => `"${name}"`).join()}) values`;
}
