import { type Kysely, sql } from 'kysely';
import { required, schemaTypes } from '../schema-types.ts';

/** Adds passes of vehicles: their prices, which tickets are passes and until when, and the entries with them. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key } = schemaTypes(db);
  for (const name of ['day_cents', 'month_cents'])
    await db.schema.alterTable('tariff_prices').addColumn(name, integer).execute();
  for (const name of ['pass_term', 'pass_until'])
    await db.schema.alterTable('vehicle_tickets').addColumn(name, key).execute();
  await sql`create index vehicle_tickets_passes on vehicle_tickets (pass_until)
    where pass_until is not null and voided_at is null`.execute(db);
  await table('pass_entries')
    .addColumn('id', generatedId)
    .addColumn('ticket_id', integer, (column) => column.notNull().references('vehicle_tickets.id'))
    .addColumn('vehicle_type', key, required)
    .addColumn('entered_day', key, required)
    .addColumn('entered_at', key, required)
    .addColumn('entered_by', key, required)
    .addColumn('entered_by_id', integer)
    .addColumn('shift_id', key)
    .addColumn('created_at', key, required)
    .addUniqueConstraint('pass_entries_once', ['ticket_id', 'entered_at'])
    .execute();
}
