import { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { takeTurns } from '../turns.ts';
import { everyMigration, type Migrations, migrationsUpTo } from './every-migration.ts';
import { migrateOn } from './migrate.ts';

/** The schema that all migrations together produce. */
export interface RecordedSchema {
  /** Statements that create the schema in an empty database, each on one line without a semicolon. */
  sqlite: string[];
  postgres: string[];
  /** Every table, including Kysely's own two. A table follows those that it references. */
  tables: TableShape[];
  /** Names of the migrations, oldest first. */
  migrations: string[];
}

export interface TableShape {
  name: string;
  columns: { name: string; isText: boolean }[];
  /** The columns of the primary key, in the key's order. */
  key: string[];
  /** The column whose numbers the database generates. */
  generated: string | undefined;
}

/**
 * Runs every migration for each engine on connections that execute nothing, and records the statements that change the
 * schema.
 */
export async function recordSchema(): Promise<RecordedSchema> {
  return recordMigrations(everyMigration);
}

/** Records the schema of an earlier release; undefined if this program has no migration of that name. */
export async function recordSchemaUpTo(newest: string): Promise<RecordedSchema | undefined> {
  const migrations = migrationsUpTo(newest);
  return migrations && recordMigrations(migrations);
}

async function recordMigrations(migrations: Migrations): Promise<RecordedSchema> {
  const [sqlite, postgres] = await Promise.all([record(sqliteParts, migrations), record(postgresParts, migrations)]);
  const made = new DatabaseSync(':memory:');
  try {
    for (const statement of sqlite) {
      made.exec(statement);
      await takeTurns();
    }
    return { sqlite, postgres, tables: shapesIn(made), migrations: Object.keys(migrations) };
  } finally {
    made.close();
  }
}

type Parts = Omit<Dialect, 'createDriver'>;
const sqliteParts: Parts = {
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
};
const postgresParts: Parts = {
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

async function record(parts: Parts, migrations: Migrations): Promise<string[]> {
  const statements: string[] = [];
  const note = ({ sql, parameters }: CompiledQuery) => {
    if (/^\s*(create|alter|drop)\b/i.test(sql)) statements.push(onOneLine(sql, parameters.length));
  };
  const db = new Kysely<never>({ dialect: { ...parts, createDriver: () => new RecordingDriver(note) } });
  await migrateOn(db, migrations);
  return statements;
}

class RecordingDriver extends DummyDriver {
  readonly #note: (query: CompiledQuery) => void;

  constructor(note: (query: CompiledQuery) => void) {
    super();
    this.#note = note;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const silent = await super.acquireConnection();
    const note = this.#note;
    return {
      streamQuery: (query, size) => silent.streamQuery(query, size),
      async executeQuery(query) {
        await takeTurns();
        note(query);
        return silent.executeQuery(query);
      },
    };
  }
}

function onOneLine(statement: string, parameters: number): string {
  if (parameters > 0 || /--|\/\*|\*\//.test(statement)) throw new Error(`cannot be written on one line: ${statement}`);
  return statement.trim().replaceAll(/\s*\n\s*/g, ' ');
}

function shapesIn(made: DatabaseSync): TableShape[] {
  const tables =
    made.prepare(`select name, sql from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'
    order by rowid`);
  const shapes = tables.all().map(({ name, sql }) => shapeOf(made, String(name), String(sql)));
  const sorted: TableShape[] = [];
  const add = (shape: TableShape, below: readonly string[]) => {
    if (sorted.includes(shape) || below.includes(shape.name)) return;
    const referred = made.prepare(`pragma foreign_key_list("${shape.name}")`).all();
    for (const { table } of referred) {
      const other = shapes.find(({ name }) => name === table);
      if (other) add(other, [...below, shape.name]);
    }
    sorted.push(shape);
  };
  for (const shape of shapes) add(shape, []);
  return sorted;
}

function shapeOf(made: DatabaseSync, name: string, statement: string): TableShape {
  const columns = made.prepare(`pragma table_info("${name}")`).all();
  const ofKey = columns.filter(({ pk }) => Number(pk) > 0).sort((one, other) => Number(one.pk) - Number(other.pk));
  return {
    name,
    columns: columns.map((column) => ({
      name: String(column.name),
      isText: /^(text|varchar)/i.test(String(column.type)),
    })),
    key: ofKey.map((column) => String(column.name)),
    generated: /"(\w+)" integer primary key autoincrement/i.exec(statement)?.[1],
  };
}
