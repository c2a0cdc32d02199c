import type { Instant } from '#billing/calendar.ts';

/** Who acts and when. Actions never read the clock themselves. */
export interface ActionContext {
  /** The account's email, or the name of a command. */
  actor: string;
  /** Rights depend on it, because an email can change hands. Undefined for commands and visitors. */
  accountId?: number | undefined;
  now: Instant;
  /** The same as in the log and in the audit entry. */
  requestId: string;
}
