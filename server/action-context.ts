import type { Instant } from '#billing/calendar.ts';

/** Who acts and when. Actions never read the clock themselves. */
export interface ActionContext {
  /** The account's email, or the name of a command. */
  actor: string;
  /** Of the account. Emails change hands, so rights hang on it. */
  accountId?: number;
  now: Instant;
  /** The same as in the log and in the audit entry. */
  requestId: string;
}
