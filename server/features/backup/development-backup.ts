import { listMigrations } from '../../db/every-migration.ts';
import { FORMER_PRICE_COLUMNS, insertFirstVehicleTypes } from '../../db/migrations/first-schema/gate.ts';
import { recordSchema } from '../../db/recorded-schema.ts';
import { onlyPostgres, onlySqlite } from './hide-lines.ts';

/** The last migration of the versions before 1.0. */
const DEVELOPMENT_SCHEMA = '0030-drawn-numbers';

const FIRST_LINE = /^-- Pola backup, format \d+, schema ([\w-]+), made ([\w:.-]+)\. /;
const CHANGES_SCHEMA = /^\/\* \/\* \*\/ (?:-- \*\/ )?(?:create|alter|drop) /;

export function isDevelopmentSchema(newest: string): boolean {
  return newest === DEVELOPMENT_SCHEMA;
}

/** Yields the statements of a backup. A backup of a development version is converted to the schema of this version. */
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
    if (made !== undefined && statement === 'commit;') {
      yield* addTariffPrices();
      yield* listAsMigrated(made);
    }
    yield statement;
  }
}

async function* createSchema(): AsyncGenerator<string> {
  const { sqlite, postgres } = await recordSchema();
  for (const statement of sqlite) yield onlySqlite(`${statement};`);
  for (const statement of postgres) yield onlyPostgres(`${statement};`);
}

/**
 * Yields statements that add the prices. In older versions the price of each vehicle type was a column of the tariff,
 * and the types were a fixed list.
 */
function* addTariffPrices(): Generator<string> {
  yield `${insertFirstVehicleTypes};`;
  const prices = FORMER_PRICE_COLUMNS.map(
    (column, at) => `select id, ${at + 1} as type, ${column} as cents from tariffs`,
  );
  yield `insert into tariff_prices (tariff_id, vehicle_type_id, cents)
    select id, type, cents from (${prices.join(' union all ')}) as former order by id, type;`;
}

function* listAsMigrated(at: string): Generator<string> {
  yield 'delete from kysely_migration;';
  for (const name of listMigrations())
    yield `insert into kysely_migration (name, timestamp) values ('${name}', '${at}');`;
}
