import { instantOf } from '#billing/calendar.ts';
import type { BulkAction } from '#contract/bulk-actions.ts';
import { apiMessage, type Words } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/connect.ts';
import { storeMessage } from '../audit/stored-message.ts';
import { silentSince } from './present.ts';
import { insertRun, takeOverRun, updateRun } from './queries.ts';

/** The time between reports of progress. Must be shorter than SILENT_MS of present.ts. */
const ALIVE_EVERY_MS = 30_000;
const RETRY_AFTER_MS = 3_600_000;
/** The number of shops between two writes of the progress, each of which is a transaction. */
const SHOPS_PER_UPDATE = 8;

export interface RunContext {
  database: Database;
  clock: Clock;
}

export interface RunOf {
  id: string;
  action: BulkAction;
  period?: string;
  /** True to repeat a run of this period that is done, an hour after its end. */
  isAgain?: boolean;
}

export interface RunEnd {
  message: Words;
  failed: boolean;
}

/**
 * Runs an action and stores its progress. If `run` has a period, only one process runs the action for that period, and
 * other callers get undefined. The action runs again if that process died, or an hour after a failure; with `isAgain`
 * also an hour after a success. Without a period, throws the refusal `run_exists` for an id that is already stored.
 */
export async function trackRun<Result>(
  { database, clock }: RunContext,
  context: ActionContext,
  {
    run,
    work,
    endOf,
  }: {
    run: RunOf;
    work: (onShop: (done: number, total: number) => Promise<void>) => Promise<Result>;
    endOf: (result: Result) => RunEnd;
  },
): Promise<Result | undefined> {
  const id = await begin(database, context, run);
  if (id === undefined && run.period !== undefined) return undefined;
  if (id === undefined) throw new Refusal('run_exists');
  const update = (columns: Parameters<typeof updateRun>[2]) =>
    database.write((tx) => updateRun(tx, id, { ...columns, alive_at: clock.now() }));
  // A failed heartbeat must not end the run.
  const heartbeat = setInterval(() => void update({}).catch(() => undefined), ALIVE_EVERY_MS);
  try {
    let stored = -SHOPS_PER_UPDATE;
    const result = await work(async (done, total) => {
      if (done - stored < SHOPS_PER_UPDATE && done !== total) return;
      stored = done;
      await update({ done, total });
    });
    const { message, failed } = endOf(result);
    await update({ outcome: failed ? 'failed' : 'done', summary: storeMessage(message), ended_at: clock.now() });
    return result;
  } catch (error) {
    const summary = error instanceof Refusal ? error.words : apiMessage('bulk-actions.run.failed');
    await update({ outcome: 'failed', summary: storeMessage(summary), ended_at: clock.now() });
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

function begin(
  database: Database,
  context: ActionContext,
  { id, action, period, isAgain = false }: RunOf,
): Promise<string | undefined> {
  return database.write(async (tx) => {
    const isNew = await insertRun(tx, {
      id,
      action,
      period: period ?? null,
      started_by: context.actor,
      started_at: context.now,
      alive_at: context.now,
      done: 0,
      total: 0,
      outcome: 'running',
      summary: '',
      ended_at: null,
    });
    if (isNew) return id;
    if (period === undefined) return undefined;
    const endedBefore = instantOf(Date.parse(context.now) - RETRY_AFTER_MS);
    const silent = silentSince(context.now);
    return takeOverRun(tx, { action, period, at: context.now, silentSince: silent, endedBefore, isAgain });
  });
}
