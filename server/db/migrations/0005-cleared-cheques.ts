import { type Kysely, sql } from 'kysely';
import { required, schemaTypes } from '../schema-types.ts';

/** Adds a table of the days on which the bank paid cheques. A cheque without such a day is pending. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, key } = schemaTypes(db);
  await table('cleared_cheques')
    .addColumn('payment_id', integer, (column) => column.primaryKey().references('ledger_entries.id'))
    .addColumn('cleared_on', key)
    .addColumn('recorded_at', key, required)
    .addColumn('recorded_by', key, required)
    .execute();
  await sql`create index ledger_entries_cheques on ledger_entries (id)
    where kind = 'payment' and method = 'Cheque' and voided_at is null`.execute(db);
}
