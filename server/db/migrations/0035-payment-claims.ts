import { type Kysely, sql } from 'kysely';
import { holding, required, schemaTypes } from '../schema-types.ts';

/** Adds what tenants say that they have paid. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text, bytes } = schemaTypes(db);
  await table('payment_claims')
    .addColumn('id', generatedId)
    .addColumn('tenancy_id', integer, (column) => column.notNull().references('tenancies.id').onDelete('cascade'))
    .addColumn('cents', integer, holding('cents > 0'))
    .addColumn('day', key, required)
    .addColumn('bank', text, required)
    .addColumn('picture', bytes)
    .addColumn('picture_hash', key)
    .addColumn('claimed_at', key, required)
    .addColumn('payment_id', integer, (column) => column.references('ledger_entries.id'))
    .addColumn('sentence', text)
    .addColumn('ended_at', key)
    .addColumn('ended_by', key)
    .execute();
  await sql`create unique index payment_claims_once on payment_claims (tenancy_id, cents, day)
    where sentence is null`.execute(db);
  await sql`create unique index payment_claims_pictures on payment_claims (tenancy_id, picture_hash)
    where picture_hash is not null and sentence is null`.execute(db);
  await db.schema.createIndex('payment_claims_payment').on('payment_claims').column('payment_id').execute();
}
