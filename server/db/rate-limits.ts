import { type Instant, instantOf } from '#billing/calendar.ts';
import type { Database } from './connect.ts';

const MINUTE_MS = 60_000;
const RETENTION_MS = 60 * MINUTE_MS;

/**
 * Counts an attempt of a subject in its current minute, in its own transaction, so that several processes count
 * together. Returns the seconds to wait when the minute already has `most` attempts, else undefined.
 */
export async function countAttempt(
  database: Database,
  { subject, most, now }: { subject: string; most: number; now: Instant },
): Promise<number | undefined> {
  return database.write(async (tx) => {
    const nowMs = Date.parse(now);
    await tx
      .deleteFrom('rate_limits')
      .where('window_start', '<', instantOf(nowMs - RETENTION_MS))
      .execute();
    // One statement inserts the row or locks it, so that concurrent attempts wait for each other.
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

/** Deletes the attempts of a subject, after a successful sign-in. */
export async function clearAttempts(database: Database, subject: string): Promise<void> {
  await database.write((tx) => tx.deleteFrom('rate_limits').where('subject', '=', subject).execute());
}
