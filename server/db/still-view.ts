import { DatabaseSync } from 'node:sqlite';
import { setImmediate as letOthersGo } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

export type StoredValue = number | bigint | string | Uint8Array | null;

/** The whole database as it stood at one moment, however long one looks and whatever is written meanwhile. */
export interface StillView {
  engine: 'sqlite' | 'postgres';
  /** The rows of a select, each as its values in order, in pieces; between two pieces others have their turn. One select at a time. */
  pieces(select: string): AsyncIterable<StoredValue[][]>;
  close(): Promise<void>;
}

/** So many rows of SQLite are read in a few milliseconds, in which nobody else is answered. */
const ROWS_AT_ONCE = 500;
/** PostgreSQL reads in a process of its own; a piece is a trip to it. */
const ROWS_A_TRIP = 1000;

/** On SQLite: a connection of its own, for a transaction on the shared one would be everybody's. */
export function openSqliteView(file: string): StillView {
  const connection = new DatabaseSync(file, { timeout: 5000 });
  // The moment is that of the first read, not of `begin`.
  connection.exec('pragma query_only = on; begin; select count(*) from sqlite_master;');
  return {
    engine: 'sqlite',
    async *pieces(select) {
      const statement = connection.prepare(select);
      statement.setReturnArrays(true);
      let piece: StoredValue[][] = [];
      for (const row of statement.iterate() as Iterable<unknown>) {
        piece.push(row as StoredValue[]);
        if (piece.length < ROWS_AT_ONCE) continue;
        yield piece;
        piece = [];
        await letOthersGo();
      }
      if (piece.length > 0) yield piece;
    },
    async close() {
      connection.close();
    },
  };
}

/** On PostgreSQL: a connection of the pool, which holds a cursor in a repeatable-read transaction. */
export async function openPostgresView(pool: Kysely<Tables>): Promise<StillView> {
  const transaction = pool.startTransaction().setAccessMode('read only').setIsolationLevel('repeatable read');
  const tx = await transaction.execute();
  return {
    engine: 'postgres',
    async *pieces(select) {
      // That of a reader who did not want all of its rows.
      await sql`close all`.execute(tx);
      await sql.raw(`declare still_rows no scroll cursor for ${select}`).execute(tx);
      for (;;) {
        const { rows } = await sql<
          Record<string, StoredValue>
        >`fetch forward ${sql.lit(ROWS_A_TRIP)} from still_rows`.execute(tx);
        if (rows.length > 0) yield rows.map((row) => Object.values(row));
        if (rows.length < ROWS_A_TRIP) return;
      }
    },
    async close() {
      await tx.rollback().execute();
    },
  };
}
