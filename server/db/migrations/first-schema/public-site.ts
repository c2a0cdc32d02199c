import { type Kysely, sql } from 'kysely';
import { productTypes, units } from '#contract/product-words.ts';
import { alertChannels, alertKinds, mailStates, marketDayKinds, publicationTypes } from '#contract/words.ts';
import { holding, mainKey, required, schemaTypes, wordOf } from '../../schema-types.ts';

const ISO_DAY = "date like '____-__-__'";

export async function createPublicSite(db: Kysely<never>): Promise<void> {
  const { table, integer } = schemaTypes(db);
  await table('data_version')
    .addColumn('id', integer, (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('version', integer, required)
    .execute();
  await sql`insert into data_version (id, version) values (1, 1)`.execute(db);
  await createProducts(db);
  await createPrices(db);
  await createPublications(db);
  await createMarketDays(db);
  await createAlerts(db);
}

async function createProducts(db: Kysely<never>): Promise<void> {
  const { table, integer, drawnId, key, text, bytes } = schemaTypes(db);
  await table('images')
    .addColumn('hash', key, mainKey)
    .addColumn('content_type', key, required)
    .addColumn('bytes', bytes, required)
    .addColumn('created_at', key, required)
    .execute();

  await table('products')
    .addColumn('id', drawnId('products'))
    .addColumn('code', key, (column) => column.notNull().unique())
    .addColumn('name', text, required)
    .addColumn('name_si', text, required)
    .addColumn('name_ta', text, required)
    .addColumn('type', key, wordOf('type', productTypes))
    .addColumn('unit', key, wordOf('unit', units))
    .addColumn('description', text, required)
    .addColumn('aliases', text, required)
    .addColumn('list_order', integer, required)
    .addColumn('image_hash', key, (column) => column.references('images.hash'))
    .addColumn('archived_at', key)
    .addColumn('created_at', key, required)
    .addColumn('updated_at', key, required)
    .execute();
}

async function createPrices(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('prices')
    .addColumn('id', generatedId)
    .addColumn('product_id', integer, (column) => column.notNull().references('products.id'))
    .addColumn('date', key, holding(ISO_DAY))
    .addColumn('min_cents', integer, holding('min_cents > 0'))
    .addColumn('max_cents', integer, required)
    .addColumn('created_at', key, required)
    .addColumn('updated_at', key, required)
    .addCheckConstraint('prices_min_not_above_max', sql`min_cents <= max_cents`)
    .addUniqueConstraint('prices_product_date', ['product_id', 'date'])
    .execute();
  await db.schema.createIndex('prices_date').on('prices').column('date').execute();
  // The index contains every column that a chart needs, so that five years of a product's prices are read without the
  // table.
  await db.schema
    .createIndex('prices_history')
    .on('prices')
    .columns(['product_id', 'date', 'min_cents', 'max_cents'])
    .execute();

  await table('price_changes')
    .addColumn('id', generatedId)
    .addColumn('product_id', integer, (column) => column.notNull().references('products.id'))
    .addColumn('date', key, holding(ISO_DAY))
    .addColumn('old_min_cents', integer)
    .addColumn('old_max_cents', integer)
    .addColumn('new_min_cents', integer)
    .addColumn('new_max_cents', integer)
    .addColumn('changed_at', key, required)
    .addColumn('changed_by', text, required)
    .execute();
  await db.schema
    .createIndex('price_changes_product_date')
    .on('price_changes')
    .columns(['product_id', 'date'])
    .execute();
}

async function createPublications(db: Kysely<never>): Promise<void> {
  const { table, drawnId, key, text } = schemaTypes(db);
  await table('publications')
    .addColumn('id', drawnId('publications'))
    .addColumn('type', key, wordOf('type', publicationTypes))
    .addColumn('topic', text, required)
    .addColumn('topic_si', text, required)
    .addColumn('topic_ta', text, required)
    .addColumn('description', text, required)
    .addColumn('description_si', text, required)
    .addColumn('description_ta', text, required)
    .addColumn('image_hash', key, (column) => column.references('images.hash'))
    .addColumn('created_at', key, required)
    .addColumn('updated_at', key, required)
    .execute();
  await db.schema.createIndex('publications_newest').on('publications').columns(['created_at', 'id']).execute();
}

async function createMarketDays(db: Kysely<never>): Promise<void> {
  const { table, integer, key, text } = schemaTypes(db);
  await table('market_days')
    .addColumn('date', key, mainKey)
    .addColumn('kind', key, wordOf('kind', marketDayKinds))
    .addColumn('reason', text, required)
    .addColumn('reason_si', text, required)
    .addColumn('reason_ta', text, required)
    .addColumn('created_at', key, required)
    .addColumn('updated_at', key, required)
    .execute();

  await table('market_week')
    .addColumn('id', integer, (column) => column.primaryKey().notNull().check(sql`id = 1`))
    .addColumn('open_weekdays', key, required)
    .addColumn('updated_at', key, required)
    .execute();
  await sql`insert into market_week (id, open_weekdays, updated_at)
    values (1, '0123456', '1999-04-01T00:00:00.000Z')`.execute(db);
}

async function createAlerts(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('alert_subscriptions')
    .addColumn('id', generatedId)
    .addColumn('channel', key, wordOf('channel', alertChannels))
    .addColumn('address', text, required)
    .addColumn('push_keys', text, required)
    .addColumn('kind', key, wordOf('kind', alertKinds))
    .addColumn('products', text, required)
    .addColumn('limit_cents', integer)
    .addColumn('language', key, required)
    .addColumn('token_hash', key, (column) => column.notNull().unique())
    .addColumn('token_sealed', text, required)
    .addColumn('code_hash', key)
    .addColumn('tries_left', integer, required)
    .addColumn('created_at', key, required)
    .addColumn('confirmed_at', key)
    .addColumn('after_day', key, required)
    .addColumn('seen_version', integer, required)
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
    .addColumn('occasion', key, required)
    .addColumn('day', key, required)
    .addColumn('figures', text, required)
    .addColumn('state', key, wordOf('state', mailStates))
    .addColumn('message', text, required)
    .addColumn('attempts', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('send_after', key, required)
    .addColumn('leased_by', key)
    .addColumn('leased_until', key)
    .addColumn('queued_at', key, required)
    .addColumn('changed_at', key, required)
    .addUniqueConstraint('alert_messages_occasion', ['subscription_id', 'occasion'])
    .execute();
  await db.schema.createIndex('alert_messages_changed').on('alert_messages').column('changed_at').execute();
  await sql`create index alert_messages_open on alert_messages (id) where state in ('queued', 'sending')`.execute(db);
}
