import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { connect, type Database, sqliteFile } from './db/connect.ts';
import { migrate } from './db/migrate.ts';

export const adminUrlVariable = 'TEST_POSTGRES_URL';
export const templateName = 'pola_template';

/** The same server's address with another database. */
export function urlOf(adminUrl: string, databaseName: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${databaseName}`;
  return url.href;
}

export interface TestDatabase {
  database: Database;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Closes it and takes it away. */
  remove(): Promise<void>;
  /** Takes it away once it is closed. */
  discard(): Promise<void>;
}

/** A fresh migrated database on the engine under test: a copy of a migrated file, or of the template database. */
export function makeTestDatabase(): Promise<TestDatabase> {
  return makeDatabase(true);
}

/** A fresh database without any table, as at the very first start. */
export function makeEmptyDatabase(): Promise<TestDatabase> {
  return makeDatabase(false);
}

/** A database that is as another one was when that was closed; the other must be closed and not removed. */
export function copyTestDatabase(closed: TestDatabase): Promise<TestDatabase> {
  return makeDatabase(closed);
}

/** What a new database is a copy of: a closed one, the migrated one, or nothing. */
type Origin = TestDatabase | boolean;

async function makeDatabase(origin: Origin): Promise<TestDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-test-'));
  return process.env.TEST_ENGINE === 'postgres' ? onPostgres(dataDir, origin) : onSqlite(dataDir, origin);
}

let migratedFile: Promise<string> | undefined;

async function onSqlite(dataDir: string, origin: Origin): Promise<TestDatabase> {
  if (origin !== false) {
    migratedFile ??= makeMigratedFile();
    copyFileSync(origin === true ? await migratedFile : sqliteFile(origin.dataDir), sqliteFile(dataDir));
  }
  const database = connect({ databaseUrl: undefined, dataDir });
  return withRemove({ database, dataDir, databaseUrl: undefined }, async () => rmSync(dataDir, { recursive: true }));
}

function withRemove(
  made: Pick<TestDatabase, 'database' | 'dataDir' | 'databaseUrl'>,
  discard: () => Promise<void>,
): TestDatabase {
  return {
    ...made,
    discard,
    async remove() {
      await made.database.close();
      await discard();
    },
  };
}

async function makeMigratedFile(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-migrated-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const database = connect({ databaseUrl: undefined, dataDir: folder });
  await migrate(database);
  await database.close();
  return sqliteFile(folder);
}

async function onPostgres(dataDir: string, origin: Origin): Promise<TestDatabase> {
  const adminUrl = process.env[adminUrlVariable] ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying files is three times as quick as the default of writing them to the log.
  await runAsAdmin(adminUrl, `create database ${name} template ${nameOf(origin)} strategy file_copy`);
  const databaseUrl = urlOf(adminUrl, name);
  const database = connect({ databaseUrl, dataDir });
  return withRemove({ database, dataDir, databaseUrl }, async () => {
    await runAsAdmin(adminUrl, `drop database ${name} with (force)`);
    rmSync(dataDir, { recursive: true });
  });
}

function nameOf(origin: Origin): string {
  if (typeof origin === 'boolean') return origin ? templateName : 'template0';
  return new URL(origin.databaseUrl ?? '').pathname.slice(1);
}

async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
