import { setTimeout as wait } from 'node:timers/promises';

/** PostgreSQL: serialization failure and deadlock. The transaction left nothing, so it may run again. */
const LOST_RACES = new Set(['40001', '40P01']);
const TRIES = 5;

/** Runs a transaction again while the engine says that it lost a race, at most five times, with growing pauses. */
export async function withRetries<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === TRIES || !LOST_RACES.has(codeOf(error))) throw error;
      await wait(5 * 2 ** attempt);
    }
  }
}

/** True when a write met a unique key that is already taken, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  const sqliteCode = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return codeOf(error) === '23505' || sqliteCode === 2067 || sqliteCode === 1555;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
