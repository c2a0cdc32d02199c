import { listMigrations } from '../../db/migrate.ts';
import { recordSchema } from '../../db/recorded-schema.ts';
import { onlyPostgres, onlySqlite } from './hide-lines.ts';

/** The last schemas before the first release. */
const DEVELOPMENT_SCHEMAS = ['0030-drawn-numbers'];

const FIRST_LINE = /^-- Pola backup, format \d+, schema ([\w-]+), made ([\w:.-]+)\. /;
const CHANGES_SCHEMA = /^\/\* \/\* \*\/ (?:-- \*\/ )?(?:create|alter|drop) /;

export function isDevelopmentSchema(newest: string): boolean {
  return DEVELOPMENT_SCHEMAS.includes(newest);
}

/** Yields the statements of a backup; those of a development version with the schema of this version. */
export async function* asCurrentSchema(statements: AsyncIterable<string>): AsyncGenerator<string> {
  let made: string | undefined;
  let isCreated = false;
  for await (const statement of statements) {
    const [, schema = '', at] = FIRST_LINE.exec(statement) ?? [];
    if (isDevelopmentSchema(schema)) made = at;
    if (made !== undefined && CHANGES_SCHEMA.test(statement)) {
      if (!isCreated) yield* createSchema();
      isCreated = true;
      continue;
    }
    if (made !== undefined && statement === 'commit;') yield* listAsMigrated(made);
    yield statement;
  }
}

async function* createSchema(): AsyncGenerator<string> {
  const { sqlite, postgres } = await recordSchema();
  for (const statement of sqlite) yield onlySqlite(`${statement};`);
  for (const statement of postgres) yield onlyPostgres(`${statement};`);
}

function* listAsMigrated(at: string): Generator<string> {
  yield 'delete from kysely_migration;';
  for (const name of listMigrations())
    yield `insert into kysely_migration (name, timestamp) values ('${name}', '${at}');`;
}
