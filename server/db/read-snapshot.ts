import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { takeTurns } from '../turns.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables/tables.ts';

export type StoredValue = number | bigint | string | Uint8Array | null;

/** The whole database at one moment. It can be read for any length of time while others write. */
export interface ReadSnapshot {
  engine: 'sqlite' | 'postgres';
  /** Reads the same state as `pieces`. Do not use it while a select of `pieces` is in progress. */
  reader: Kysely<Tables>;
  /**
   * Yields the rows of a select statement in pieces, each of which is a list of rows. A row is a list of its values in
   * the order of the columns. Other work of the event loop runs between pieces. Only one select can be in progress at a
   * time.
   */
  pieces(select: string): AsyncIterable<StoredValue[][]>;
  close(): Promise<void>;
}

export async function withSnapshot<Result>(
  { openSnapshot }: { openSnapshot(): Promise<ReadSnapshot> },
  read: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const snapshot = await openSnapshot();
  try {
    return await read(snapshot.reader);
  } finally {
    await snapshot.close();
  }
}

/**
 * The number of rows in a piece on SQLite. Reading it takes a few milliseconds, during which no other request is
 * answered.
 */
const ROWS_AT_ONCE = 500;
/**
 * The maximum number of rows in a piece on PostgreSQL. It is larger than on SQLite, because PostgreSQL reads in another
 * process. The first pieces are smaller, until the length of the rows is known.
 */
const ROWS_A_TRIP = 1000;
const FIRST_TRIP = 20;
/** The number of bytes after which a piece ends, because rows with images are long. */
const BYTES_AT_ONCE = 250_000;

/** Opens a connection of its own, because a transaction on the shared one would include other reads. */
export function openSqliteSnapshot(file: string): ReadSnapshot {
  const connection = new DatabaseSync(file, { timeout: 5000 });
  // The snapshot begins with the first read and not with `begin`, so one table is read here.
  connection.exec('pragma query_only = on; pragma cache_size = -16000; begin; select count(*) from sqlite_master;');
  return {
    engine: 'sqlite',
    reader: new Kysely<Tables>({ dialect: nodeSqliteDialect(connection) }),
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
        await takeTurns();
      }
      if (piece.length > 0) yield piece;
    },
    async close() {
      connection.close();
    },
  };
}

/** Takes a connection from the pool, and reads with a cursor in a repeatable-read transaction. */
export async function openPostgresSnapshot(pool: Kysely<Tables>): Promise<ReadSnapshot> {
  const transaction = pool.startTransaction().setAccessMode('read only').setIsolationLevel('repeatable read');
  const tx = await transaction.execute();
  return {
    engine: 'postgres',
    reader: tx,
    async *pieces(select) {
      // The cursor is still open if the reader stopped early.
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

function lengthOf(row: readonly StoredValue[]): number {
  return row.reduce(
    (sum: number, value) => sum + (typeof value === 'object' || typeof value === 'string' ? (value?.length ?? 0) : 8),
    0,
  );
}
