import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { connect, type Database, onPools, sqliteFile } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { registerEveryRole } from './accounts.ts';
import { PostgresDatabases } from './postgres-databases.ts';

export const adminUrlVariable = 'TEST_POSTGRES_URL';
export const templates = { migrated: 'pola_migrated', peopled: 'pola_peopled' };

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
  discard(): Promise<void>;
}

export function makeTestDatabase(): Promise<TestDatabase> {
  return makeDatabase('migrated');
}

export function makePeopledDatabase(): Promise<TestDatabase> {
  return makeDatabase('peopled');
}

export function makeEmptyDatabase(): Promise<TestDatabase> {
  return makeDatabase('empty');
}

export function copyTestDatabase(closed: TestDatabase): Promise<TestDatabase> {
  return makeDatabase(closed);
}

type Origin = TestDatabase | keyof typeof templates | 'empty';

export const TEST_AUDIT_KEY = 'the audit key of every test, and of no market';

/** All test databases have one key, because they are copied. A key that a server made stays. */
export function writeTestAuditKey(dataDir: string): void {
  const file = path.join(dataDir, 'audit-key');
  if (!existsSync(file)) writeFileSync(file, TEST_AUDIT_KEY, { mode: 0o600 });
}

async function makeDatabase(origin: Origin): Promise<TestDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-test-'));
  writeTestAuditKey(dataDir);
  return process.env.TEST_ENGINE === 'postgres' ? onPostgres(dataDir, origin) : onSqlite(dataDir, origin);
}

const templateFiles = new Map<keyof typeof templates, Promise<string>>();

async function onSqlite(dataDir: string, origin: Origin): Promise<TestDatabase> {
  if (origin !== 'empty') copyFileSync(await fileOf(origin), sqliteFile(dataDir));
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

function fileOf(origin: TestDatabase | keyof typeof templates): string | Promise<string> {
  if (typeof origin !== 'string') return sqliteFile(origin.dataDir);
  const made = templateFiles.get(origin) ?? makeTemplateFile(origin);
  templateFiles.set(origin, made);
  return made;
}

async function makeTemplateFile(template: keyof typeof templates): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  writeTestAuditKey(folder);
  const database = connect({ databaseUrl: undefined, dataDir: folder });
  await fillTemplate(database, template);
  return sqliteFile(folder);
}

export async function fillTemplate(database: Database, template: keyof typeof templates): Promise<void> {
  await migrate(database);
  if (template === 'peopled') await registerEveryRole(database);
  await database.close();
}

let databases: PostgresDatabases | undefined;

async function onPostgres(dataDir: string, origin: Origin): Promise<TestDatabase> {
  const adminUrl = process.env[adminUrlVariable] ?? '';
  const made = await (origin === 'empty'
    ? makeEmpty(adminUrl, dataDir)
    : copyOnPostgres(adminUrl, nameOf(origin), dataDir));
  return withRemove({ database: made.database, dataDir, databaseUrl: urlOf(adminUrl, made.name) }, async () => {
    await made.discard();
    rmSync(dataDir, { recursive: true });
  });
}

interface Made {
  name: string;
  database: Database;
  discard(): Promise<void>;
}

async function makeEmpty(adminUrl: string, dataDir: string): Promise<Made> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runAsAdmin(adminUrl, `create database ${name} template template0 strategy file_copy`);
  return {
    name,
    database: connect({ databaseUrl: urlOf(adminUrl, name), dataDir }),
    discard: () => runAsAdmin(adminUrl, `drop database ${name} with (force)`),
  };
}

async function copyOnPostgres(adminUrl: string, origin: string, dataDir: string): Promise<Made> {
  databases ??= new PostgresDatabases({
    urlOf: (name) => urlOf(adminUrl, name),
    run: (statement) => runAsAdmin(adminUrl, statement),
    template: templates.peopled,
  });
  const known = databases;
  const { name, pools } = await known.copyOf(origin);
  // The pools stay open for the next test.
  return { name, database: onPools(pools, { dataDir }, async () => {}), discard: async () => known.release(name) };
}

function nameOf(origin: TestDatabase | keyof typeof templates): string {
  return typeof origin === 'string' ? templates[origin] : new URL(origin.databaseUrl ?? '').pathname.slice(1);
}

/** One connection per worker, because opening two per test is slower than using them. */
let admin: pg.Pool | undefined;

async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  admin ??= openAdmin(adminUrl);
  await admin.query(statement);
}

function openAdmin(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, allowExitOnIdle: true });
  // The connection ends with its server, after the last test.
  return pool.on('error', () => {});
}
