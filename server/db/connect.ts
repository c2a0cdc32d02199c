import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression, type Transaction } from 'kysely';
import { PoolDialect } from './postgres-dialect.ts';
import { openPostgresSnapshot, openSqliteSnapshot, type ReadSnapshot } from './read-snapshot.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';
import { withRetries } from './transaction.ts';

/** For reading: a plain connection or a transaction, queries do not mind which. */
export type Reader = Kysely<Tables>;
/** For writing: a transaction that commits or leaves nothing. */
export type Writer = Transaction<Tables>;

/** The one database of the process, SQLite or PostgreSQL, behind the same two doors. */
export interface Database {
  engine: 'sqlite' | 'postgres';
  /** Sees what is committed; on SQLite a connection of its own, so that a read never waits for a write. */
  reader: Reader;
  /** Runs an act in one transaction, again when the engine says it lost a race; then tells the listeners. */
  write<Result>(action: (tx: Writer) => Promise<Result>): Promise<Result>;
  /** Does it all as `write` does, gives what would come of it, and takes it back. */
  dryRun<Result>(action: (tx: Writer) => Promise<Result>): Promise<Result>;
  /** Reads several things as they stood at one moment. */
  snapshot<Result>(read: (db: Reader) => Promise<Result>): Promise<Result>;
  /** Everything as it stands at this moment, for reading that takes minutes; to be closed. */
  openSnapshot(): Promise<ReadSnapshot>;
  /** Called after each commit of this process, before `write` gives its result. */
  afterWrite(listener: () => Promise<void>): void;
  /** The schema's owner, for migrations alone. */
  owner: Kysely<Tables>;
  close(): Promise<void>;
}

export interface DatabaseAddress {
  /** A PostgreSQL address; without it SQLite in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
}

/** The SQLite file inside a data folder. */
export function sqliteFile(dataDir: string): string {
  return path.join(dataDir, 'pola.db');
}

/** So many can look at the whole database at once, on PostgreSQL; a further one is refused after a moment. */
const MAX_OPEN_SNAPSHOTS = 2;

const emptyLists = () => new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });

/** Opens the database that the configuration names. A PostgreSQL connection that is lost is reported to `onLost` and made anew. */
export function connect(address: DatabaseAddress, onLost: (error: Error) => void = () => {}): Database {
  if (address.databaseUrl === undefined) return connectSqlite(address.dataDir);
  const url = address.databaseUrl;
  const poolOf = (connections?: number) =>
    new Kysely<Tables>({ dialect: new PoolDialect(url, onLost, connections), plugins: [emptyLists()] });
  const pool = poolOf();
  // Apart from the others: whoever takes minutes for a download must not keep everybody else waiting.
  const snapshots = poolOf(MAX_OPEN_SNAPSHOTS);
  return database(
    'postgres',
    pool,
    pool,
    () => openPostgresSnapshot(snapshots),
    async () => {
      await snapshots.destroy();
      await pool.destroy();
    },
  );
}

function connectSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true });
  const file = sqliteFile(dataDir);
  const writing = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  // From here on nobody waits inside the engine, for that would stop the whole process: `write` waits outside.
  writing.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 0;');
  const reading = new DatabaseSync(file, { timeout: 5000 });
  reading.exec('pragma query_only = on; pragma cache_size = -16000;');
  const plugins = [emptyLists()];
  return database(
    'sqlite',
    new Kysely<Tables>({ dialect: new NodeSqliteDialect(writing), plugins }),
    new Kysely<Tables>({ dialect: new NodeSqliteDialect(reading), plugins }),
    async () => openSqliteSnapshot(file),
    async () => {
      // Closed by hand: Kysely leaves a connection open that it never used, and the last one to close empties the WAL.
      reading.close();
      writing.close();
    },
  );
}

function database(
  engine: Database['engine'],
  writing: Kysely<Tables>,
  reading: Kysely<Tables>,
  openSnapshot: Database['openSnapshot'],
  close: () => Promise<void>,
): Database {
  const listeners: (() => Promise<void>)[] = [];
  const inTransaction: Database['dryRun'] = (action) => withRetries(() => writing.transaction().execute(action));
  return {
    engine,
    reader: reading,
    owner: writing,
    async write(action) {
      const result = await inTransaction(action);
      for (const listener of listeners) await listener();
      return result;
    },
    dryRun: (action) => runAndRollBack(inTransaction, action),
    snapshot: (read) =>
      reading.transaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute(read),
    openSnapshot,
    afterWrite: (listener) => listeners.push(listener),
    close,
  };
}

class RolledBack extends Error {}

/** Runs an act in a transaction that never commits. */
async function runAndRollBack<Result>(
  inTransaction: Database['dryRun'],
  action: (tx: Writer) => Promise<Result>,
): Promise<Result> {
  let outcome: { result: Result } | undefined;
  try {
    await inTransaction(async (tx) => {
      outcome = { result: await action(tx) };
      throw new RolledBack();
    });
  } catch (error) {
    if (error instanceof RolledBack && outcome) return outcome.result;
    throw error;
  }
  throw new Error('a dry run was committed');
}
