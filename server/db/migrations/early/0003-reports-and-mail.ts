import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('report_tickets')
    .addColumn('hash', key, (column) => column.primaryKey().notNull())
    .addColumn('session_id', key, (column) => column.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('expires_at', key, (column) => column.notNull())
    .execute();

  await table('mails')
    .addColumn('id', generatedId)
    .addColumn('invoice_id', integer, (column) => column.notNull().references('invoices.id'))
    .addColumn('recipient', text, (column) => column.notNull())
    .addColumn('message_id', text, (column) => column.notNull())
    .addColumn('outcome', key, (column) => column.notNull().check(sql`outcome in ('sent', 'failed', 'unknown')`))
    .addColumn('message', text, (column) => column.notNull())
    .addColumn('sent_at', key, (column) => column.notNull())
    .addColumn('sent_by', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('mails_invoice').on('mails').column('invoice_id').execute();
  // Few of the charges of all years are unpaid.
  await sql`create index charges_owed on charges (shop_id, invoice_id) where paid_cents < cents`.execute(db);
}
