import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('alert_subscriptions')
    .addColumn('id', generatedId)
    .addColumn('channel', key, (column) => column.notNull().check(sql`channel in ('email', 'push', 'sms')`))
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('push_keys', text, (column) => column.notNull())
    .addColumn('kind', key, (column) => column.notNull().check(sql`kind in ('daily', 'above', 'below')`))
    .addColumn('products', text, (column) => column.notNull())
    .addColumn('limit_cents', integer)
    .addColumn('language', key, (column) => column.notNull())
    .addColumn('token_hash', key, (column) => column.notNull().unique())
    .addColumn('token_sealed', text, (column) => column.notNull())
    .addColumn('code_hash', key)
    .addColumn('tries_left', integer, (column) => column.notNull())
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('confirmed_at', key)
    .addColumn('after_day', key, (column) => column.notNull())
    .addColumn('seen_version', integer, (column) => column.notNull())
    .addCheckConstraint('alert_subscriptions_limit', sql`(kind = 'daily') = (limit_cents is null)`)
    .execute();
  await db.schema
    .createIndex('alert_subscriptions_address')
    .on('alert_subscriptions')
    .columns(['channel', 'address'])
    .execute();
  await sql`create index alert_subscriptions_pending on alert_subscriptions (created_at)
    where confirmed_at is null`.execute(db);
  await sql`create index alert_subscriptions_due on alert_subscriptions (seen_version)
    where confirmed_at is not null`.execute(db);
  await table('alert_messages')
    .addColumn('id', generatedId)
    .addColumn('subscription_id', integer, (column) =>
      column.notNull().references('alert_subscriptions.id').onDelete('cascade'),
    )
    .addColumn('occasion', key, (column) => column.notNull())
    .addColumn('day', key, (column) => column.notNull())
    .addColumn('figures', text, (column) => column.notNull())
    .addColumn('state', key, (column) =>
      column.notNull().check(sql`state in ('queued', 'sending', 'sent', 'failed', 'unknown')`),
    )
    .addColumn('message', text, (column) => column.notNull())
    .addColumn('attempts', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('send_after', key, (column) => column.notNull())
    .addColumn('leased_by', key)
    .addColumn('leased_until', key)
    .addColumn('queued_at', key, (column) => column.notNull())
    .addColumn('changed_at', key, (column) => column.notNull())
    .addUniqueConstraint('alert_messages_occasion', ['subscription_id', 'occasion'])
    .execute();
  await db.schema.createIndex('alert_messages_changed').on('alert_messages').column('changed_at').execute();
  await sql`create index alert_messages_open on alert_messages (id) where state in ('queued', 'sending')`.execute(db);
}
