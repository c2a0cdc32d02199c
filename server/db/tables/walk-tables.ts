import type { Generated } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { WalkState } from '#contract/words.ts';

export interface WalkTables {
  walk_entries: WalkEntryRow;
}

/** What somebody saw at a stall. The newest of a shop and day counts; earlier ones stay in the log. */
interface WalkEntryRow {
  id: Generated<number>;
  /** The id that the phone gave the entry, so that it is recorded once, however often it is sent. */
  entry_key: string;
  shop_id: number;
  /** The tenancy that was current when the entry was recorded; null for a vacant shop. */
  tenancy_id: number | null;
  day: Day;
  seen_at: Instant;
  state: WalkState;
  note: string;
  /** As WebP. */
  picture: Buffer | null;
  recorded_at: Instant;
  recorded_by: string;
  /** When and by whom a difference was looked into, and what came of it. */
  handled_at: Instant | null;
  handled_by: string | null;
  sentence: string | null;
}
