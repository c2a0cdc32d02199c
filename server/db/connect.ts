import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression, type Transaction } from 'kysely';
import { PoolDialect } from './postgres-dialect.ts';
import { openPostgresSnapshot, openSqliteSnapshot, type ReadSnapshot } from './read-snapshot.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';
import { withRetries } from './transaction.ts';

/** For reading: a plain connection or a transaction. */
export type Reader = Kysely<Tables>;
/** For writing: a transaction. */
export type Writer = Transaction<Tables>;

/** The database of the process: SQLite or PostgreSQL with the same interface. */
export interface Database {
  engine: 'sqlite' | 'postgres';
  /** Reads committed data. On SQLite a connection of its own, so that a read never waits for a write. */
  reader: Reader;
  /** Runs an action in one transaction, repeated after a lost race, then calls the listeners. Returns its result. */
  write<Result>(action: (tx: Writer) => Promise<Result>): Promise<Result>;
  /** Runs an action as `write` does, returns its result and rolls back. */
  dryRun<Result>(action: (tx: Writer) => Promise<Result>): Promise<Result>;
  /** Reads several things in one consistent state. */
  snapshot<Result>(read: (db: Reader) => Promise<Result>): Promise<Result>;
  /** Returns the current state of everything, for reading that takes minutes. The caller closes it. */
  openSnapshot(): Promise<ReadSnapshot>;
  /** Adds a listener that runs after each commit of this process, before `write` returns. */
  afterWrite(listener: () => Promise<void>): void;
  /** The owner of the schema, only for migrations. */
  owner: Kysely<Tables>;
  close(): Promise<void>;
}

export interface DatabaseAddress {
  /** A PostgreSQL address; without it SQLite in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
}

export function sqliteFile(dataDir: string): string {
  return path.join(dataDir, 'pola.db');
}

/** On PostgreSQL; a further one is refused after a moment. */
const MAX_OPEN_SNAPSHOTS = 2;

const emptyLists = () => new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });

/** Returns the configured database. A lost PostgreSQL connection is reported to `onLost` and replaced. */
export function connect(address: DatabaseAddress, onLost: (error: Error) => void = () => {}): Database {
  if (address.databaseUrl === undefined) return connectSqlite(address.dataDir);
  const url = address.databaseUrl;
  const poolOf = (connections?: number) =>
    new Kysely<Tables>({ dialect: new PoolDialect(url, onLost, connections), plugins: [emptyLists()] });
  const pool = poolOf();
  // A pool of its own, so that a download of minutes does not block other requests.
  const snapshots = poolOf(MAX_OPEN_SNAPSHOTS);
  return database({
    engine: 'postgres',
    owner: pool,
    reader: pool,
    openSnapshot: () => openPostgresSnapshot(snapshots),
    async close() {
      await snapshots.destroy();
      await pool.destroy();
    },
  });
}

function connectSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true });
  const file = sqliteFile(dataDir);
  const writing = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  // No waiting inside the engine, which would block the whole process: `write` waits outside.
  writing.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 0;');
  const reading = new DatabaseSync(file, { timeout: 5000 });
  reading.exec('pragma query_only = on; pragma cache_size = -16000;');
  const plugins = [emptyLists()];
  return database({
    engine: 'sqlite',
    owner: new Kysely<Tables>({ dialect: new NodeSqliteDialect(writing), plugins }),
    reader: new Kysely<Tables>({ dialect: new NodeSqliteDialect(reading), plugins }),
    openSnapshot: async () => openSqliteSnapshot(file),
    async close() {
      // Kysely never closes a connection that it did not use, and the last one to close empties the WAL.
      reading.close();
      writing.close();
    },
  });
}

function database(parts: Pick<Database, 'engine' | 'owner' | 'reader' | 'openSnapshot' | 'close'>): Database {
  const listeners: (() => Promise<void>)[] = [];
  const inTransaction: Database['dryRun'] = (action) => withRetries(() => parts.owner.transaction().execute(action));
  return {
    ...parts,
    async write(action) {
      const result = await inTransaction(action);
      for (const listener of listeners) await listener();
      return result;
    },
    dryRun: (action) => runAndRollBack(inTransaction, action),
    snapshot: (read) =>
      parts.reader.transaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute(read),
    afterWrite: (listener) => listeners.push(listener),
  };
}

class RolledBack extends Error {}

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
