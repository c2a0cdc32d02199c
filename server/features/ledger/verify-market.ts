import { sql } from 'kysely';
import { message } from '#contract/messages/message.ts';
import { listChangedClosings } from '../../db/closed-journal.ts';
import type { Database, Reader } from '../../db/connect.ts';
import type { Anchor } from '../audit/find-anchors.ts';
import { compareSums } from '../tickets/compare-sums.ts';
import { type VerificationResult, verifyLedgers } from './verify-ledgers.ts';

export interface MarketVerification extends VerificationResult {
  tickets: number;
}

export async function verifyMarket(database: Database, anchors: readonly Anchor[] = []): Promise<MarketVerification> {
  const ledgers = await verifyLedgers(database, anchors);
  const { tickets, differences } = await compareSums(database);
  const closed = await database.snapshotApart(listChangedClosings);
  const months = closed.map((month) => message('ledger.verify.closed_month', { month }));
  const faults = await database.snapshotApart((db) => checkIntegrity(database.engine, db));
  return { ...ledgers, tickets, differences: [...ledgers.differences, ...differences, ...months, ...faults] };
}

const MOST_LINES = 20;

async function checkIntegrity(engine: Database['engine'], db: Reader): Promise<string[]> {
  const found = engine === 'sqlite' ? await checkSqlite(db) : await checkPostgres(db);
  return found.slice(0, MOST_LINES).map((fault) => message('ledger.verify.engine', { fault }));
}

async function checkSqlite(db: Reader): Promise<string[]> {
  const integrity = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const lines = integrity.rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  const foreign = await sql<{ table: string; rowid: number; parent: string }>`pragma foreign_key_check`.execute(db);
  return [...lines, ...foreign.rows.map(({ table, rowid, parent }) => orphan(table, String(rowid), parent))];
}

function orphan(table: string, row: string, parent: string): string {
  return message('ledger.verify.orphan', { table, row, parent });
}

interface ForeignKey {
  child: string;
  column: string;
  parent: string;
  parent_column: string;
}

/**
 * Checks a PostgreSQL database. SQL cannot check pages, but PostgreSQL compares a page's checksum when it reads it, and
 * counts the failures.
 */
async function checkPostgres(db: Reader): Promise<string[]> {
  const invalid = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index
    where not indisvalid union all select conname from pg_constraint where not convalidated`.execute(db);
  const checksums = await sql<{ failures: number }>`select coalesce(checksum_failures, 0) as failures
    from pg_stat_database where datname = current_database()`.execute(db);
  const failures = Number(checksums.rows[0]?.failures ?? 0);
  return [
    ...invalid.rows.map(({ name }) => message('ledger.verify.invalid', { name })),
    ...(failures > 0 ? [message('ledger.verify.checksums', { failures })] : []),
    ...(await findOrphans(db)),
  ];
}

async function findOrphans(db: Reader): Promise<string[]> {
  const keys = await sql<ForeignKey>`select child.relname as child, a.attname as column, parent.relname as parent,
      b.attname as parent_column
    from pg_constraint c
    join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and cardinality(c.conkey) = 1`.execute(db);
  const orphans: string[] = [];
  for (const { child, column, parent, parent_column } of keys.rows) {
    const { rows } = await sql<{ value: string }>`select cast(${sql.ref(`child.${column}`)} as text) as value
      from ${sql.table(child)} as child left join ${sql.table(parent)} as parent
      on ${sql.ref(`parent.${parent_column}`)} = ${sql.ref(`child.${column}`)}
      where ${sql.ref(`child.${column}`)} is not null and ${sql.ref(`parent.${parent_column}`)} is null
      limit ${MOST_LINES}`.execute(db);
    orphans.push(...rows.map(({ value }) => orphan(child, `${column} ${value}`, parent)));
  }
  return orphans;
}
