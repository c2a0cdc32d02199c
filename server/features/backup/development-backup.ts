import { recordSchema } from '../../db/recorded-schema.ts';
import { onlyPostgres, onlySqlite } from './hide-lines.ts';

/** The last schemas before the first release. */
const DEVELOPMENT_SCHEMAS = ['0030-drawn-numbers'];

const FIRST_LINE = /^-- Pola backup, format \d+, schema ([\w-]+),/;
const CHANGES_SCHEMA = /^\/\* \/\* \*\/ (?:-- \*\/ )?(?:create|alter|drop) /;

export function isDevelopmentSchema(newest: string): boolean {
  return DEVELOPMENT_SCHEMAS.includes(newest);
}

/** Yields the statements of a backup; those of a development version with the schema of this version. */
export async function* asCurrentSchema(statements: AsyncIterable<string>): AsyncGenerator<string> {
  let first = true;
  let isOld = false;
  let isCreated = false;
  for await (const statement of statements) {
    if (first) isOld = isDevelopmentSchema(FIRST_LINE.exec(statement)?.[1] ?? '');
    first = false;
    if (isOld && CHANGES_SCHEMA.test(statement)) {
      if (!isCreated) yield* createSchema();
      isCreated = true;
      continue;
    }
    if (isOld && statement === 'commit;') yield* finish();
    yield statement;
  }
}

async function* createSchema(): AsyncGenerator<string> {
  const { sqlite, postgres } = await recordSchema();
  for (const statement of sqlite) yield onlySqlite(`${statement};`);
  for (const statement of postgres) yield onlyPostgres(`${statement};`);
}

function* finish(): Generator<string> {
  yield "insert into kysely_migration (name, timestamp) select '0001-schema', max(timestamp) from kysely_migration;";
  yield "delete from kysely_migration where name <> '0001-schema';";
}
