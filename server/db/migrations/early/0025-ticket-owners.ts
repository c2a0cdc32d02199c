import { type Kysely, type RawBuilder, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

/** Between the letters and digits of a plate, in rows of before. */
const SEPARATORS = [' ', '-', '.', '/', '_', '\u00a0', '\u2010', '\u2011', '\u2012', '\u2013', '\u2014'];

export async function up(db: Kysely<never>): Promise<void> {
  const { integer, key, text } = schemaTypes(db);
  for (const name of ['gate_shifts', 'sanitation_tickets', 'vehicle_tickets'])
    await db.schema.alterTable(name).addColumn('issued_by_id', integer).execute();
  await db.schema.alterTable('gate_devices').addColumn('created_by_id', integer).execute();
  await db.schema.alterTable('gate_devices').addColumn('secret', text).execute();
  await db.schema
    .alterTable('vehicle_tickets')
    .addColumn('plate', key, (column) => column.notNull().defaultTo(''))
    .execute();

  for (const name of ['gate_shifts', 'sanitation_tickets'])
    await sql`update ${sql.table(name)} set issued_by_id = ${ownerOf(name, 'issued_by')}`.execute(db);
  const plate = SEPARATORS.reduce(
    (expression, separator) => sql<string>`replace(${expression}, ${sql.lit(separator)}, '')`,
    sql<string>`lower(vehicle_number)`,
  );
  await sql`update vehicle_tickets set issued_by_id = ${ownerOf('vehicle_tickets', 'issued_by')}, plate = ${plate}`.execute(
    db,
  );
  await sql`update gate_devices set created_by_id = ${ownerOf('gate_devices', 'created_by')}`.execute(db);
  for (const name of ['sanitation_tickets', 'vehicle_tickets'])
    await sql
      .raw(
        `create index ${name}_shift_owner on ${name} (shift_id, issued_by_id, cents) where shift_id is not null and voided_at is null`,
      )
      .execute(db);
}

/** Nobody where the email was given to its account by a change, because it can have been another person's before. */
function ownerOf(table: string, column: string): RawBuilder<number> {
  const row = (name: string) => sql.ref(`${table}.${name}`);
  return sql<number>`(select accounts.id from accounts
    where accounts.email = ${row(column)} and accounts.created_at <= ${row('created_at')}
    and not exists (select 1 from audit_log where audit_log.event_type = 'Account Changed'
      and audit_log.new_value like '%' || accounts.email || '%'))`;
}
