/**
 * When an entry takes effect. A payment by post-dated cheque may count from the day on the cheque (docs/rules.md,
 * Post-dated cheques): `counted_at` is the first instant of that day, and null until the day has come.
 */
import { type Selectable, sql } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import type { Tables } from './tables/tables.ts';

type LedgerEntryRow = Selectable<Tables['ledger_entries']>;

/** Stored with a payment and its corrections, so that a later rule changes nothing that is recorded. */
export type Counting = Pick<LedgerEntryRow, 'counts_from' | 'counted_at'>;

/** Returns the instant at which an entry takes effect; null while it does not count. */
export function takesEffectAt(row: Counting & Pick<LedgerEntryRow, 'effective_at'>): Instant | null {
  return row.counts_from === null ? row.effective_at : row.counted_at;
}

/** The same in SQL. No comparison with null is true, so a query that compares it leaves out what does not count. */
export function takesEffectIn(table: string) {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<Instant | null>`(case when ${column('counts_from')} is null then ${column('effective_at')}
    else ${column('counted_at')} end)`;
}
