import { sql } from 'kysely';
import { type Instant, instantOf } from '#billing/calendar.ts';
import type { Database, Reader } from './connect.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LONGEST_DELAY_MS = 15 * MINUTE_MS;

interface Counted {
  startedMs: number;
  tries: number;
}

/**
 * Counts an attempt in its own transaction, so that the attempts in all processes are counted together. A window is a
 * minute by default, at most an hour. Returns the seconds to wait after `most` attempts, else undefined.
 */
export function countAttempt(
  database: Database,
  { windowMs = MINUTE_MS, ...asked }: { subject: string; most: number; now: Instant; windowMs?: number },
): Promise<number | undefined> {
  return count(database, asked, ({ startedMs, tries }, nowMs) => {
    // A window that seems to begin far in the future was opened before the clock was set back.
    if (Math.abs(nowMs - startedMs) >= windowMs) return { startedMs: nowMs, tries: 1 };
    return tries >= asked.most ? startedMs + windowMs - nowMs : { startedMs, tries: tries + 1 };
  });
}

const MOST_REMEMBERED = 10_000;
const refusedUntil = new WeakMap<Database, Map<string, number>>();

/**
 * Counts like countAttempt, but remembers in memory how long a subject is refused, so that a flood of requests writes
 * nothing.
 */
export async function countVisit(
  database: Database,
  asked: { subject: string; most: number; now: Instant; windowMs?: number },
): Promise<number | undefined> {
  const { subject, now, windowMs = MINUTE_MS } = asked;
  const refused = refusedUntil.get(database) ?? new Map<string, number>();
  refusedUntil.set(database, refused);
  const leftMs = (refused.get(subject) ?? 0) - Date.parse(now);
  if (leftMs > 0 && leftMs <= windowMs) return Math.ceil(leftMs / 1000);
  const seconds = await countAttempt(database, asked);
  refused.delete(subject);
  if (seconds === undefined) return undefined;
  if (refused.size >= MOST_REMEMBERED) refused.clear();
  refused.set(subject, Date.parse(now) + seconds * 1000);
  return seconds;
}

/**
 * Counts an attempt. After `most` attempts each further one must wait longer: a minute, two, four, at most a quarter of
 * an hour. Returns the seconds to wait, else undefined. After an hour without attempts the count begins anew.
 */
export function countDelayedAttempt(
  database: Database,
  asked: { subject: string; most: number; now: Instant },
): Promise<number | undefined> {
  return count(database, asked, ({ startedMs, tries }, nowMs) => {
    const sinceMs = Math.abs(nowMs - startedMs);
    if (sinceMs >= HOUR_MS) return { startedMs: nowMs, tries: 1 };
    const delayMs = tries < asked.most ? 0 : Math.min(MINUTE_MS * 2 ** (tries - asked.most), LONGEST_DELAY_MS);
    const waitMs = startedMs + delayMs - nowMs;
    return delayMs > sinceMs ? waitMs : { startedMs: nowMs, tries: tries + 1 };
  });
}

/** Counts an event and returns how many there were in the current hour. */
export async function countEvent(database: Database, subject: string, now: Instant): Promise<number> {
  let counted = 0;
  await count(database, { subject, now }, ({ startedMs, tries }, nowMs) => {
    const isOver = Math.abs(nowMs - startedMs) >= HOUR_MS;
    counted = isOver ? 1 : tries + 1;
    return { startedMs: isOver ? nowMs : startedMs, tries: counted };
  });
  return counted;
}

/**
 * Counts an attempt in the row of its subject. `decide` returns the new count to store, or the milliseconds to wait.
 */
async function count(
  database: Database,
  { subject, now }: { subject: string; now: Instant },
  decide: (counted: Counted, nowMs: number) => Counted | number,
): Promise<number | undefined> {
  return database.writeSession(async (tx) => {
    const nowMs = Date.parse(now);
    await tx
      .deleteFrom('rate_limits')
      .where('window_start', '<', instantOf(nowMs - HOUR_MS))
      .execute();
    // One statement inserts or locks the row, so that concurrent attempts wait for each other.
    const { window_start, tries } = await tx
      .insertInto('rate_limits')
      .values({ subject, window_start: now, tries: 0 })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet(({ ref }) => ({ tries: ref('rate_limits.tries') })),
      )
      .returning(['window_start', 'tries'])
      .executeTakeFirstOrThrow();
    const decided = decide({ startedMs: Date.parse(window_start), tries }, nowMs);
    if (typeof decided === 'number') return Math.ceil(decided / 1000);
    await tx
      .updateTable('rate_limits')
      .set({ window_start: instantOf(decided.startedMs), tries: decided.tries })
      .where('subject', '=', subject)
      .execute();
    return undefined;
  });
}

export async function clearAttempts(database: Database, subject: string): Promise<void> {
  await database.writeSession((tx) => tx.deleteFrom('rate_limits').where('subject', '=', subject).execute());
}

/** Sums the attempts in the hours that have not ended yet, over all subjects that begin with this text and a space. */
export async function sumCounted(db: Reader, beginning: string, now: Instant): Promise<number> {
  const { tries } = await db
    .selectFrom('rate_limits')
    .select(sql<number>`cast(coalesce(sum(tries), 0) as bigint)`.as('tries'))
    .where('subject', '>', `${beginning} `)
    .where('subject', '<', `${beginning}!`)
    .where('window_start', '>', instantOf(Date.parse(now) - HOUR_MS))
    .executeTakeFirstOrThrow();
  return tries;
}
