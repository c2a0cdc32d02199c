import { DatabaseSync } from 'node:sqlite';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

export type StoredValue = number | bigint | string | Uint8Array | null;

/** The whole database as it stood at one moment, however long one looks and whatever is written meanwhile. */
export interface ReadSnapshot {
  engine: 'sqlite' | 'postgres';
  /** The rows of a select, each as its values in order, in pieces; between two pieces others have their turn. One select at a time. */
  pieces(select: string): AsyncIterable<StoredValue[][]>;
  close(): Promise<void>;
}

/** So many rows of SQLite are read in a few milliseconds, in which nobody else is answered. */
const ROWS_AT_ONCE = 500;
/** PostgreSQL reads in a process of its own; a piece is a trip to it, small until it is known how long the rows are. */
const ROWS_A_TRIP = 1000;
const FIRST_TRIP = 20;
/** Pictures are long: a piece ends when it has so many bytes, whatever its rows. */
const BYTES_AT_ONCE = 1_000_000;

/** On SQLite: a connection of its own, for a transaction on the shared one would be everybody's. */
export function openSqliteSnapshot(file: string): ReadSnapshot {
  const connection = new DatabaseSync(file, { timeout: 5000 });
  // The moment is that of the first read, not of `begin`.
  connection.exec('pragma query_only = on; begin; select count(*) from sqlite_master;');
  return {
    engine: 'sqlite',
    async *pieces(select) {
      const statement = connection.prepare(select);
      statement.setReturnArrays(true);
      let piece: StoredValue[][] = [];
      let length = 0;
      for (const row of statement.iterate() as Iterable<unknown>) {
        piece.push(row as StoredValue[]);
        length += lengthOf(row as StoredValue[]);
        if (piece.length < ROWS_AT_ONCE && length < BYTES_AT_ONCE) continue;
        yield piece;
        piece = [];
        length = 0;
        await yieldToEventLoop();
      }
      if (piece.length > 0) yield piece;
    },
    async close() {
      connection.close();
    },
  };
}

/** On PostgreSQL: a connection of that pool, which holds a cursor in a repeatable-read transaction. */
export async function openPostgresSnapshot(pool: Kysely<Tables>): Promise<ReadSnapshot> {
  const transaction = pool.startTransaction().setAccessMode('read only').setIsolationLevel('repeatable read');
  const tx = await transaction.execute();
  return {
    engine: 'postgres',
    async *pieces(select) {
      // That of a reader who did not want all of its rows.
      await sql`close all`.execute(tx);
      await sql.raw(`declare snapshot_rows no scroll cursor for ${select}`).execute(tx);
      for (let trip = FIRST_TRIP; ; ) {
        const fetched = await sql<
          Record<string, StoredValue>
        >`fetch forward ${sql.lit(trip)} from snapshot_rows`.execute(tx);
        const rows = fetched.rows.map((row) => Object.values(row));
        if (rows.length > 0) yield rows;
        if (rows.length < trip) return;
        const rowLength = Math.max(1, rows.reduce((sum, row) => sum + lengthOf(row), 0) / rows.length);
        trip = Math.min(ROWS_A_TRIP, Math.max(1, Math.floor(BYTES_AT_ONCE / rowLength)));
      }
    },
    async close() {
      await tx.rollback().execute();
    },
  };
}

/** About how many bytes a row has. */
function lengthOf(row: readonly StoredValue[]): number {
  return row.reduce(
    (sum: number, value) => sum + (typeof value === 'object' || typeof value === 'string' ? (value?.length ?? 0) : 8),
    0,
  );
}
