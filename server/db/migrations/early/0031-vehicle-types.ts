import { type Kysely, sql } from 'kysely';
import { isPostgres, schemaTypes } from '../../schema-types.ts';
import { createTariffPrices, createVehicleTypes, FORMER_PRICE_COLUMNS } from '../first-schema/gate.ts';

/** Vehicle types and their prices become rows. Afterwards the schema is that of `0001-schema`. */
export async function up(db: Kysely<never>): Promise<void> {
  await createVehicleTypes(db);
  if (isPostgres(db)) await loosenOnPostgres(db);
  else await loosenOnSqlite(db);
  await createTariffPrices(db);
  const prices = FORMER_PRICE_COLUMNS.map(
    (column, at) =>
      sql`select id as tariff_id, ${sql.lit(at + 1)} as vehicle_type_id, ${sql.ref(column)} as cents from tariffs`,
  );
  await sql`insert into tariff_prices (tariff_id, vehicle_type_id, cents)
    select tariff_id, vehicle_type_id, cents from (${sql.join(prices, sql` union all `)}) as stored
    order by tariff_id, vehicle_type_id`.execute(db);
}

/** The old columns of a tariff keep their values, which are sealed, and are empty in later rows. */
async function loosenOnPostgres(db: Kysely<never>): Promise<void> {
  await sql`alter table vehicle_tickets drop constraint vehicle_tickets_vehicle_type_check`.execute(db);
  for (const column of FORMER_PRICE_COLUMNS)
    await sql`alter table tariffs alter column ${sql.ref(column)} drop not null`.execute(db);
  await renameParts(db);
}

/** Removes the numbers that PostgreSQL added to names of `mails`, because 0013 made it beside a table of that name. */
async function renameParts(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
    where conrelid = 'mails'::regclass and conname like 'mails%key1'`.execute(db);
  for (const { name } of rows)
    await sql`alter table mails rename constraint ${sql.ref(name)} to ${sql.ref(name.slice(0, -1))}`.execute(db);
  await sql`alter sequence if exists mails_id_seq1 rename to mails_id_seq`.execute(db);
}

/** Creates both tables anew, because SQLite cannot change the constraints of a table. */
async function loosenOnSqlite(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await rewrite(db, 'tariffs', async () => {
    let made = table('tariffs')
      .addColumn('id', generatedId)
      .addColumn('valid_from', key, (column) => column.notNull());
    for (const name of FORMER_PRICE_COLUMNS)
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

/** Keeps the last number of the table, because its row may have been deleted. */
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
