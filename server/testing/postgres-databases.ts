import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openPools, type Pools } from '../db/connect.ts';

const CATALOGUES = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_trigger', 'pg_namespace', 'pg_db_role_setting'];

/** Changes with each statement that defines something: it adds, removes or replaces rows of these. */
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

/** Whoever still works, or holds locks in a transaction. */
const BUSY_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state is distinct from 'idle'`;

/** The connections stay open, because new ones are slower than filling the rows. */
interface PooledDatabase {
  name: string;
  client: pg.Client;
  pools: Pools;
  shape: string;
  isLost: boolean;
}

/**
 * Databases that are refilled, because creating and dropping one is slower than most tests. One with changed tables,
 * or still busy, is dropped.
 */
export class PostgresDatabases {
  readonly #urlOf: (name: string) => string;
  readonly #run: (statement: string) => Promise<void>;
  readonly #template: string;
  readonly #released: PooledDatabase[] = [];
  readonly #fillings = new Map<string, string>();
  readonly #inUse = new Map<string, PooledDatabase>();

  constructor(options: {
    urlOf: (name: string) => string;
    run: (statement: string) => Promise<void>;
    template: string;
  }) {
    this.#urlOf = options.urlOf;
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
      // A pool would hand out an ended connection once more.
      if (rowCount === 0 && (await shapeOf(pooled.client)) === pooled.shape) return pooled;
      await pooled.client.end();
    }
    await Promise.all(Object.values(pooled.pools).map((pool) => pool.destroy()));
    await this.#run(`drop database ${pooled.name} with (force)`);
    return this.#reuse();
  }

  async #create(template = this.#template): Promise<PooledDatabase> {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    // Three times as fast as the default.
    await this.#run(`create database ${name} template ${template} strategy file_copy`);
    const url = this.#urlOf(name);
    const client = new pg.Client({ connectionString: url });
    const pooled = { name, client, pools: openPools(url, () => {}), shape: '', isLost: false };
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

/** Triggers and references are off, because rows are written table by table. */
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
