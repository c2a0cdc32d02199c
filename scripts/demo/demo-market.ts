import type { Day, Instant } from '#billing/calendar.ts';
import type { Role } from '#contract/permissions.ts';
import type { ActionContext } from '#server/action-context.ts';
import type { Database, Writer } from '#server/db/connect.ts';
import type { Timeline } from './timeline.ts';

/** The market while its history is filled in, within one transaction. */
export interface DemoMarket {
  tx: Writer;
  /** Its `write` runs in the same transaction. */
  database: Database;
  timeline: Timeline;
  seed: number;
  /** The first day of the history; nothing is planned before. */
  opening: Day;
  now: Instant;
}

/** The account of a role; all of them are fictional. */
export const demoStaff: Readonly<Record<Role, string>> = {
  superadmin: 'superadmin@example.com',
  admin: 'admin@example.com',
  editor: 'editor@example.com',
  tiketing: 'tiketing@example.com',
  manager: 'manager@example.com',
};

/** Returns the context of an action that somebody took at that time. */
export function doneBy(role: Role, at: Instant): ActionContext {
  return { actor: demoStaff[role], now: at, requestId: 'demo' };
}
