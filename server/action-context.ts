import type { Instant } from '#billing/calendar.ts';

/** Who does something, and when: what every act that writes is told, for it asks the world nothing itself. */
export interface ActionContext {
  /** The account's e-mail, or the name of a command. */
  actor: string;
  now: Instant;
  /** Found again in the log and in the audit entry. */
  requestId: string;
}
