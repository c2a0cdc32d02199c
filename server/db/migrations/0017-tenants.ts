import { type Kysely, sql } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import { groupSameTenants, type TenantMarks } from '#contract/same-tenant.ts';
import { required, schemaTypes } from '../schema-types.ts';

interface TenancyOfBefore extends TenantMarks {
  id: number;
  created_at: Instant;
}

/** Ids in one statement. SQLite accepts at most 32,766 values. */
const IDS_AT_ONCE = 500;

/**
 * Adds tenants, to whom tenancies belong. Tenancies of before belong to the same tenant if the names and the contact,
 * the email or the tax number are equal (docs/rules.md, Tenancies).
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key } = schemaTypes(db);
  await table('tenants').addColumn('id', generatedId).addColumn('created_at', key, required).execute();
  // SQLite adds a column with a reference only if it may be null.
  await db.schema
    .alterTable('tenancies')
    .addColumn('tenant_id', integer, (column) => column.references('tenants.id'))
    .execute();
  await db.schema.createIndex('tenancies_tenant').on('tenancies').column('tenant_id').execute();
  const { rows } = await sql<TenancyOfBefore>`select id, created_at, name, contact, email, tin from tenancies
    order by id`.execute(db);
  for (const [first, ...others] of groupSameTenants(rows)) {
    if (!first) continue;
    await sql`insert into tenants (created_at) values (${first.created_at})`.execute(db);
    const ids = [first, ...others].map(({ id }) => id);
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
      await sql`update tenancies set tenant_id = (select max(id) from tenants)
        where id in (${sql.join(ids.slice(from, from + IDS_AT_ONCE))})`.execute(db);
  }
}
