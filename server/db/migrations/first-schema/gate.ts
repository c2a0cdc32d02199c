import { type Kysely, sql } from 'kysely';
import { firstVehicleTypes } from '#contract/first-vehicle-types.ts';
import { vehicleKinds } from '#contract/words.ts';
import { flag, holding, mainKey, required, schemaTypes, wordOf } from '../../schema-types.ts';

export async function createGate(db: Kysely<never>): Promise<void> {
  await createVehicleTypes(db);
  await createTariffs(db);
  await createPhones(db);
  await createTickets(db);
  await createCounts(db);
}

/** Inserts the vehicle types of the specification, which the office can edit. */
const insertFirstVehicleTypes = `insert into vehicle_types
  (name, name_si, name_ta, vehicle_kind, is_offered, list_order, former_names, created_at, updated_at) values
  ${firstVehicleTypes
    .map(({ name, name_si, name_ta, vehicle_kind }, at) => {
      const texts = [name, name_si, name_ta, vehicle_kind].map((text) => `'${text}'`).join(', ');
      return `(${texts}, 1, ${at + 1}, '[]', '2026-11-26T00:00:00.000Z', '2026-11-26T00:00:00.000Z')`;
    })
    .join(', ')}`;

export async function createVehicleTypes(db: Kysely<never>): Promise<void> {
  const { table, integer, drawnId, key, text } = schemaTypes(db);
  await table('vehicle_types')
    .addColumn('id', drawnId('vehicle_types'))
    .addColumn('name', key, (column) => column.notNull().unique())
    .addColumn('name_si', text, required)
    .addColumn('name_ta', text, required)
    .addColumn('vehicle_kind', key, wordOf('vehicle_kind', vehicleKinds))
    .addColumn('is_offered', integer, flag('is_offered'))
    .addColumn('list_order', integer, required)
    .addColumn('former_names', text, required)
    .addColumn('created_at', key, required)
    .addColumn('updated_at', key, required)
    .execute();
  await sql.raw(insertFirstVehicleTypes).execute(db);
}

/**
 * The price columns of the first five vehicle types, which versions before 1.0 used. The seals of rows from that time
 * include them.
 */
export const FORMER_PRICE_COLUMNS = ['lorry_cents', 'van_cents', 'three_wheeler_cents', 'motorbike_cents', 'car_cents'];

async function createTariffs(db: Kysely<never>): Promise<void> {
  const { table, integer, drawnId, key, text } = schemaTypes(db);
  let tariffs = table('tariffs').addColumn('id', drawnId('tariffs')).addColumn('valid_from', key, required);
  for (const name of FORMER_PRICE_COLUMNS)
    tariffs = tariffs.addColumn(name, integer, (column) => column.check(sql`${sql.ref(name)} > 0`));
  await tariffs.addColumn('set_by', text, required).addColumn('set_at', key, required).execute();
  await db.schema.createIndex('tariffs_newest').on('tariffs').columns(['valid_from', 'id']).execute();
  await createTariffPrices(db);
}

export async function createTariffPrices(db: Kysely<never>): Promise<void> {
  const { table, integer, drawnId } = schemaTypes(db);
  await table('tariff_prices')
    .addColumn('id', drawnId('tariff_prices'))
    .addColumn('tariff_id', integer, (column) => column.notNull().references('tariffs.id'))
    .addColumn('vehicle_type_id', integer, (column) => column.notNull().references('vehicle_types.id'))
    .addColumn('cents', integer, holding('cents > 0'))
    .addUniqueConstraint('tariff_prices_once', ['tariff_id', 'vehicle_type_id'])
    .execute();
}

async function createPhones(db: Kysely<never>): Promise<void> {
  const { table, integer, drawnId, key, text } = schemaTypes(db);
  await table('gate_devices')
    .addColumn('id', drawnId('gate_devices'))
    .addColumn('created_at', key, required)
    .addColumn('created_by', text, required)
    .addColumn('created_by_id', integer)
    .addColumn('secret', text)
    .execute();

  // A device has one counter for both kinds of tickets. The transaction that stores a ticket inserts its number here,
  // so that no number is used twice.
  await table('device_numbers').addColumn('number', key, mainKey).execute();

  await table('gate_shifts')
    .addColumn('id', key, mainKey)
    .addColumn('issued_by', key, required)
    .addColumn('device', key)
    .addColumn('opened_at', key, required)
    .addColumn('opening_cents', integer, holding('opening_cents >= 0'))
    .addColumn('closed_at', key)
    .addColumn('counted_cents', integer)
    .addColumn('reason', text, required)
    .addColumn('created_at', key, required)
    .addColumn('updated_at', key, required)
    .addColumn('issued_by_id', integer)
    .addCheckConstraint('gate_shifts_closed_with_cash', sql`(closed_at is null) = (counted_cents is null)`)
    .execute();
  await db.schema.createIndex('gate_shifts_newest').on('gate_shifts').columns(['opened_at', 'id']).execute();
}

async function createTickets(db: Kysely<never>): Promise<void> {
  const { table, integer, drawnId, key, text } = schemaTypes(db);
  const ticket = (name: string) =>
    table(name)
      .addColumn('id', drawnId(name))
      .addColumn('cents', integer, holding('cents > 0'))
      .addColumn('issued_day', key, required)
      .addColumn('issued_at', key, required)
      .addColumn('issued_by', key, required)
      .addColumn('device_number', key)
      .addColumn('shift_id', key)
      .addColumn('voided_at', key)
      .addColumn('voided_by', text)
      .addColumn('void_reason', text)
      .addColumn('created_at', key, required)
      .addColumn('updated_at', key, required)
      .addCheckConstraint(`${name}_voided_by_somebody`, sql`(voided_at is null) = (voided_by is null)`);
  await ticket('sanitation_tickets')
    .addColumn('count', integer, required)
    .addColumn('issued_by_id', integer)
    .addUniqueConstraint('sanitation_ticket_number', ['count', 'cents'])
    .execute();
  await ticket('vehicle_tickets')
    .addColumn('vehicle_number', key, required)
    .addColumn('vehicle_type', key, required)
    .addColumn('tariff_cents', integer)
    .addColumn('issued_by_id', integer)
    .addColumn('plate', key, (column) => column.notNull().defaultTo(''))
    .execute();
  for (const name of ['sanitation_tickets', 'vehicle_tickets']) {
    // Indexes have only the columns that a query needs, because there may be ten million tickets.
    const index = (use: string, rest: string) => sql.raw(`index ${name}_${use} on ${name} ${rest}`);
    await sql`create ${index('newest', '(issued_at, id) where voided_at is null')}`.execute(db);
    for (const [use, columns] of [
      ['shift', 'shift_id, issued_by, cents'],
      ['shift_owner', 'shift_id, issued_by_id, cents'],
    ] as const)
      await sql`create ${index(use, `(${columns}) where shift_id is not null and voided_at is null`)}`.execute(db);
    await sql`create ${index('shift_void', '(shift_id) where shift_id is not null and voided_at is not null')}`.execute(
      db,
    );
    await sql`create unique ${index('device', '(device_number) where device_number is not null')}`.execute(db);
  }
  await sql`create index vehicle_tickets_other_price on vehicle_tickets (issued_at, id)
    where tariff_cents is not null and voided_at is null`.execute(db);
}

async function createCounts(db: Kysely<never>): Promise<void> {
  const { table, integer, key } = schemaTypes(db);
  // The last number issued at each ticket price. Its row lock makes the numbers consecutive.
  await table('sanitation_counts').addColumn('cents', integer, mainKey).addColumn('last', integer, required).execute();
  await sql`insert into sanitation_counts (cents, last) values (2000, 0), (10000, 0)`.execute(db);

  // For each day and kind, the number of tickets that are not void. The kind is '20' or '100', or the vehicle type.
  await table('ticket_sums')
    .addColumn('subject', key, wordOf('subject', ['sanitation', 'vehicle']))
    .addColumn('day', key, required)
    .addColumn('kind', key, required)
    .addColumn('tickets', integer, holding('tickets >= 0'))
    .addColumn('cents', integer, holding('cents >= 0'))
    .addPrimaryKeyConstraint('ticket_sums_key', ['subject', 'day', 'kind'])
    .execute();

  await table('arrivals')
    .addColumn('day', key, required)
    .addColumn('hour', integer, holding('hour between 0 and 23'))
    .addColumn('vehicle_type', key, required)
    .addColumn('tickets', integer, holding('tickets >= 0'))
    .addColumn('changed_at', key)
    .addPrimaryKeyConstraint('arrivals_key', ['day', 'hour', 'vehicle_type'])
    .execute();
}
