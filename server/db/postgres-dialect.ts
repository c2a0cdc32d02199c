import {
  type DialectAdapter,
  type Kysely,
  type MigrationLockOptions,
  PostgresAdapter,
  PostgresDialect,
  sql,
} from 'kysely';
import pg from 'pg';

const INT8 = 20;
const NUMERIC = 1700;
const CONNECTIONS = 10;

/** Counts, sums and bigint columns arrive as text. Throws beyond 2^53, where a number is no longer exact. */
function safeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new RangeError(`integer too large: ${text}`);
  return value;
}

/** Migrations lock a row, because engines that only speak PostgreSQL's protocol may not have advisory locks. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(
    db: Kysely<unknown>,
    { lockTable, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    await sql`select id from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(db);
  }

  /** The commit of the transaction of `migrate` releases the row. */
  override async releaseMigrationLock(): Promise<void> {}
}

/** Kysely on PostgreSQL. A lost connection is reported to `onLost`, and its running query fails. */
export class PoolDialect extends PostgresDialect {
  constructor(url: string, onLost: (error: Error) => void, connections: number = CONNECTIONS) {
    const pool = new pg.Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: 5000,
      types: {
        getTypeParser: (oid: number, format?: 'text' | 'binary') =>
          oid === INT8 || oid === NUMERIC ? safeNumber : pg.types.getTypeParser(oid, format as 'text'),
      },
    });
    // The pool listens only to idle connections; the error of a busy one without a listener would end the process.
    pool.on('connect', (client) => client.on('error', onLost));
    pool.on('error', () => undefined);
    super({ pool });
  }

  override createAdapter(): DialectAdapter {
    return new Adapter();
  }
}
