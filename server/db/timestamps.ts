import type { Instant } from '#billing/calendar.ts';

export interface Timestamps {
  created_at: Instant;
  updated_at: Instant;
}
