import type { Kysely } from 'kysely';
import { required, schemaTypes, wordOf } from '../schema-types.ts';

/** Adds what people see at stalls when they walk through the market. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text, bytes } = schemaTypes(db);
  await table('walk_entries')
    .addColumn('id', generatedId)
    .addColumn('entry_key', key, (column) => column.notNull().unique())
    .addColumn('shop_id', integer, (column) => column.notNull().references('shops.id').onDelete('cascade'))
    .addColumn('tenancy_id', integer, (column) => column.references('tenancies.id').onDelete('cascade'))
    .addColumn('day', key, required)
    .addColumn('seen_at', key, required)
    .addColumn('state', key, wordOf('state', ['trading', 'closed', 'other']))
    .addColumn('note', text, required)
    .addColumn('picture', bytes)
    .addColumn('recorded_at', key, required)
    .addColumn('recorded_by', key, required)
    .addColumn('handled_at', key)
    .addColumn('handled_by', key)
    .addColumn('sentence', text)
    .execute();
  await db.schema.createIndex('walk_entries_shop').on('walk_entries').columns(['shop_id', 'seen_at', 'id']).execute();
  await db.schema.createIndex('walk_entries_tenancy').on('walk_entries').column('tenancy_id').execute();
}
