import { type Kysely, sql } from 'kysely';
import { holding, mainKey, required, schemaTypes } from '../../schema-types.ts';

export async function createSettings(db: Kysely<never>): Promise<void> {
  const { table, integer, generatedId, key, text } = schemaTypes(db);
  await table('settings')
    .addColumn('name', key, mainKey)
    .addColumn('value', text, required)
    .addColumn('updated_at', key, required)
    .execute();

  await table('vat_rates')
    .addColumn('id', generatedId)
    .addColumn('basis_points', integer, holding('basis_points > 0'))
    .addColumn('valid_from', key, required)
    .addColumn('set_by', text, required)
    .addColumn('set_at', key, required)
    .addColumn('applied_at', key)
    .execute();
  await sql`create unique index vat_rates_to_come on vat_rates (valid_from) where applied_at is null`.execute(db);

  await table('rent_rules')
    .addColumn('from_month', key, mainKey)
    .addColumn('rent_due_day', integer, holding('rent_due_day between 1 and 28'))
    .addColumn('fine_basis_points', integer, holding('fine_basis_points between 0 and 10000'))
    .addColumn('set_by', text, required)
    .addColumn('set_at', key, required)
    .execute();
}
