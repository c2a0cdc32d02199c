import { instantOf } from '#billing/calendar.ts';
import type { BulkAction } from '#contract/bulk-actions.ts';
import { message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/connect.ts';
import { silentSince } from './present.ts';
import { insertRun, takeOverRun, updateRun } from './queries.ts';

/** Must be shorter than SILENT_MS of present.ts. */
const ALIVE_EVERY_MS = 30_000;
const TRIED_AGAIN_MS = 3_600_000;
/** Shops per progress write: each is a transaction. */
const TOLD_EVERY = 8;

export interface RunContext {
  database: Database;
  clock: Clock;
}

export interface RunOf {
  id: string;
  action: BulkAction;
  period?: string;
}

export interface RunEnd {
  message: string;
  failed: boolean;
}

/**
 * A period runs once however many processes try, and again if its process died or an hour after it failed. The others
 * get undefined.
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
  // A failed heartbeat must not end the run.
  const heart = setInterval(() => void tell({}).catch(() => undefined), ALIVE_EVERY_MS);
  try {
    const result = await work(async (done, total) => {
      if (done % TOLD_EVERY === 0 || done === total) await tell({ done, total });
    });
    const { message, failed } = endOf(result);
    await tell({ outcome: failed ? 'failed' : 'done', summary: message, ended_at: clock.now() });
    return result;
  } catch (error) {
    const summary = error instanceof Refusal ? error.message : message('bulk-actions.run.failed');
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
