import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { Refusal } from '#contract/refusals.ts';

const RETRY_SECONDS = 2;
const LONGEST_WAIT_MS = 10_000;

/**
 * Returns a random delay in milliseconds for a refused client. Without it the client would try again immediately, and
 * clients refused together would return together.
 */
export function refusalDelayMs(): number {
  return randomInt(300, 1700);
}

export type WorkLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

let refused = 0;

export function tooMuchWork(): Refusal {
  refused += 1;
  return new Refusal('not_ready', { retryAfterSeconds: RETRY_SECONDS });
}

/** Returns the number of refusals since the start of the process. */
export function countRefusedWork(): number {
  return refused;
}

export function isTooMuchWork({ code, retryAfterSeconds }: Refusal): boolean {
  return code === 'not_ready' && retryAfterSeconds !== undefined;
}

/**
 * Runs at most `running` pieces of work at a time. Refuses with not_ready when `waiting` others wait already, or after
 * ten seconds of waiting.
 */
export function limitWork({ running, waiting }: { running: number; waiting: number }): WorkLimit {
  const limit = pLimit(running);
  return async (work) => {
    if (limit.activeCount >= running && limit.pendingCount >= waiting) throw tooMuchWork();
    let isLate = false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, refuse) => {
      timer = setTimeout(() => {
        isLate = true;
        refuse(tooMuchWork());
      }, LONGEST_WAIT_MS);
    });
    const begun = limit(() => {
      clearTimeout(timer);
      return isLate ? late : work();
    });
    return Promise.race([late, begun]);
  };
}

/**
 * Returns a function that never runs two reads at once. Callers that come during a read share it. A caller that has
 * waited for `ms` milliseconds gets undefined, while the read continues for later callers.
 */
export function shareReads<Result>(read: () => Promise<Result>, ms: number): () => Promise<Result | undefined> {
  let reading: Promise<Result> | undefined;
  return async () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    const stop = new AbortController();
    try {
      return await Promise.race([reading, wait(ms, undefined, { signal: stop.signal })]);
    } finally {
      stop.abort();
    }
  };
}
