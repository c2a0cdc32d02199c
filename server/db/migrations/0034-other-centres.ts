import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { flag, mainKey, required, schemaTypes } from '../schema-types.ts';

/** Adds the key of the market, and what other centres publish, apart from the prices of this market. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('market_keys').addColumn('id', integer, mainKey).addColumn('market_key', key, required).execute();
  await sql`insert into market_keys (id, market_key) values (1, ${randomUUID()})`.execute(db);
  await table('other_centres')
    .addColumn('id', generatedId)
    .addColumn('market_key', key, (column) => column.notNull().unique())
    .addColumn('address', key, required)
    .addColumn('name', text, required)
    .addColumn('name_si', text, required)
    .addColumn('name_ta', text, required)
    .addColumn('licence', text, required)
    .addColumn('distance_km', integer)
    .addColumn('usual_time', key, required)
    .addColumn('fault', key)
    .addColumn('fault_detail', text, required)
    .addColumn('faults', integer, required)
    .addColumn('last_change', integer, required)
    .addColumn('etags', text, required)
    .addColumn('answered_at', key)
    .addColumn('read_at', key)
    .addColumn('next_read_at', key, required)
    .addColumn('added_at', key, required)
    .addColumn('added_by', key, required)
    .execute();
  await table('other_products')
    .addColumn('id', generatedId)
    .addColumn('centre_id', integer, (column) => column.notNull().references('other_centres.id'))
    .addColumn('code', key, required)
    .addColumn('name', text, required)
    .addColumn('name_si', text, required)
    .addColumn('name_ta', text, required)
    .addColumn('unit', text, required)
    .addColumn('cpc', key)
    .addColumn('hs', key)
    .addColumn('product_id', integer)
    .addColumn('mapped_by', key, required)
    .addUniqueConstraint('other_products_once', ['centre_id', 'code'])
    .execute();
  await db.schema.createIndex('other_products_mapped').on('other_products').column('product_id').execute();
  await table('other_prices')
    .addColumn('other_product_id', integer, (column) => column.notNull().references('other_products.id'))
    .addColumn('date', key, required)
    .addColumn('min_cents', integer, required)
    .addColumn('max_cents', integer, required)
    .addPrimaryKeyConstraint('other_prices_once', ['other_product_id', 'date'])
    .execute();
  await table('other_days')
    .addColumn('centre_id', integer, (column) => column.notNull().references('other_centres.id'))
    .addColumn('date', key, required)
    .addColumn('state', key, required)
    .addColumn('prices', integer, required)
    .addColumn('reason', text)
    .addColumn('reason_si', text)
    .addColumn('reason_ta', text)
    .addColumn('is_stale', integer, flag('is_stale'))
    .addPrimaryKeyConstraint('other_days_once', ['centre_id', 'date'])
    .execute();
}
