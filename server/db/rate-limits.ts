import { type Instant, instantOf } from '#billing/calendar.ts';
import type { Database } from './connect.ts';

const MINUTE_MS = 60_000;
const RETENTION_MS = 60 * MINUTE_MS;

/**
 * Counts a try of that subject in its running minute, in a transaction of its own, so that several processes count
 * together. Gives the whole seconds to wait when the minute already holds `most` tries, else undefined.
 */
export async function countAttempt(
  database: Database,
  subject: string,
  most: number,
  now: Instant,
): Promise<number | undefined> {
  return database.write(async (tx) => {
    const nowMs = Date.parse(now);
    await tx
      .deleteFrom('rate_limits')
      .where('window_start', '<', instantOf(nowMs - RETENTION_MS))
      .execute();
    // One statement makes the row or locks it: tries of the same moment wait for each other, and none finds that another
    // has just forgotten it.
    const running = await tx
      .insertInto('rate_limits')
      .values({ subject, window_start: now, tries: 0 })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet(({ ref }) => ({ tries: ref('rate_limits.tries') })),
      )
      .returning(['window_start', 'tries'])
      .executeTakeFirstOrThrow();
    const startedMs = Date.parse(running.window_start);
    const isOver = nowMs - startedMs >= MINUTE_MS;
    if (!isOver && running.tries >= most) return Math.ceil((startedMs + MINUTE_MS - nowMs) / 1000);
    await tx
      .updateTable('rate_limits')
      .set(isOver ? { window_start: now, tries: 1 } : { tries: running.tries + 1 })
      .where('subject', '=', subject)
      .execute();
    return undefined;
  });
}

/** Forgets a subject's tries, once it has shown who it is. */
export async function clearAttempts(database: Database, subject: string): Promise<void> {
  await database.write((tx) => tx.deleteFrom('rate_limits').where('subject', '=', subject).execute());
}
