import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('tariffs')
    .addColumn('id', generatedId)
    .addColumn('valid_from', key, (column) => column.notNull())
    .addColumn('lorry_cents', integer, (column) => column.notNull().check(sql`lorry_cents > 0`))
    .addColumn('van_cents', integer, (column) => column.notNull().check(sql`van_cents > 0`))
    .addColumn('three_wheeler_cents', integer, (column) => column.notNull().check(sql`three_wheeler_cents > 0`))
    .addColumn('motorbike_cents', integer, (column) => column.notNull().check(sql`motorbike_cents > 0`))
    .addColumn('car_cents', integer, (column) => column.notNull().check(sql`car_cents > 0`))
    .addColumn('set_by', text, (column) => column.notNull())
    .addColumn('set_at', key, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('tariffs_newest').on('tariffs').columns(['valid_from', 'id']).execute();

  await db.schema.alterTable('vehicle_tickets').addColumn('tariff_cents', integer).execute();
  await sql`create index vehicle_tickets_other_price on vehicle_tickets (issued_at, id) where tariff_cents is not null and voided_at is null`.execute(
    db,
  );
  for (const name of ['sanitation_tickets', 'vehicle_tickets'])
    await sql
      .raw(`create index ${name}_shift_void on ${name} (shift_id) where shift_id is not null and voided_at is not null`)
      .execute(db);
}
