import type { Kysely } from 'kysely';
import { holding, required, schemaTypes } from '../schema-types.ts';

/** Adds the links of the tenants' pages, and on which days each page was opened. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, key } = schemaTypes(db);
  await table('tenant_pages')
    .addColumn('tenancy_id', integer, (column) => column.primaryKey().references('tenancies.id').onDelete('cascade'))
    .addColumn('version', integer, holding('version >= 1'))
    .addColumn('revoked_at', key)
    .addColumn('changed_at', key, required)
    .execute();
  await table('tenant_page_days')
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id').onDelete('cascade'))
    .addColumn('day', key, required)
    .addColumn('visits', integer, holding('visits >= 1'))
    .addPrimaryKeyConstraint('tenant_page_days_once', ['tenancy_id', 'day'])
    .execute();
}
