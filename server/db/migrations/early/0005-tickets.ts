import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);

  await table('gate_devices')
    .addColumn('id', generatedId)
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('created_by', text, (column) => column.notNull())
    .execute();

  await table('gate_shifts')
    .addColumn('id', key, (column) => column.primaryKey().notNull())
    .addColumn('issued_by', key, (column) => column.notNull())
    .addColumn('device', key)
    .addColumn('opened_at', key, (column) => column.notNull())
    .addColumn('opening_cents', integer, (column) => column.notNull().check(sql`opening_cents >= 0`))
    .addColumn('closed_at', key)
    .addColumn('counted_cents', integer)
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('updated_at', key, (column) => column.notNull())
    .addCheckConstraint('gate_shifts_closed_with_cash', sql`(closed_at is null) = (counted_cents is null)`)
    .execute();
  await db.schema.createIndex('gate_shifts_newest').on('gate_shifts').columns(['opened_at', 'id']).execute();

  const ticket = (name: string) =>
    table(name)
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
      .addCheckConstraint(`${name}_voided_by_somebody`, sql`(voided_at is null) = (voided_by is null)`);
  await ticket('sanitation_tickets')
    .addColumn('count', integer, (column) => column.notNull())
    .addUniqueConstraint('sanitation_ticket_number', ['count', 'cents'])
    .execute();
  await ticket('vehicle_tickets')
    .addColumn('vehicle_number', key, (column) => column.notNull())
    .addColumn('vehicle_type', key, (column) =>
      column.notNull().check(sql`vehicle_type in ('Lorry', 'Van', 'Three-Wheeler', 'Motorbike', 'Car')`),
    )
    .execute();
  for (const name of ['sanitation_tickets', 'vehicle_tickets']) {
    // One index per query and no larger, because there may be ten million tickets.
    const index = (use: string, rest: string) => sql.raw(`index ${name}_${use} on ${name} ${rest}`);
    await sql`create ${index('newest', '(issued_at, id) where voided_at is null')}`.execute(db);
    await sql`create ${index('shift', '(shift_id, issued_by, cents) where shift_id is not null and voided_at is null')}`.execute(
      db,
    );
    await sql`create unique ${index('device', '(device_number) where device_number is not null')}`.execute(db);
  }
  // A device counts both kinds of tickets with one counter, so numbers are claimed here, in the ticket's transaction.
  await table('device_numbers')
    .addColumn('number', key, (column) => column.primaryKey().notNull())
    .execute();

  // One row per price; its lock makes the numbers consecutive.
  await table('sanitation_counts')
    .addColumn('cents', integer, (column) => column.primaryKey().notNull())
    .addColumn('last', integer, (column) => column.notNull())
    .execute();
  await sql`insert into sanitation_counts (cents, last) values (2000, 0), (10000, 0)`.execute(db);

  // Tickets of a day that are not void, by kind: '20' and '100', or the vehicle type.
  await table('ticket_sums')
    .addColumn('subject', key, (column) => column.notNull().check(sql`subject in ('sanitation', 'vehicle')`))
    .addColumn('day', key, (column) => column.notNull())
    .addColumn('kind', key, (column) => column.notNull())
    .addColumn('tickets', integer, (column) => column.notNull().check(sql`tickets >= 0`))
    .addColumn('cents', integer, (column) => column.notNull().check(sql`cents >= 0`))
    .addPrimaryKeyConstraint('ticket_sums_key', ['subject', 'day', 'kind'])
    .execute();
}
