import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { firstVehicleTypes } from '#contract/first-vehicle-types.ts';
import { schemaTypes } from '../schema-types.ts';

/** Prices of the five first types were columns of a tariff. */
const PRICE_COLUMNS = ['lorry_cents', 'van_cents', 'three_wheeler_cents', 'motorbike_cents', 'car_cents'];
/** Before there was a clock for it. */
const ADDED_AT = '2026-11-26T00:00:00.000Z';

export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('vehicle_types')
    .addColumn('id', generatedId)
    .addColumn('name', key, (column) => column.notNull().unique())
    .addColumn('name_si', text, (column) => column.notNull())
    .addColumn('name_ta', text, (column) => column.notNull())
    .addColumn('vehicle_kind', key, (column) =>
      column.notNull().check(sql`vehicle_kind in ('lorry', 'van', 'three-wheeler', 'motorbike', 'car', 'other')`),
    )
    .addColumn('is_offered', integer, (column) => column.notNull().check(sql`is_offered in (0, 1)`))
    .addColumn('list_order', integer, (column) => column.notNull())
    .addColumn('former_names', text, (column) => column.notNull())
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('updated_at', key, (column) => column.notNull())
    .execute();
  for (const [at, { name, name_si, name_ta, vehicle_kind }] of firstVehicleTypes.entries())
    await sql`insert into vehicle_types
      (name, name_si, name_ta, vehicle_kind, is_offered, list_order, former_names, created_at, updated_at)
      values (${name}, ${name_si}, ${name_ta}, ${vehicle_kind}, 1, ${at + 1}, '[]', ${ADDED_AT}, ${ADDED_AT})`.execute(
      db,
    );

  if (db.getExecutor().adapter instanceof PostgresAdapter) await loosenOnPostgres(db);
  else await loosenOnSqlite(db);

  await table('tariff_prices')
    .addColumn('id', generatedId)
    .addColumn('tariff_id', integer, (column) => column.notNull().references('tariffs.id'))
    .addColumn('vehicle_type_id', integer, (column) => column.notNull().references('vehicle_types.id'))
    .addColumn('cents', integer, (column) => column.notNull().check(sql`cents > 0`))
    .addUniqueConstraint('tariff_prices_once', ['tariff_id', 'vehicle_type_id'])
    .execute();
  const prices = PRICE_COLUMNS.map(
    (column, at) =>
      sql`select id as tariff_id, ${sql.lit(at + 1)} as vehicle_type_id, ${sql.ref(column)} as cents from tariffs`,
  );
  await sql`insert into tariff_prices (tariff_id, vehicle_type_id, cents)
    select tariff_id, vehicle_type_id, cents from (${sql.join(prices, sql` union all `)}) as stored
    order by tariff_id, vehicle_type_id`.execute(db);
  if (db.getExecutor().adapter instanceof PostgresAdapter) await drawNumbers(db);
}

/** The old columns of a tariff keep their values, which are sealed, and are empty in later rows. */
async function loosenOnPostgres(db: Kysely<never>): Promise<void> {
  await sql`alter table vehicle_tickets drop constraint vehicle_tickets_vehicle_type_check`.execute(db);
  for (const column of PRICE_COLUMNS)
    await sql`alter table tariffs alter column ${sql.ref(column)} drop not null`.execute(db);
}

/** SQLite changes no constraint of a table, so both are written again. */
async function loosenOnSqlite(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await rewrite(db, 'tariffs', async () => {
    let made = table('tariffs')
      .addColumn('id', generatedId)
      .addColumn('valid_from', key, (column) => column.notNull());
    for (const name of PRICE_COLUMNS)
      made = made.addColumn(name, integer, (column) => column.check(sql`${sql.ref(name)} > 0`));
    await made
      .addColumn('set_by', text, (column) => column.notNull())
      .addColumn('set_at', key, (column) => column.notNull())
      .execute();
  });
  await rewrite(db, 'vehicle_tickets', () =>
    table('vehicle_tickets')
      .addColumn('id', generatedId)
      .addColumn('cents', integer, (column) => column.notNull().check(sql`cents > 0`))
      .addColumn('issued_day', key, (column) => column.notNull())
      .addColumn('issued_at', key, (column) => column.notNull())
      .addColumn('issued_by', key, (column) => column.notNull())
      .addColumn('device_number', key)
      .addColumn('shift_id', key)
      .addColumn('voided_at', key)
      .addColumn('voided_by', text)
      .addColumn('void_reason', text)
      .addColumn('created_at', key, (column) => column.notNull())
      .addColumn('updated_at', key, (column) => column.notNull())
      .addColumn('vehicle_number', key, (column) => column.notNull())
      .addColumn('vehicle_type', key, (column) => column.notNull())
      .addColumn('tariff_cents', integer)
      .addColumn('issued_by_id', integer)
      .addColumn('plate', key, (column) => column.notNull().defaultTo(''))
      .addCheckConstraint('vehicle_tickets_voided_by_somebody', sql`(voided_at is null) = (voided_by is null)`)
      .execute(),
  );
}

const VALID_OF_SHIFT = 'where shift_id is not null and voided_at is null';
const INDEXES = {
  tariffs: { tariffs_newest: '(valid_from, id)' },
  vehicle_tickets: {
    vehicle_tickets_newest: '(issued_at, id) where voided_at is null',
    vehicle_tickets_shift: `(shift_id, issued_by, cents) ${VALID_OF_SHIFT}`,
    vehicle_tickets_device: '(device_number) where device_number is not null',
    vehicle_tickets_other_price: '(issued_at, id) where tariff_cents is not null and voided_at is null',
    vehicle_tickets_shift_void: '(shift_id) where shift_id is not null and voided_at is not null',
    vehicle_tickets_shift_owner: `(shift_id, issued_by_id, cents) ${VALID_OF_SHIFT}`,
  },
};

/** With the number of the last row, which may be deleted. */
async function rewrite(db: Kysely<never>, name: keyof typeof INDEXES, create: () => Promise<void>): Promise<void> {
  const before = `${name}_before`;
  await sql`alter table ${sql.table(name)} rename to ${sql.table(before)}`.execute(db);
  await create();
  await sql`insert into ${sql.table(name)} select * from ${sql.table(before)}`.execute(db);
  await sql`delete from sqlite_sequence where name = ${name}`.execute(db);
  await sql`update sqlite_sequence set name = ${name} where name = ${before}`.execute(db);
  await sql`drop table ${sql.table(before)}`.execute(db);
  for (const [index, on] of Object.entries(INDEXES[name]))
    await sql.raw(`create ${index.endsWith('_device') ? 'unique ' : ''}index ${index} on ${name} ${on}`).execute(db);
}

/** As 0030: a rollback returns a number. */
async function drawNumbers(db: Kysely<never>): Promise<void> {
  for (const name of ['vehicle_types', 'tariff_prices']) {
    const table = sql.table(name);
    await sql`insert into drawn_numbers (name, last)
      select ${sql.lit(name)}, max(id) from ${table} having max(id) is not null`.execute(db);
    await sql`alter table ${table} alter column id drop identity`.execute(db);
    await sql`alter table ${table} alter column id set default draw_number(${sql.lit(name)})`.execute(db);
  }
}
