import type { Generated } from 'kysely';
import type { Day, Instant, Month } from '#billing/calendar.ts';

export interface ClosingTables {
  closings: ClosingRow;
  closed_entries: ClosedEntryRow;
  closed_months: ClosedMonthRow;
}

/** A closing of months. Only what reopens it is written later. */
interface ClosingRow {
  id: Generated<number>;
  /** The last month that it closes. */
  month: Month;
  /** The day after the closing before; null for the first closing. */
  first_day: Day | null;
  last_day: Day;
  closed_at: Instant;
  closed_by: string;
  closed_by_id: number | null;
  /** JSON: what was not done, a `ClosedRest` each. */
  rests: string;
  /** The number of entries, and the SHA-256 of all of them in their order. */
  entries: number;
  digest: string;
  reopened_at: Instant | null;
  reopened_by: string | null;
  reason: string | null;
}

/** An entry of the journal as it was closed. It exists until its closing is reopened. */
interface ClosedEntryRow {
  id: string;
  closing_id: number;
  position: number;
  fact_id: string;
  of_day: Day | null;
  day: Day;
  text: string;
  /** JSON: a `Posting` each. */
  postings: string;
}

/** A month as it was closed. A reopened closing has its months still, and nobody reads them. */
interface ClosedMonthRow {
  id: Generated<number>;
  closing_id: number;
  month: Month;
  /** JSON: what the page of the month showed. */
  page: string;
  /** JSON: what its reports were made of. */
  report: string;
}
