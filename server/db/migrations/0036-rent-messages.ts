import { type Kysely, sql } from 'kysely';
import { holding, required, schemaTypes, wordOf } from '../schema-types.ts';

/** Adds messages about rent by text and email, and who wants none. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('rent_messages')
    .addColumn('id', generatedId)
    .addColumn('once_key', key, (column) => column.notNull().unique())
    .addColumn('occasion', key, wordOf('occasion', ['bill', 'reminder', 'receipt']))
    .addColumn('month', key)
    .addColumn('payment_id', integer, (column) => column.references('ledger_entries.id'))
    .addColumn('channel', key, wordOf('channel', ['sms', 'email']))
    .addColumn('recipient', text, required)
    .addColumn('language', key, wordOf('language', ['en', 'si', 'ta']))
    .addColumn('text', text, required)
    .addColumn('parts', integer, holding('parts >= 0'))
    .addColumn('state', key, wordOf('state', ['queued', 'sending', 'sent', 'failed', 'unknown']))
    .addColumn('message', text, required)
    .addColumn('attempts', integer, holding('attempts >= 0'))
    .addColumn('send_after', key, required)
    .addColumn('leased_by', key)
    .addColumn('leased_until', key)
    .addColumn('requested_at', key, required)
    .addColumn('requested_by', text, required)
    .addColumn('changed_at', key, required)
    .execute();
  await sql`create index rent_messages_open on rent_messages (id) where state in ('queued', 'sending')`.execute(db);
  await db.schema.createIndex('rent_messages_month').on('rent_messages').columns(['month', 'occasion']).execute();
  await db.schema.createIndex('rent_messages_payment').on('rent_messages').column('payment_id').execute();
  await db.schema.createIndex('rent_messages_changed').on('rent_messages').column('changed_at').execute();
  await table('rent_message_tenancies')
    .addColumn('message_id', integer, (column) => column.notNull().references('rent_messages.id').onDelete('cascade'))
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('rent_message_tenancies_once', ['message_id', 'tenancy_id'])
    .execute();
  await db.schema
    .createIndex('rent_message_tenancies_tenancy')
    .on('rent_message_tenancies')
    .column('tenancy_id')
    .execute();
  await table('rent_message_opt_outs')
    .addColumn('tenancy_id', integer, (column) => column.primaryKey().references('tenancies.id').onDelete('cascade'))
    .addColumn('recorded_at', key, required)
    .addColumn('recorded_by', text, required)
    .execute();
}
