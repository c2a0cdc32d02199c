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
  remove(): Promise<void>;
}

/** A fresh migrated database on the engine under test: a copy of a migrated file, or of the template database. */
export function makeTestDatabase(): Promise<TestDatabase> {
  return makeDatabase(true);
}

/** A fresh database without any table, as at the very first start. */
export function makeEmptyDatabase(): Promise<TestDatabase> {
  return makeDatabase(false);
}

async function makeDatabase(migrated: boolean): Promise<TestDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-test-'));
  return process.env.TEST_ENGINE === 'postgres' ? onPostgres(dataDir, migrated) : onSqlite(dataDir, migrated);
}

let migratedFile: Promise<string> | undefined;

async function onSqlite(dataDir: string, migrated: boolean): Promise<TestDatabase> {
  if (migrated) {
    migratedFile ??= makeMigratedFile();
    copyFileSync(await migratedFile, sqliteFile(dataDir));
  }
  const database = connect({ databaseUrl: undefined, dataDir });
  return {
    database,
    dataDir,
    databaseUrl: undefined,
    async remove() {
      await database.close();
      rmSync(dataDir, { recursive: true });
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

async function onPostgres(dataDir: string, migrated: boolean): Promise<TestDatabase> {
  const adminUrl = process.env[adminUrlVariable] ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runAsAdmin(adminUrl, `create database ${name} template ${migrated ? templateName : 'template0'}`);
  const databaseUrl = urlOf(adminUrl, name);
  const database = connect({ databaseUrl, dataDir });
  return {
    database,
    dataDir,
    databaseUrl,
    async remove() {
      await database.close();
      await runAsAdmin(adminUrl, `drop database ${name} with (force)`);
      rmSync(dataDir, { recursive: true });
    },
  };
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
