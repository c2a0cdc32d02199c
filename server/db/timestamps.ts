import type { Instant } from '#billing/calendar.ts';

/** What every record carries (wire.md, section 0). */
export interface Timestamps {
  created_at: Instant;
  updated_at: Instant;
}
