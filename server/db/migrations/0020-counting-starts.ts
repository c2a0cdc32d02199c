import { type Kysely, sql } from 'kysely';
import { required, schemaTypes } from '../schema-types.ts';

const DAY = 86_400_000;
const COLOMBO_OFFSET = 19_800_000;

/**
 * Adds a table of the days from which tickets without a shift are to be counted. In a market that has such tickets, it is
 * the day after the last one.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, generatedId, key, text } = schemaTypes(db);
  await table('counting_starts')
    .addColumn('id', generatedId)
    .addColumn('since', key)
    .addColumn('set_at', key, required)
    .addColumn('set_by', text, required)
    .execute();
  const { rows } = await sql<{ last: string | null }>`select max(ticket.day) as last from shift_sums as ticket
    left join gate_shifts as shift on shift.id = ticket.shift_id and (shift.issued_by_id = ticket.issued_by_id
      or (shift.issued_by_id is null and ticket.issued_by_id = 0 and shift.issued_by = ticket.issued_by))
    where ticket.tickets > 0 and shift.id is null`.execute(db);
  const last = rows[0]?.last ?? null;
  if (last === null) return;
  const next = Date.parse(last) + DAY;
  const since = new Date(next).toISOString().slice(0, 10);
  const at = new Date(next - COLOMBO_OFFSET).toISOString();
  await sql`insert into counting_starts (since, set_at, set_by) values (${since}, ${at}, '')`.execute(db);
}
