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

/** Counts, sums and bigint columns arrive as text; beyond 2^53 a number would lie, so it throws. */
function safeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new RangeError(`integer too large: ${text}`);
  return value;
}

/** Migrations lock a row rather than take an advisory lock, which engines that only speak PostgreSQL may not have. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(
    db: Kysely<unknown>,
    { lockTable, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    await sql`select id from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(db);
  }

  /** The commit of the transaction that `migrate` opens lets the row go. */
  override async releaseMigrationLock(): Promise<void> {}
}

/** Kysely on PostgreSQL. A connection that was lost, idle or at work, is told to `onLost`; the query under way fails besides. */
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
    // The pool listens to its idle connections alone: one that is cut at work would end the process, did nobody listen.
    pool.on('connect', (client) => client.on('error', onLost));
    pool.on('error', () => undefined);
    super({ pool });
  }

  override createAdapter(): DialectAdapter {
    return new Adapter();
  }
}
