import type { Day, Instant } from '#billing/calendar.ts';
import { demoEmailOf } from '#contract/demo.ts';
import { type Role, roles } from '#contract/roles.ts';
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

/**
 * Returns the context of an action by the demo account of a role. These accounts are registered first, in the order of
 * `roles`, so their ids are known.
 */
export function doneBy(role: Role, at: Instant): ActionContext {
  return { actor: demoEmailOf(role), accountId: roles.indexOf(role) + 1, now: at, requestId: 'demo' };
}
