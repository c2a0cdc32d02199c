import type { Socket } from 'node:net';
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

/** Limits in milliseconds; 0 means without limit. */
interface PoolLimits {
  connections: number;
  /** The longest wait for a lock that another transaction holds. */
  lockMs: number;
  statementMs: number;
  /** The longest pause between two statements of a transaction. */
  idleMs: number;
  /** A connection on which nothing moves for this long is lost; longer than every other limit. */
  silentMs: number;
}

const BRIEF = { lockMs: 3000, statementMs: 10_000, idleMs: 10_000, silentMs: 12_000 };

export const POOLS = {
  reads: { ...BRIEF, connections: 10 },
  writes: { ...BRIEF, connections: 8 },
  /** A waiter for a row may wait twice: for its turn, and for the holder. */
  sessions: { ...BRIEF, lockMs: 1000, connections: 2 },
  /** Read in pieces, as fast as a client takes them. */
  snapshots: { connections: 4, lockMs: 3000, statementMs: 60_000, idleMs: 60_000, silentMs: 65_000 },
  owner: { connections: 1, lockMs: 0, statementMs: 0, idleMs: 0, silentMs: 0 },
} satisfies Record<string, PoolLimits>;

const KEEP_ALIVE_MS = 10_000;

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

/** Sets the limits by statements, because poolers and other engines of the protocol refuse start parameters. */
async function applyLimits(
  client: pg.ClientBase,
  { lockMs, statementMs, idleMs, silentMs }: PoolLimits,
): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  if (silentMs > 0) stream.setTimeout(silentMs, () => stream.destroy(new Error(`silent for ${silentMs} ms`)));
  const limits = { lock_timeout: lockMs, statement_timeout: statementMs, idle_in_transaction_session_timeout: idleMs };
  for (const [name, ms] of Object.entries(limits)) {
    // An engine without that limit works without it.
    if (ms > 0) await client.query(`set ${name} = ${ms}`).catch(() => undefined);
  }
}

/** A lost connection is reported to `onLost`, and its running query fails. */
export class PoolDialect extends PostgresDialect {
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
    // The pool listens only to idle connections; the error of a busy one without a listener would end the process.
    pool.on('connect', (client) => client.on('error', onLost));
    pool.on('error', () => undefined);
    super({ pool });
  }

  override createAdapter(): DialectAdapter {
    return new Adapter();
  }
}
