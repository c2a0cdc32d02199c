import type { Instant } from '#billing/calendar.ts';

/** Who acts and when. Actions take it as an argument and never read the clock themselves. */
export interface ActionContext {
  /** The account's email, or the name of a command. */
  actor: string;
  now: Instant;
  /** Found again in the log and in the audit entry. */
  requestId: string;
}
