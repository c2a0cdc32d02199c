import { type Kysely, sql } from 'kysely';
import { holding, mainKey, required, schemaTypes, wordOf } from '../schema-types.ts';

/** Adds the plan of the market, and the day on which the agreement of a tenancy ends. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text, bytes } = schemaTypes(db);
  await table('plan_parts')
    .addColumn('id', generatedId)
    .addColumn('kind', key, wordOf('kind', ['stall', 'entrance', 'label']))
    .addColumn('shop_id', integer, (column) => column.unique().references('shops.id').onDelete('cascade'))
    .addColumn('text', text, required)
    .addColumn('x', integer, holding('x >= 0'))
    .addColumn('y', integer, holding('y >= 0'))
    .addColumn('width', integer, holding('width > 0'))
    .addColumn('height', integer, holding('height > 0'))
    .addCheckConstraint('plan_parts_stalls', sql`(kind = 'stall') = (shop_id is not null)`)
    .execute();
  await table('plan_pictures')
    .addColumn('id', integer, mainKey)
    .addColumn('bytes', bytes, required)
    .addColumn('width', integer, holding('width > 0'))
    .addColumn('height', integer, holding('height > 0'))
    .addColumn('stored_at', key, required)
    .addColumn('stored_by', key, required)
    .execute();
  await db.schema.alterTable('tenancies').addColumn('agreement_ends_on', key).execute();
  await sql`create index tenancies_ending on tenancies (agreement_ends_on)
    where ended_on is null and agreement_ends_on is not null`.execute(db);
  await sql`create index invoices_unprinted on invoices (shop_id) where times_printed = 0`.execute(db);
}
