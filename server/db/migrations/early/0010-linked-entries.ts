import { type Kysely, sql } from 'kysely';

/** Finds the payment that replaced a void one. Few entries are linked. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index ledger_entries_linked on ledger_entries (linked_id) where linked_id is not null`.execute(db);
}
