import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { connect, type Database, sqliteFile } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { registerEveryRole } from './accounts.ts';
import { PostgresDatabases } from './postgres-databases.ts';

export const adminUrlVariable = 'TEST_POSTGRES_URL';
/** The databases that others are copies of: the tables alone, and those with an account of each role. */
export const templates = { migrated: 'pola_migrated', peopled: 'pola_peopled' };

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
  return makeDatabase('migrated');
}

/** A fresh database with an account of each role. */
export function makePeopledDatabase(): Promise<TestDatabase> {
  return makeDatabase('peopled');
}

/** A fresh database without any table, as at the very first start. */
export function makeEmptyDatabase(): Promise<TestDatabase> {
  return makeDatabase('empty');
}

/** A database that is as another one was when that was closed; the other must be closed and not removed. */
export function copyTestDatabase(closed: TestDatabase): Promise<TestDatabase> {
  return makeDatabase(closed);
}

/** What a new database is a copy of: a closed one, one of the templates, or nothing. */
type Origin = TestDatabase | keyof typeof templates | 'empty';

async function makeDatabase(origin: Origin): Promise<TestDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-test-'));
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
  const database = connect({ databaseUrl: undefined, dataDir: folder });
  await fillTemplate(database, template);
  return sqliteFile(folder);
}

/** Gives an empty database what a template has, and closes it. */
export async function fillTemplate(database: Database, template: keyof typeof templates): Promise<void> {
  await migrate(database);
  if (template === 'peopled') await registerEveryRole(database);
  await database.close();
}

let databases: PostgresDatabases | undefined;

async function onPostgres(dataDir: string, origin: Origin): Promise<TestDatabase> {
  const adminUrl = process.env[adminUrlVariable] ?? '';
  const made = await (origin === 'empty' ? makeEmpty(adminUrl) : copyOnPostgres(adminUrl, nameOf(origin)));
  const databaseUrl = urlOf(adminUrl, made.name);
  const database = connect({ databaseUrl, dataDir });
  return withRemove({ database, dataDir, databaseUrl }, async () => {
    await made.discard();
    rmSync(dataDir, { recursive: true });
  });
}

interface Made {
  name: string;
  discard(): Promise<void>;
}

async function makeEmpty(adminUrl: string): Promise<Made> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runAsAdmin(adminUrl, `create database ${name} template template0 strategy file_copy`);
  return { name, discard: () => runAsAdmin(adminUrl, `drop database ${name} with (force)`) };
}

async function copyOnPostgres(adminUrl: string, origin: string): Promise<Made> {
  databases ??= new PostgresDatabases({
    urlOf: (name) => urlOf(adminUrl, name),
    run: (statement) => runAsAdmin(adminUrl, statement),
    template: templates.peopled,
  });
  const known = databases;
  const name = await known.copyOf(origin);
  return { name, discard: async () => known.release(name) };
}

function nameOf(origin: TestDatabase | keyof typeof templates): string {
  return typeof origin === 'string' ? templates[origin] : new URL(origin.databaseUrl ?? '').pathname.slice(1);
}

/** One connection for a worker, for opening two a test takes longer than what they are for. */
let admin: pg.Pool | undefined;

async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  admin ??= openAdmin(adminUrl);
  await admin.query(statement);
}

function openAdmin(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, allowExitOnIdle: true });
  // A connection that is kept ends with its server, after the last test.
  return pool.on('error', () => {});
}
