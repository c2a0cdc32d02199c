import type { Insertable, Selectable } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import { NEWEST_RUNS } from '#contract/bulk-actions.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type RunRow = Selectable<Tables['runs']>;

export function listRuns(db: Reader): Promise<RunRow[]> {
  return db
    .selectFrom('runs')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST_RUNS)
    .execute();
}

export function findRun(db: Reader, id: string): Promise<RunRow | undefined> {
  return db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function isRunAlive(
  db: Reader,
  { action, period, silentSince }: Pick<RunRow, 'action' | 'period'> & { silentSince: Instant },
): Promise<boolean> {
  const run = db.selectFrom('runs').select('id').where('action', '=', action).where('period', '=', period);
  const alive = run.where('outcome', '=', 'running').where('alive_at', '>=', silentSince);
  return (await alive.executeTakeFirst()) !== undefined;
}

export async function insertRun(tx: Writer, run: Insertable<Tables['runs']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('runs')
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

interface Takeover {
  at: Instant;
  silentSince: Instant;
  endedBefore: Instant;
  /** True to take over a run that is done, not only one that failed. */
  isAgain: boolean;
}

export async function takeOverRun(
  tx: Writer,
  run: Pick<RunRow, 'action' | 'period'> & Takeover,
): Promise<string | undefined> {
  const taken = await tx
    .updateTable('runs')
    .set({ alive_at: run.at, outcome: 'running', summary: '', ended_at: null })
    .where('action', '=', run.action)
    .where('period', '=', run.period)
    .where((is) =>
      is.or([
        is.and([is('outcome', '=', 'running'), is('alive_at', '<', run.silentSince)]),
        is.and([is('outcome', '=', 'failed'), is('ended_at', '<', run.endedBefore)]),
        ...(run.isAgain ? [is.and([is('outcome', '=', 'done'), is('ended_at', '<', run.endedBefore)])] : []),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return taken?.id;
}

export async function updateRun(
  tx: Writer,
  id: string,
  columns: Partial<Pick<RunRow, 'alive_at' | 'done' | 'total' | 'outcome' | 'summary' | 'ended_at'>>,
): Promise<void> {
  await tx.updateTable('runs').set(columns).where('id', '=', id).execute();
}

export async function markSilentRuns(tx: Writer, longAgo: Instant): Promise<void> {
  await tx.updateTable('runs').set({ alive_at: longAgo }).where('outcome', '=', 'running').execute();
}

/** Returns when the last run of an action ended without a failure; undefined if there is none. */
export async function lastDoneAt(db: Reader, action: RunRow['action']): Promise<Instant | undefined> {
  const { last } = await db
    .selectFrom('runs')
    .select(({ fn }) => fn.max('ended_at').as('last'))
    .where('action', '=', action)
    .where('outcome', '=', 'done')
    .executeTakeFirstOrThrow();
  return last ?? undefined;
}

export async function isRunDone(db: Reader, { action, period }: Pick<RunRow, 'action' | 'period'>): Promise<boolean> {
  const run = db.selectFrom('runs').select('id').where('action', '=', action).where('period', '=', period);
  return (await run.where('outcome', '=', 'done').executeTakeFirst()) !== undefined;
}
