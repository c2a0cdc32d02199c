import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../schema-types.ts';

/** What a cheque says, of a payment that was made by one. */
export async function up(db: Kysely<never>): Promise<void> {
  const { key, text } = schemaTypes(db);
  const columns = [
    ['cheque_number', text],
    ['cheque_bank', text],
    ['cheque_date', key],
  ] as const;
  for (const [name, type] of columns)
    await db.schema
      .alterTable('ledger_entries')
      .addColumn(name, type, (column) =>
        column.check(sql`${sql.ref(name)} is null or (kind = 'payment' and method = 'Cheque')`),
      )
      .execute();
}
