import { type Kysely, sql } from 'kysely';
import { required, schemaTypes } from '../schema-types.ts';

const DAY = 86_400_000;
const COLOMBO_OFFSET = 19_800_000;

/**
 * Adds a table of the instants from which electronic payments are to be confirmed. In a market that has such payments,
 * it is the day after the last one.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, generatedId, key, text } = schemaTypes(db);
  await table('confirmation_starts')
    .addColumn('id', generatedId)
    .addColumn('since', key)
    .addColumn('set_at', key, required)
    .addColumn('set_by', text, required)
    .execute();
  await sql`create index ledger_entries_electronic on ledger_entries (recorded_at)
    where kind = 'payment' and method in ('Bank Transfer', 'Card', 'Online') and voided_at is null`.execute(db);
  const { rows } = await sql<{ last: string | null }>`select max(recorded_at) as last from ledger_entries
    where kind = 'payment' and method in ('Bank Transfer', 'Card', 'Online')`.execute(db);
  const last = rows[0]?.last ?? null;
  if (last === null) return;
  const days = Math.floor((Date.parse(last) + COLOMBO_OFFSET) / DAY) + 1;
  const since = new Date(days * DAY - COLOMBO_OFFSET).toISOString();
  await sql`insert into confirmation_starts (since, set_at, set_by) values (${since}, ${last}, '')`.execute(db);
}
