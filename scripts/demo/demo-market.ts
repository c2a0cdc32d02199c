import type { Day, Instant } from '#billing/calendar.ts';
import { type Role, roles } from '#contract/words.ts';
import type { ActionContext } from '#server/action-context.ts';
import type { Database, Writer } from '#server/db/connect.ts';
import type { Timeline } from './timeline.ts';

export interface DemoMarket {
  tx: Writer;
  database: Database;
  timeline: Timeline;
  seed: number;
  opening: Day;
  now: Instant;
}

export const demoStaff: Readonly<Record<Role, string>> = {
  superadmin: 'superadmin@example.com',
  admin: 'admin@example.com',
  editor: 'editor@example.com',
  tiketing: 'tiketing@example.com',
  manager: 'manager@example.com',
};

/** The accounts are the first of the market, in the order of roles. */
export function doneBy(role: Role, at: Instant): ActionContext {
  return { actor: demoStaff[role], accountId: roles.indexOf(role) + 1, now: at, requestId: 'demo' };
}
