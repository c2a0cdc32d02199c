import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { nextTurn, takeTurns } from '../turns.ts';
import type { HeldLedgers } from './seal/held-ledgers.ts';

/**
 * The limit on cached statements of a connection. A cached statement is never iterated, because two readers would share
 * its position.
 */
const MAX_CACHED_STATEMENTS = 300;
const LONGEST_CACHED_SQL = 4000;
const CACHEABLE_SQL = /^(select|insert|update|delete|with|begin|commit|rollback|savepoint|release)\b/i;
const SCHEMA_SQL = /^\s*(create|alter|drop)\b/i;

/**
 * Converts a value for node:sqlite, which refuses booleans and undefined, and would treat a single object, such as a
 * Date, as named parameters and bind NULL.
 */
export function bind(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string') return value;
  if (ArrayBuffer.isView(value)) return value as Uint8Array;
  throw new TypeError(`cannot bind ${Object.prototype.toString.call(value)} to SQL`);
}

type Row = Record<string, unknown>;

/**
 * Returns a function that makes objects of lists of values. They are copies of one object with all columns, which V8
 * stores as fields. The objects that node:sqlite makes are hash tables, which take three times the memory and longer to
 * make and to read.
 */
function rowMaker(prepared: StatementSync): (values: unknown) => Row {
  let columns: string[] = [];
  let blank: Row = {};
  return (row) => {
    const values = row as unknown[];
    // The number changes if another connection has added a column since the statement was prepared.
    if (values.length !== columns.length) {
      columns = prepared.columns().map(({ name }) => name);
      blank = JSON.parse(`{${columns.map((name) => `${JSON.stringify(name)}:null`).join()}}`) as Row;
    }
    const made = { ...blank };
    for (let at = 0; at < values.length; at += 1) made[columns[at] ?? ''] = values[at];
    return made;
  };
}

function* madeOf(rows: Iterable<unknown>, make: (values: unknown) => Row): IterableIterator<Row> {
  for (const row of rows) yield make(row);
}

/** Wraps a node:sqlite database in the interface that Kysely's SQLite driver needs. */
function wrap(database: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  const prepare = (sql: string) => {
    const prepared = database.prepare(sql);
    prepared.setReturnArrays(true);
    return { prepared, make: rowMaker(prepared) };
  };
  const statement = (sql: string): SqliteStatement => {
    const { prepared, make } = prepare(sql);
    return {
      reader: prepared.columns().length > 0,
      all: (parameters) => prepared.all(...parameters.map(bind)).map(make),
      run: (parameters) => prepared.run(...parameters.map(bind)),
      iterate(parameters) {
        const own = prepare(sql);
        return madeOf(own.prepared.iterate(...parameters.map(bind)), own.make);
      },
    };
  };
  return {
    close: () => database.close(),
    prepare(sql) {
      const found = cache.get(sql);
      if (found) return found;
      const made = statement(sql);
      // It may change columns of the tables that the cached statements read.
      if (SCHEMA_SQL.test(sql)) cache.clear();
      if (sql.length < LONGEST_CACHED_SQL && CACHEABLE_SQL.test(sql)) {
        const oldest = cache.keys().next().value;
        if (cache.size >= MAX_CACHED_STATEMENTS && oldest !== undefined) cache.delete(oldest);
        cache.set(sql, made);
      }
      return made;
    },
  };
}

/**
 * Corrects Kysely's assumption that SQLite cannot roll back schema changes. It can, so an interrupted migration leaves
 * nothing behind.
 */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Adds a pause between queries. SQLite runs a query synchronously, so without a pause the queries of one request would
 * delay all others.
 */
function inTurns(connection: DatabaseConnection): DatabaseConnection {
  return {
    streamQuery: (query, size) => connection.streamQuery(query, size),
    async executeQuery(query) {
      await takeTurns();
      return connection.executeQuery(query);
    },
  };
}

/** More changed rows than this, an import for example, are about a megabyte of the write-ahead log. */
const MANY_CHANGES = 5000;
/** SQLite's own number of pages of the write-ahead log after which a commit makes a checkpoint. */
const CHECKPOINT_PAGES = 1000;

/**
 * Begins a writing transaction with the write lock, so that it cannot fail later when it first writes. After many
 * changes the commit holds the event loop only for its last pages: what is in the write-ahead log is brought to the disk
 * beforehand by another thread, and the checkpoint follows in a turn of its own.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #connection: DatabaseSync;
  readonly #held: HeldLedgers | undefined;
  readonly #countChanges: StatementSync;
  #acquired: DatabaseConnection | undefined;
  #changesBefore = 0;

  constructor({
    connection,
    wrapped,
    held,
  }: { connection: DatabaseSync; wrapped: SqliteDatabase; held: HeldLedgers | undefined }) {
    super({ database: wrapped });
    this.#connection = connection;
    this.#held = held;
    this.#countChanges = connection.prepare('select total_changes() as count');
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#acquired ??= inTurns(await super.acquireConnection());
    return this.#acquired;
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
    this.#changesBefore = this.#changes();
    this.#held?.began();
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const isLong = this.#changes() - this.#changesBefore > MANY_CHANGES;
    try {
      if (isLong) await this.#writeLogToDisk();
      await super.commitTransaction(connection);
    } catch (error) {
      this.#held?.clear();
      throw error;
    } finally {
      if (isLong) this.#connection.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    }
    this.#held?.committed();
    if (isLong) await this.#makeCheckpoint();
  }

  #changes(): number {
    return Number(this.#countChanges.get()?.count);
  }

  async #makeCheckpoint(): Promise<void> {
    await nextTurn();
    try {
      this.#connection.exec('pragma wal_checkpoint(passive)');
    } catch {
      // The transaction is committed. SQLite, too, ignores the failure of an automatic checkpoint, and a later commit
      // makes the next one.
    }
  }

  async #writeLogToDisk(): Promise<void> {
    this.#connection.exec('pragma wal_autocheckpoint = 0');
    const file = `${this.#connection.location()}-wal`;
    if (!existsSync(file)) return;
    const log = await open(file);
    try {
      await log.datasync();
    } finally {
      await log.close();
    }
  }

  /**
   * Rolls back unless the transaction has already ended. A full disk ends it, and another rollback would hide the
   * error.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.isTransaction) await super.rollbackTransaction(connection);
    this.#held?.rolledBack();
  }
}

const ROW_LOCKS = new Set<string | undefined>([
  'ForUpdate',
  'ForNoKeyUpdate',
  'ForShare',
  'ForKeyShare',
  'NoWait',
  'SkipLocked',
]);

/** Omits row locks, because SQLite has one writer. */
class Compiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!ROW_LOCKS.has(node.modifier)) super.visitSelectModifier(node);
  }
}

/** Returns Kysely's dialect for SQLite with the given driver. */
export function sqliteDialect(createDriver: () => Driver): Dialect {
  return {
    createDriver,
    createAdapter: () => new Adapter(),
    createQueryCompiler: () => new Compiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Returns Kysely's dialect for a connection in this process, which runs queries synchronously. */
export function nodeSqliteDialect(connection: DatabaseSync, held?: HeldLedgers): Dialect {
  const wrapped = wrap(connection);
  return sqliteDialect(() => new ImmediateDriver({ connection, wrapped, held }));
}
