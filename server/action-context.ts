import type { Instant } from '#billing/calendar.ts';

/** The person or command that acts, and the time. Actions never read the clock themselves. */
export interface ActionContext {
  /** The account's email, or the name of a command. */
  actor: string;
  /**
   * The id of the account; undefined for commands and visitors. Permissions depend on the id, because an email can pass
   * to another account.
   */
  accountId?: number | undefined;
  now: Instant;
  /** The id of the request in the log and in the audit entry. */
  requestId: string;
}
