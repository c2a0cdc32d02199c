import type { Socket } from 'node:net';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  type DialectAdapter,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  replaceWithNoncontingentExpression,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { elapsedMs } from '../clock.ts';
import { makePrivateFolder } from './data-folder.ts';
import { openSqlite } from './open-sqlite.ts';
import { RowLockAdapter } from './postgres-adapter.ts';
import { openPostgresSnapshot, openSqliteSnapshot, type ReadSnapshot } from './read-snapshot.ts';
import { ReadThread } from './read-thread.ts';
import { type AuditKeyPlace, AuditKeyring } from './seal/audit-key.ts';
import { HeldLedgers } from './seal/held-ledgers.ts';
import { watchChanges } from './seal/watch-changes.ts';
import { findServingRole, type ServingRole } from './serving-role.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';
import { DiskReserve } from './storage/disk-space.ts';
import { StorageWatch } from './storage/storage-watch.ts';
import { WriteState } from './storage/write-state.ts';
import type { Tables } from './tables/tables.ts';
import { isDiskFull, shareCommits, Unavailable, withRetries } from './transaction.ts';

const INT8 = 20;
const NUMERIC = 1700;

/** The limits of a pool in milliseconds; 0 means unlimited. */
interface PoolLimits {
  connections: number;
  /** The longest wait for a lock that another transaction holds. */
  lockMs: number;
  statementMs: number;
  /** The longest pause between two statements of a transaction. */
  idleMs: number;
  /** A connection without traffic for this long counts as lost. The value exceeds the other limits of the pool. */
  silentMs: number;
}

const BRIEF = { lockMs: 3000, statementMs: 10_000, idleMs: 10_000, silentMs: 12_000 };

const POOLS = {
  reads: { ...BRIEF, connections: 10 },
  writes: { ...BRIEF, connections: 8 },
  /**
   * The lock limit is short, because PostgreSQL may apply it twice to a statement: while it waits for its turn to lock
   * a row, and while it waits for the transaction that holds the row.
   */
  sessions: { ...BRIEF, lockMs: 1000, connections: 2 },
  /** The limits are long, because a snapshot is read in pieces, as fast as the client accepts them. */
  snapshots: { connections: 4, lockMs: 3000, statementMs: 60_000, idleMs: 60_000, silentMs: 65_000 },
  owner: { connections: 1, lockMs: 0, statementMs: 0, idleMs: 0, silentMs: 0 },
} satisfies Record<string, PoolLimits>;

const KEEP_ALIVE_MS = 10_000;

/**
 * Reads a count, a sum or a bigint column, which PostgreSQL sends as text. Throws beyond 2^53, where a number is no
 * longer exact.
 */
function safeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new RangeError(`integer too large: ${text}`);
  return value;
}

/**
 * Sets the limits with statements, because connection poolers and other engines that use the protocol refuse startup
 * parameters.
 */
async function applyLimits(
  client: pg.ClientBase,
  { lockMs, statementMs, idleMs, silentMs }: PoolLimits,
): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  if (silentMs > 0) stream.setTimeout(silentMs, () => stream.destroy(new Error(`silent for ${silentMs} ms`)));
  const limits = { lock_timeout: lockMs, statement_timeout: statementMs, idle_in_transaction_session_timeout: idleMs };
  for (const [name, ms] of Object.entries(limits)) {
    // Some engines do not know these limits. They work without them.
    if (ms > 0) await client.query(`set ${name} = ${ms}`).catch(() => undefined);
  }
}

/** Kysely's dialect on a pool. A lost connection is reported to `onLost`, and its running query fails. */
export class PoolDialect extends PostgresDialect {
  readonly pool: pg.Pool;

  constructor(url: string, onLost: (error: Error) => void, limits: PoolLimits) {
    const pool = new pg.Pool({
      connectionString: url,
      max: limits.connections,
      connectionTimeoutMillis: 5000,
      onConnect: (client) => applyLimits(client, limits),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      types: {
        getTypeParser: (oid: number, format?: 'text' | 'binary') =>
          oid === INT8 || oid === NUMERIC ? safeNumber : pg.types.getTypeParser(oid, format as 'text'),
      },
    });
    // The pool handles errors of idle connections only. Without this listener, an error of a busy one would end the
    // process.
    pool.on('connect', (client) => client.on('error', onLost));
    pool.on('error', () => undefined);
    super({ pool });
    this.pool = pool;
  }

  override createAdapter(): DialectAdapter {
    return new RowLockAdapter();
  }
}

/** A connection, or a transaction that only reads. */
export type Reader = Kysely<Tables>;
export type Writer = Transaction<Tables>;

/** The use of a pool of PostgreSQL connections, or of the thread that reads SQLite. */
export interface PoolUse {
  pool: string;
  busy: number;
  idle: number;
  waiting: number;
}

export interface Database {
  engine: 'sqlite' | 'postgres';
  /** Reads committed data. On SQLite it has its own connection, so that a read never waits for a write. */
  reader: Reader;
  /**
   * Runs an action in one transaction, then calls the listeners of `afterWrite`. The action is repeated when it
   * conflicts with another transaction. On SQLite, actions that wait at the same time share a commit.
   */
  write<Result>(action: (tx: Writer) => Promise<Result>): Promise<Result>;
  /**
   * Runs a short write that concerns only sessions. On PostgreSQL it has connections of its own, so that signing in and
   * reading never wait for writes that wait for each other. On a full disk it has the space of the reserve.
   */
  writeSession<Result>(action: (tx: Writer) => Promise<Result>): Promise<Result>;
  /**
   * Runs an action as `write` does, also on a full disk: it has the space of the reserve. Only for what somebody needs who
   * looks after a market with a full disk.
   */
  writeRescue<Result>(action: (tx: Writer) => Promise<Result>): Promise<Result>;
  /** Runs an action as `write` does and rolls it back. */
  dryRun<Result>(action: (tx: Writer) => Promise<Result>): Promise<Result>;
  /** Runs several reads on one consistent state. */
  snapshot<Result>(read: (db: Reader) => Promise<Result>): Promise<Result>;
  /**
   * Returns the current state of the whole database, for reads that consist of many short statements and take minutes.
   * The caller closes it.
   */
  openSnapshot(): Promise<ReadSnapshot>;
  /** Runs `listener` after each commit of this process, before `write` returns. */
  afterWrite(listener: () => Promise<void>): void;
  /**
   * Returns what happened to SQLite's files while they were open (removed, replaced or shortened); undefined if nothing
   * did. While there is such a fault, no write is accepted.
   */
  storageFault(): string | undefined;
  /** Whether the database and the data folder take writes. */
  writes: WriteState;
  /**
   * Like `snapshot`, but for statements that would make other requests wait too long. On SQLite they run in a separate
   * thread. Throws not_ready when too many reads are waiting for that thread.
   */
  snapshotApart<Result>(read: (db: Reader) => Promise<Result>): Promise<Result>;
  /** Returns how many connections of each pool are busy or idle, and how many callers are waiting for one. */
  poolUse(): PoolUse[];
  auditKeys: AuditKeyring;
  /** A connection as the owner of the schema, without time limits, for migrations and restoring. */
  owner: Kysely<Tables>;
  /** The address of all other connections, if `owner` has one of its own. */
  servingUrl: string | undefined;
  /** Returns what these connections may do; null on SQLite, and if it is not known. */
  servingRole(): Promise<ServingRole | null>;
  close(): Promise<void>;
}

export interface DatabaseAddress extends AuditKeyPlace {
  /** The address of PostgreSQL; if undefined, the database is SQLite in `dataDir`. */
  databaseUrl: string | undefined;
  /** The address of PostgreSQL for migrations and restoring, if its tables belong to another role. */
  databaseOwnerUrl?: string | undefined;
}

export function sqliteFile(dataDir: string): string {
  return path.join(dataDir, 'pola.db');
}

/** Opens the database. A lost PostgreSQL connection is reported to `onLost` and replaced. */
export function connect(address: DatabaseAddress, onLost: (error: Error) => void = () => {}): Database {
  if (address.databaseUrl === undefined) return connectSqlite(address);
  const pools = openPools(address.databaseUrl, onLost, address.databaseOwnerUrl);
  return onPools(pools, address, async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.destroy()));
  });
}

/** Each purpose has its own pool, so that one purpose never waits for the connections of another. */
export type Pools = Record<keyof typeof POOLS, Kysely<Tables>>;

const connectionsOf = new WeakMap<Kysely<Tables>, pg.Pool>();

export function openPools(url: string, onLost: (error: Error) => void, ownerUrl = url): Pools {
  // PostgreSQL rejects an empty list, `in ()`; SQLite allows it.
  const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })];
  const poolOf = (purpose: keyof typeof POOLS) => {
    const dialect = new PoolDialect(purpose === 'owner' ? ownerUrl : url, onLost, POOLS[purpose]);
    const pool = new Kysely<Tables>({ dialect, plugins });
    connectionsOf.set(pool, dialect.pool);
    return pool;
  };
  return {
    owner: poolOf('owner'),
    reads: poolOf('reads'),
    writes: poolOf('writes'),
    sessions: poolOf('sessions'),
    snapshots: poolOf('snapshots'),
  };
}

/**
 * Returns a PostgreSQL database that uses the given pools. `close` runs when the database is closed; it may close the
 * pools or leave them open for reuse.
 */
export function onPools(
  pools: Pools,
  place: AuditKeyPlace & Partial<DatabaseAddress>,
  close: () => Promise<void>,
): Database {
  const { owner, reads, writes, sessions, snapshots } = pools;
  let role: { found: ServingRole | null } | undefined;
  return database({
    engine: 'postgres',
    writes: new WriteState(undefined),
    held: undefined,
    owner,
    servingUrl: place.databaseOwnerUrl === undefined ? undefined : place.databaseUrl,
    async servingRole() {
      role ??= { found: await findServingRole(reads) };
      return role.found;
    },
    reader: reads,
    writer: writes,
    sessions,
    auditKeys: new AuditKeyring(place),
    snapshotApart: (read) => inSnapshot(snapshots, read),
    openSnapshot: () => openPostgresSnapshot(snapshots),
    storageFault: () => undefined,
    poolUse: () => Object.entries(pools).flatMap(([name, pool]) => useOf(name, connectionsOf.get(pool))),
    close,
  });
}

function useOf(pool: string, connections: pg.Pool | undefined): PoolUse[] {
  if (!connections) return [];
  const { totalCount, idleCount: idle, waitingCount: waiting } = connections;
  return [{ pool, busy: totalCount - idle, idle, waiting }];
}

function connectSqlite(address: DatabaseAddress): Database {
  const { dataDir } = address;
  makePrivateFolder(dataDir);
  const file = sqliteFile(dataDir);
  const { writing, reading } = openSqlite(file);
  const storage = new StorageWatch([file, `${file}-wal`]);
  const held = new HeldLedgers(writing);
  const writer = new Kysely<Tables>({ dialect: nodeSqliteDialect(writing, held) });
  const thread = new ReadThread(file);
  return database({
    engine: 'sqlite',
    writes: new WriteState(new DiskReserve(dataDir)),
    held,
    owner: writer,
    servingUrl: undefined,
    servingRole: async () => null,
    writer,
    sessions: writer,
    auditKeys: new AuditKeyring(address),
    storageFault: () => faultOf(storage, writing),
    async snapshotApart(read) {
      storage.refuse();
      return thread.read(read);
    },
    poolUse: () => [{ pool: 'thread', ...thread.use }],
    reader: new Kysely<Tables>({ dialect: nodeSqliteDialect(reading) }),
    async openSnapshot() {
      storage.refuse();
      return openSqliteSnapshot(file);
    },
    async close() {
      await thread.close();
      // Kysely does not close a connection that it never used, so both are closed directly. SQLite empties the
      // write-ahead log when the last connection is closed.
      reading.close();
      writing.close();
    },
  });
}

/**
 * Returns what is wrong with the database files, or undefined. If a file was removed or replaced, the changes that are
 * only in the write-ahead log are first written to the database file. This is still possible, because the process has
 * both files open.
 */
function faultOf(storage: StorageWatch, writing: DatabaseSync): string | undefined {
  const fault = storage.find();
  if (fault && fault.what !== 'cut off' && !writing.isTransaction) writing.exec('pragma wal_checkpoint(full)');
  return fault?.sentence;
}

type DatabaseParts = Omit<Database, 'write' | 'writeSession' | 'writeRescue' | 'dryRun' | 'snapshot' | 'afterWrite'> & {
  writer: Kysely<Tables>;
  sessions: Kysely<Tables>;
  held: HeldLedgers | undefined;
};

function database({ writer, sessions, held, ...parts }: DatabaseParts): Database {
  const listeners: (() => Promise<void>)[] = [];
  const transactionOn = <Result>(pool: Kysely<Tables>, steps: (tx: Writer) => Promise<Result>): Promise<Result> =>
    withRetries(async () => {
      const fault = parts.storageFault();
      if (fault !== undefined) throw new Unavailable(fault);
      return pool.transaction().execute(steps);
    });
  const watch = async <Result>(tx: Writer, action: (tx: Writer) => Promise<Result>) => {
    const { watched, changes } = watchChanges(tx, parts.auditKeys, held?.open());
    const result = await action(watched);
    await changes.beforeCommit?.();
    return { result, issued: changes.issued };
  };
  const { numbers } = parts.auditKeys;
  const inTransactionOn = async <Result>(pool: Kysely<Tables>, action: (tx: Writer) => Promise<Result>) => {
    const { result, issued } = await transactionOn(pool, (tx) => watch(tx, action));
    numbers.raise(issued);
    return result;
  };
  const inTransaction: Database['dryRun'] = (action) => inTransactionOn(writer, action);
  const share =
    held &&
    shareCommits({ inTransaction: (steps) => transactionOn(writer, steps), undone: () => held.undone(), elapsedMs });
  const commit: Database['dryRun'] = async (action) => {
    if (!share) return inTransaction(action);
    const { result, issued } = await share((tx) => watch(tx, action));
    numbers.raise(issued);
    return result;
  };
  const { writes } = parts;
  const reported = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await write();
      writes.succeeded();
      if (numbers.fault !== undefined) writes.failed(numbers.fault);
      return result;
    } catch (error) {
      writes.failed(error);
      throw error;
    }
  };
  const rescued = <Result>(write: () => Promise<Result>): Promise<Result> =>
    reported(write).catch((error: unknown) => {
      if (!isDiskFull(error)) throw error;
      writes.makeRoom();
      return reported(write);
    });
  const listened = async <Result>(result: Result): Promise<Result> => {
    for (const listener of listeners) await listener();
    return result;
  };
  return {
    ...parts,
    async write(action) {
      writes.refuseFull();
      return listened(await reported(() => commit(action)));
    },
    writeRescue: async (action) => listened(await rescued(() => commit(action))),
    writeSession: (action) => rescued(() => inTransactionOn(sessions, action)),
    dryRun: (action) =>
      runAndRollBack(inTransaction, action).catch((error: unknown) => {
        writes.failed(error);
        throw error;
      }),
    snapshot: (read) => inSnapshot(parts.reader, read),
    afterWrite: (listener) => listeners.push(listener),
  };
}

function inSnapshot<Result>(db: Reader, read: (db: Reader) => Promise<Result>): Promise<Result> {
  return db.transaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute(read);
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
