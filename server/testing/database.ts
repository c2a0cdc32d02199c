import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { connect, type Database, onPools, openPools, type Pools, sqliteFile } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { registerEveryRole } from './accounts.ts';

const CATALOGUES = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_trigger', 'pg_namespace', 'pg_db_role_setting'];

/**
 * Selects a string that changes with each schema change, because every schema change adds, removes or replaces rows in
 * these catalogues.
 */
const SHAPE = `select concat_ws(' ', ${CATALOGUES.map(
  (name) => `(select concat_ws(' ', count(*), max(xmin::text::bigint)) from ${name})`,
).join(', ')}) as shape`;

const TABLES = `
  select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns,
    (xpath('/row/rows/text()', query_to_xml(
      format('select coalesce(encode(convert_to(json_agg(t)::text, ''UTF8''), ''hex''), '''') as rows from %I t', relname),
      false, true, '')))[1]::text as rows
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
  group by relname`;

const SEQUENCES = 'select quote_ident(sequencename) as name, start_value, last_value from pg_sequences';

/** Ends connections that still run a query, or hold locks in a transaction. */
const BUSY_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state is distinct from 'idle'`;

/** A database whose connections stay open, because opening new ones takes longer than refilling the tables. */
interface PooledDatabase {
  name: string;
  client: pg.Client;
  pools: Pools;
  shape: string;
  isLost: boolean;
}

/**
 * Databases that tests use one after the other. They are refilled, because creating and dropping one takes longer than
 * most tests. A database is dropped if its schema was changed or it is still busy.
 */
class PostgresDatabases {
  readonly #adminUrl: string;
  readonly #run: (statement: string) => Promise<void>;
  readonly #template: string;
  readonly #released: PooledDatabase[] = [];
  readonly #fillings = new Map<string, string>();
  readonly #inUse = new Map<string, PooledDatabase>();

  constructor(options: {
    adminUrl: string;
    run: (statement: string) => Promise<void>;
    template: string;
  }) {
    this.#adminUrl = options.adminUrl;
    this.#run = options.run;
    this.#template = options.template;
  }

  async copyOf(origin: string): Promise<PooledDatabase> {
    const filling = this.#fillings.get(origin) ?? (await this.#readRows(origin));
    const pooled = (await this.#reuse()) ?? (await this.#create());
    await pooled.client.query(filling);
    await pooled.client.query('commit');
    this.#inUse.set(pooled.name, pooled);
    return pooled;
  }

  release(name: string): void {
    const pooled = this.#inUse.get(name);
    this.#inUse.delete(name);
    this.#fillings.delete(name);
    if (pooled) this.#released.push(pooled);
  }

  async #readRows(origin: string): Promise<string> {
    const pooled = this.#inUse.get(origin) ?? (await this.#create(origin));
    const filling = await fillingOf(pooled.client);
    this.#fillings.set(origin, filling);
    if (!this.#inUse.has(origin)) this.#released.push(pooled);
    return filling;
  }

  async #reuse(): Promise<PooledDatabase | undefined> {
    const pooled = this.#released.pop();
    if (!pooled) return undefined;
    if (!pooled.isLost) {
      const { rowCount } = await pooled.client.query(BUSY_OTHERS);
      // The database is not reused if a connection had to be ended, because its pool would still hand out that
      // connection.
      if (rowCount === 0 && (await shapeOf(pooled.client)) === pooled.shape) return pooled;
      await pooled.client.end();
    }
    await Promise.all(Object.values(pooled.pools).map((pool) => pool.destroy()));
    await this.#run(`drop database ${pooled.name} with (force)`);
    return this.#reuse();
  }

  async #create(template = this.#template): Promise<PooledDatabase> {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    // `file_copy` is three times as fast as the default strategy.
    await this.#run(`create database ${name} template ${template} strategy file_copy`);
    const url = urlOf(this.#adminUrl, name);
    const serving = servingUrlOf(this.#adminUrl, name);
    const client = new pg.Client({ connectionString: url });
    const pooled = { name, client, pools: openPools(serving, () => {}, url), shape: '', isLost: false };
    pooled.client.on('error', () => {
      pooled.isLost = true;
    });
    await pooled.client.connect();
    pooled.shape = await shapeOf(pooled.client);
    return pooled;
  }
}

async function shapeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(SHAPE);
  return rows[0]?.shape ?? '';
}

/**
 * Returns statements that fill all tables. Triggers and foreign keys are disabled, because rows are written table by
 * table.
 */
async function fillingOf(client: pg.Client): Promise<string> {
  const tables = await client.query<{ name: string; columns: string; rows: string | null }>(TABLES);
  const sequences = await client.query<{ name: string; start_value: string; last_value: string | null }>(SEQUENCES);
  return [
    'begin; set local session_replication_role = replica',
    ...tables.rows.map(({ name }) => `delete from ${pg.escapeIdentifier(name)}`),
    ...tables.rows.filter(({ rows }) => rows).map(insertOf),
    ...sequences.rows.map(
      ({ name, start_value, last_value }) =>
        `select setval('${name}', ${last_value ?? start_value}, ${last_value !== null})`,
    ),
  ].join(';\n');
}

function insertOf({ name, columns, rows }: { name: string; columns: string; rows: string | null }): string {
  const table = pg.escapeIdentifier(name);
  const json = pg.escapeLiteral(Buffer.from(rows ?? '', 'hex').toString());
  return `insert into ${table} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${table}, ${json})`;
}

export const adminUrlVariable = 'TEST_POSTGRES_URL';
export const templates = { migrated: 'pola_migrated', peopled: 'pola_peopled' };

export function urlOf(adminUrl: string, databaseName: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${databaseName}`;
  return url.href;
}

const SERVING_ROLE = 'pola_test_serving';

/** Returns the address of a role that only reads and writes rows, as a server should have one. */
export function servingUrlOf(adminUrl: string, databaseName: string): string {
  const url = new URL(urlOf(adminUrl, databaseName));
  url.username = SERVING_ROLE;
  url.password = SERVING_ROLE;
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

/**
 * Writes the audit key, unless the folder has one. All test databases share this key, because they are copied from
 * templates.
 */
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
    adminUrl,
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

/** One connection for each worker, because opening one for each statement takes longer than the statement. */
let admin: pg.Pool | undefined;

async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  admin ??= openAdmin(adminUrl);
  await admin.query(statement);
}

function openAdmin(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, allowExitOnIdle: true });
  // After the last test the PostgreSQL server stops, which breaks this connection. The error is ignored.
  return pool.on('error', () => {});
}
