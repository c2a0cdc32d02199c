/** The figures of closed months as they were when the month was closed (docs/rules.md, Closing a month). */
import type { Insertable } from 'kysely';
import type { Instant, Month } from '#billing/calendar.ts';
import type { Reader, Writer } from './connect.ts';
import type { Tables } from './tables/tables.ts';

interface ClosedMonth {
  closed_at: Instant;
  /** JSON: what the page of the month shows. */
  page: string;
  /** JSON: the figures of its reports. */
  report: string;
}

/** Finds the figures of a month that is closed; undefined if it is open, or was closed before its figures were stored. */
export function findClosedMonth(db: Reader, month: Month): Promise<ClosedMonth | undefined> {
  return db
    .selectFrom('closed_months')
    .innerJoin('closings', 'closings.id', 'closed_months.closing_id')
    .select(['closings.closed_at', 'closed_months.page', 'closed_months.report'])
    .where('closings.reopened_at', 'is', null)
    .where('closed_months.month', '=', month)
    .executeTakeFirst();
}

export async function insertClosedMonths(
  tx: Writer,
  rows: readonly Insertable<Tables['closed_months']>[],
): Promise<void> {
  for (const row of rows) await tx.insertInto('closed_months').values(row).execute();
}
