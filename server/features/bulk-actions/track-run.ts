import { instantOf } from '#billing/calendar.ts';
import type { BulkAction } from '#contract/bulk-actions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/connect.ts';
import { silentSince } from './present.ts';
import { insertRun, takeOverRun, updateRun } from './queries.ts';

/** More often than a reader waits before it takes a silent run for dead (present.ts). */
const ALIVE_EVERY_MS = 30_000;
/** A run of a period that failed is tried again so much later: what it met may have passed. */
const TRIED_AGAIN_MS = 3_600_000;
/** Of so many shops one is told of: progress is read by people, and each telling is a transaction. */
const TOLD_EVERY = 8;

/** What a run needs of the world. */
export interface RunContext {
  database: Database;
  clock: Clock;
}

/** What a run of the market is: of a period when the schedule starts it. */
export interface RunOf {
  id: string;
  action: BulkAction;
  period?: string;
}

/** How a run ended. */
export interface RunEnd {
  message: string;
  failed: boolean;
}

/**
 * Runs an action with a record of it: that it lives, how far it is, how it ended. Refuses an identifier that was used
 * before. For a period it runs once, however many processes try, again only when the process that ran it died or an hour
 * after it failed; then the others get undefined.
 */
export async function trackRun<Result>(
  { database, clock }: RunContext,
  context: ActionContext,
  run: RunOf,
  work: (onShop: (done: number, total: number) => Promise<void>) => Promise<Result>,
  endOf: (result: Result) => RunEnd,
): Promise<Result | undefined> {
  const id = await begin(database, context, run);
  if (id === undefined && run.period !== undefined) return undefined;
  if (id === undefined) throw new Refusal('run_exists');
  const tell = (told: Parameters<typeof updateRun>[2]) =>
    database.write((tx) => updateRun(tx, id, { ...told, alive_at: clock.now() }));
  // Whether it lives is for the eye: a moment in which that cannot be written must not end the run.
  const heart = setInterval(() => void tell({}).catch(() => undefined), ALIVE_EVERY_MS);
  try {
    const result = await work(async (done, total) => {
      if (done % TOLD_EVERY === 0 || done === total) await tell({ done, total });
    });
    const { message, failed } = endOf(result);
    await tell({ outcome: failed ? 'failed' : 'done', summary: message, ended_at: clock.now() });
    return result;
  } catch (error) {
    const summary = error instanceof Refusal ? error.message : 'It failed. What it had done stands; run it again.';
    await tell({ outcome: 'failed', summary, ended_at: clock.now() });
    throw error;
  } finally {
    clearInterval(heart);
  }
}

function begin(database: Database, context: ActionContext, { id, action, period }: RunOf): Promise<string | undefined> {
  return database.write(async (tx) => {
    const isNew = await insertRun(tx, {
      ...{
        id,
        action,
        period: period ?? null,
        started_by: context.actor,
        started_at: context.now,
        alive_at: context.now,
      },
      ...{ done: 0, total: 0, outcome: 'running', summary: '', ended_at: null },
    });
    if (isNew) return id;
    if (period === undefined) return undefined;
    const failedBefore = instantOf(Date.parse(context.now) - TRIED_AGAIN_MS);
    return takeOverRun(tx, { action, period, at: context.now, silentSince: silentSince(context.now), failedBefore });
  });
}
