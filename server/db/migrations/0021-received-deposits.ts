import { type Kysely, sql } from 'kysely';

const DAY = 86_400_000;
const COLOMBO_OFFSET = 19_800_000;

/**
 * Replaces the indexes of cheques and electronic payments, which include deposits and payments by "Correction Made" from
 * now on. Those that were recorded before are in the bank: the day after the last one is the first day of confirming,
 * unless a person has set that day.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index ledger_entries_cheques`.execute(db);
  await sql`drop index ledger_entries_electronic`.execute(db);
  await sql`create index ledger_entries_cheques on ledger_entries (id)
    where kind in ('payment', 'deposit received') and method = 'Cheque' and voided_at is null`.execute(db);
  await sql`create index ledger_entries_electronic on ledger_entries (recorded_at)
    where kind in ('payment', 'deposit received')
      and method in ('Bank Transfer', 'Card', 'Online', 'Correction Made') and voided_at is null`.execute(db);
  const { rows } = await sql<{ last: string | null }>`select max(recorded_at) as last from ledger_entries
    where (kind = 'payment' and method = 'Correction Made') or (kind = 'deposit received'
      and method in ('Cheque', 'Bank Transfer', 'Card', 'Online', 'Correction Made'))`.execute(db);
  const last = rows[0]?.last ?? null;
  if (last === null) return;
  const days = Math.floor((Date.parse(last) + COLOMBO_OFFSET) / DAY) + 1;
  const since = new Date(days * DAY - COLOMBO_OFFSET).toISOString();
  await sql`insert into confirmation_starts (since, set_at, set_by) select ${since}, ${last}, '' where not exists
    (select 1 from confirmation_starts where set_by <> '' or since >= ${since})`.execute(db);
}
