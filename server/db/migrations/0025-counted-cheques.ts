import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../schema-types.ts';

/**
 * Adds the market's rule for post-dated cheques, the day from which a payment counts, and the instant at which it
 * counted. Payments that were recorded before count when they were received.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { integer, key } = schemaTypes(db);
  await db.schema.alterTable('ledger_entries').addColumn('counts_from', key).execute();
  await db.schema.alterTable('ledger_entries').addColumn('counted_at', key).execute();
  await sql`create index ledger_entries_promised on ledger_entries (counts_from)
    where counts_from is not null and counted_at is null and voided_at is null`.execute(db);
  await sql`create index ledger_entries_counted on ledger_entries (counted_at) where counted_at is not null`.execute(
    db,
  );
  await db.schema
    .alterTable('rent_rules')
    .addColumn('cheques_on_their_day', integer, (column) => column.notNull().defaultTo(0))
    .execute();
}
