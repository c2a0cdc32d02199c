import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../../schema-types.ts';

const ISO_DAY = sql`date like '____-__-__'`;

export async function up(db: Kysely<never>): Promise<void> {
  await accountsAndSessions(db);
  await auditLog(db);
  await catalogue(db);
  await prices(db);
  const { table, integer } = schemaTypes(db);
  await table('data_version')
    .addColumn('id', integer, (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('version', integer, (column) => column.notNull())
    .execute();
  await sql`insert into data_version (id, version) values (1, 1)`.execute(db);
}

async function accountsAndSessions(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('accounts')
    .addColumn('id', generatedId)
    .addColumn('username', text, (column) => column.notNull())
    .addColumn('email', key, (column) => column.notNull().unique())
    .addColumn('role', key, (column) =>
      column.notNull().check(sql`role in ('superadmin', 'admin', 'manager', 'editor', 'tiketing')`),
    )
    .addColumn('password_hash', text, (column) => column.notNull())
    .addColumn('must_change_password', integer, (column) => column.notNull().check(sql`must_change_password in (0, 1)`))
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('updated_at', key, (column) => column.notNull())
    .execute();
  await sql`create unique index accounts_username on accounts (lower(username))`.execute(db);

  await table('sessions')
    .addColumn('id', key, (column) => column.primaryKey().notNull())
    .addColumn('account_id', integer, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('last_seen_at', key, (column) => column.notNull())
    .addColumn('verified_at', key)
    .addColumn('ended_at', key)
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('agent', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_account').on('sessions').column('account_id').execute();

  await table('rate_limits')
    .addColumn('subject', key, (column) => column.primaryKey().notNull())
    .addColumn('window_start', key, (column) => column.notNull())
    .addColumn('tries', integer, (column) => column.notNull())
    .execute();
}

async function auditLog(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('audit_log')
    .addColumn('id', generatedId)
    .addColumn('event_date', key, (column) => column.notNull())
    .addColumn('event_type', key, (column) => column.notNull())
    .addColumn('event_description', text, (column) => column.notNull())
    .addColumn('shop_id', key)
    .addColumn('invoice_id', key)
    .addColumn('old_value', text)
    .addColumn('new_value', text)
    .addColumn('edit_reason', text)
    .addColumn('user_actioned', text, (column) => column.notNull())
    .addColumn('request_id', key, (column) => column.notNull())
    .addColumn('previous_hash', key, (column) => column.notNull())
    .addColumn('hash', key, (column) => column.notNull().unique())
    .execute();
  await db.schema.createIndex('audit_log_event').on('audit_log').columns(['event_type', 'id']).execute();
  await db.schema.createIndex('audit_log_date').on('audit_log').column('event_date').execute();
  await table('audit_head')
    .addColumn('id', integer, (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('hash', key, (column) => column.notNull())
    .execute();
  await sql`insert into audit_head (id, hash) values (1, '')`.execute(db);
}

async function catalogue(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text, bytes } = schemaTypes(db);
  await table('images')
    .addColumn('hash', key, (column) => column.primaryKey().notNull())
    .addColumn('content_type', key, (column) => column.notNull())
    .addColumn('bytes', bytes, (column) => column.notNull())
    .addColumn('created_at', key, (column) => column.notNull())
    .execute();
  await table('products')
    .addColumn('id', generatedId)
    .addColumn('code', key, (column) => column.notNull().unique())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('name_si', text, (column) => column.notNull())
    .addColumn('name_ta', text, (column) => column.notNull())
    .addColumn('type', key, (column) =>
      column.notNull().check(sql`type in ('fruit', 'vegetable', 'rice', 'potatoes', 'Leaf Vegetable', 'Grain')`),
    )
    .addColumn('unit', key, (column) => column.notNull().check(sql`unit in ('kg', 'bundle', 'fruit', 'nut')`))
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('aliases', text, (column) => column.notNull())
    .addColumn('list_order', integer, (column) => column.notNull())
    .addColumn('image_hash', key, (column) => column.references('images.hash'))
    .addColumn('archived_at', key)
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('updated_at', key, (column) => column.notNull())
    .execute();
}

async function prices(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('prices')
    .addColumn('id', generatedId)
    .addColumn('product_id', integer, (column) => column.notNull().references('products.id'))
    .addColumn('date', key, (column) => column.notNull().check(ISO_DAY))
    .addColumn('min_cents', integer, (column) => column.notNull().check(sql`min_cents > 0`))
    .addColumn('max_cents', integer, (column) => column.notNull())
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('updated_at', key, (column) => column.notNull())
    .addCheckConstraint('prices_min_not_above_max', sql`min_cents <= max_cents`)
    .addUniqueConstraint('prices_product_date', ['product_id', 'date'])
    .execute();
  await db.schema.createIndex('prices_date').on('prices').column('date').execute();
  // Contains all columns of a chart, so that five years of a product are read from the index only.
  await db.schema
    .createIndex('prices_history')
    .on('prices')
    .columns(['product_id', 'date', 'min_cents', 'max_cents'])
    .execute();

  await table('price_changes')
    .addColumn('id', generatedId)
    .addColumn('product_id', integer, (column) => column.notNull().references('products.id'))
    .addColumn('date', key, (column) => column.notNull().check(ISO_DAY))
    .addColumn('old_min_cents', integer)
    .addColumn('old_max_cents', integer)
    .addColumn('new_min_cents', integer)
    .addColumn('new_max_cents', integer)
    .addColumn('changed_at', key, (column) => column.notNull())
    .addColumn('changed_by', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('price_changes_product_date')
    .on('price_changes')
    .columns(['product_id', 'date'])
    .execute();
}
