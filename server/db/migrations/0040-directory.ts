import type { Kysely } from 'kysely';
import { mainKey, required, schemaTypes } from '../schema-types.ts';

/** Adds what tenants agreed to have in public: a trade name and goods. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, key, text } = schemaTypes(db);
  await table('directory_entries')
    .addColumn('tenancy_id', integer, (column) => mainKey(column).references('tenancies.id').onDelete('cascade'))
    .addColumn('trade_name', text, required)
    .addColumn('recorded_at', key, required)
    .addColumn('recorded_by', key, required)
    .addColumn('withdrawn_at', key)
    .addColumn('withdrawn_by', key)
    .execute();
  await table('directory_goods')
    .addColumn('tenancy_id', integer, (column) =>
      column.notNull().references('directory_entries.tenancy_id').onDelete('cascade'),
    )
    .addColumn('product_id', integer, (column) => column.notNull().references('products.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('directory_goods_once', ['tenancy_id', 'product_id'])
    .execute();
  await db.schema.createIndex('directory_goods_product').on('directory_goods').column('product_id').execute();
}
