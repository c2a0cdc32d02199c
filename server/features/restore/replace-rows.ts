import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { connect, type DatabaseAddress, sqliteFile } from '../../db/connect.ts';
import { openSqliteSnapshot, type ReadSnapshot } from '../../db/read-snapshot.ts';
import { recordSchema, type TableShape } from '../../db/recorded-schema.ts';
import { nodeSqliteDialect } from '../../db/sqlite-dialect.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nextTurn, takeTurns } from '../../turns.ts';
import { badBackup } from '../backup/bad-backup.ts';
import { insertRows } from '../backup/insert-rows.ts';
import { lastGenerated, readTable } from '../backup/queries.ts';
import { counterStatements } from '../backup/write-backup.ts';
import { findEarlier, listFilledTables } from '../legacy/import-market.ts';

/** The longest wait for a write of the server that was in progress. */
const WAIT_MS = 30_000;

/** A market in an open transaction. */
interface Market {
  engine: 'sqlite' | 'postgres';
  db: Kysely<Tables>;
  run(statement: string): Promise<void>;
}

/**
 * Replaces all rows of the empty market by those of the loaded backup, in one transaction. Values are read from the one
 * and written into the other, so nothing of a file is executed. Throws BadBackup if the market is no longer empty.
 */
export async function replaceRows(
  stagedDir: string,
  address: DatabaseAddress,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const staged = openSqliteSnapshot(sqliteFile(stagedDir));
  try {
    const { tables } = await recordSchema();
    await inMarket(address, async (market) => {
      if ((await findEarlier(market.db)) !== undefined || (await listFilledTables(market.db)).length > 0)
        throw badBackup('not_empty');
      await empty(market, tables);
      for (const [at, table] of tables.entries()) {
        onProgress(at, tables.length);
        await copyTable(staged, market, table);
      }
      for (const table of tables) await setCounter(staged, market, table);
      // The server may have ended meanwhile. This process then ends here, and everything is rolled back.
      await nextTurn();
    });
  } finally {
    await staged.close();
  }
}

function inMarket(address: DatabaseAddress, replace: (market: Market) => Promise<void>): Promise<void> {
  return address.databaseUrl === undefined ? inSqlite(address.dataDir, replace) : inPostgres(address, replace);
}

async function inSqlite(dataDir: string, replace: (market: Market) => Promise<void>): Promise<void> {
  const connection = new DatabaseSync(sqliteFile(dataDir), { timeout: WAIT_MS, enableForeignKeyConstraints: true });
  try {
    connection.exec('pragma synchronous = full; begin immediate; pragma defer_foreign_keys = on;');
    const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(connection) });
    await replace({ engine: 'sqlite', db, run: async (statement) => connection.exec(statement) });
    connection.exec('commit');
  } finally {
    connection.close();
  }
}

async function inPostgres(address: DatabaseAddress, replace: (market: Market) => Promise<void>): Promise<void> {
  const database = connect(address);
  try {
    await database.owner.transaction().execute(async (tx) => {
      const { tables } = await recordSchema();
      const names = sql.join(tables.map(({ name }) => sql.table(name)));
      await sql`set local lock_timeout = ${sql.lit(WAIT_MS)}`.execute(tx);
      // Others can read, and writes wait. A row that somebody else adds is therefore seen before, or never.
      await sql`lock table ${names} in exclusive mode`.execute(tx);
      const run = async (statement: string) => void (await sql.raw(statement).execute(tx));
      await replace({ engine: 'postgres', db: tx, run });
    });
  } finally {
    await database.close();
  }
}

async function empty({ engine, run }: Market, tables: readonly TableShape[]): Promise<void> {
  for (const { name } of tables.toReversed()) await run(`delete from "${name}"`);
  await run(engine === 'sqlite' ? 'delete from sqlite_sequence' : 'delete from drawn_numbers');
}

async function copyTable(staged: ReadSnapshot, market: Market, table: TableShape): Promise<void> {
  const columns = table.columns.map(({ name }) => name);
  for await (const rows of readTable(staged, table)) {
    await insertRows(market, { table: table.name, columns, rows });
    await takeTurns();
  }
}

async function setCounter(staged: ReadSnapshot, { engine, run }: Market, table: TableShape): Promise<void> {
  const { name, generated } = table;
  if (generated === undefined) return;
  const counter = { table: name, column: generated, drawsNumbers: true };
  const last = await lastGenerated(staged, counter);
  for (const statement of counterStatements(counter, last)[engine]) await run(statement);
}
