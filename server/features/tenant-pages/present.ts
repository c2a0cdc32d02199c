import { dayOf } from '#billing/calendar.ts';
import type { OpenedRow } from './queries.ts';

export function countOpened(rows: readonly OpenedRow[]): { count: number; of: number } {
  const billed = rows.filter(({ billed_at }) => billed_at !== null);
  return { count: billed.filter(isOpenedSinceBill).length, of: billed.length };
}

/** Visits are counted by day, so one on the day of the bill counts as after it. */
export function isOpenedSinceBill({ billed_at, opened_on }: OpenedRow): boolean {
  return billed_at !== null && opened_on !== null && opened_on >= dayOf(billed_at);
}
