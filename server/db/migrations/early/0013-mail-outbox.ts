import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

/** Emails are rows before they are sent, statements too (docs/operating.md, Email). */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await db.schema.dropIndex('mails_invoice').execute();
  await db.schema.alterTable('mails').renameTo('old_mails').execute();
  await table('mails')
    .addColumn('id', generatedId)
    .addColumn('run_id', key, (column) => column.notNull())
    .addColumn('invoice_id', integer, (column) => column.references('invoices.id'))
    .addColumn('tenancy_id', integer, (column) => column.references('tenancies.id'))
    .addColumn('period_from', key)
    .addColumn('period_to', key)
    .addColumn('recipient', text, (column) => column.notNull())
    .addColumn('message_id', text, (column) => column.notNull())
    .addColumn('state', key, (column) =>
      column.notNull().check(sql`state in ('queued', 'sending', 'sent', 'failed', 'unknown')`),
    )
    .addColumn('message', text, (column) => column.notNull())
    .addColumn('leased_by', key)
    .addColumn('leased_until', key)
    .addColumn('requested_at', key, (column) => column.notNull())
    .addColumn('requested_by', text, (column) => column.notNull())
    .addColumn('request_id', key, (column) => column.notNull())
    .addColumn('changed_at', key, (column) => column.notNull())
    .addCheckConstraint('mails_of_one', sql`(invoice_id is null) <> (tenancy_id is null)`)
    .execute();
  await sql`insert into mails
    (run_id, invoice_id, recipient, message_id, state, message, requested_at, requested_by, request_id, changed_at)
    select '', invoice_id, recipient, message_id, outcome, message, sent_at, sent_by, '', sent_at
    from old_mails order by id`.execute(db);
  await db.schema.dropTable('old_mails').execute();
  await db.schema.createIndex('mails_invoice').on('mails').columns(['invoice_id', 'id']).execute();
  await sql`create index mails_tenancy on mails (tenancy_id, id) where tenancy_id is not null`.execute(db);
  await db.schema.createIndex('mails_run').on('mails').column('run_id').execute();
  await db.schema.createIndex('mails_changed').on('mails').column('changed_at').execute();
  await sql`create index mails_open on mails (id) where state in ('queued', 'sending')`.execute(db);
  await sql`create index mails_unknown on mails (id) where state = 'unknown'`.execute(db);
}
