import { setTimeout as wait } from 'node:timers/promises';

/** Something that people of the market do again and again. */
export interface Errand {
  what: string;
  /** How often; less than once a minute too. */
  aMinute: number;
  /** Does it for the `at`-th time, from 0 on. Throws when it does not go as it should. */
  run(at: number): Promise<unknown>;
}

const MINUTE_MS = 60_000;
/** At once. On a machine that cannot keep up, a queue that only grows would measure nothing but itself. */
const MOST_UNDER_WAY = 100;

/**
 * Does all errands for so long, each at its own steady pace, whether the ones before are over or not, and waits for those
 * under way. What went wrong is told and stops nothing. Gives how many times an errand was left out because too many were
 * under way.
 */
export async function keepPace(
  errands: readonly Errand[],
  forMs: number,
  onFault: (fault: string) => void,
): Promise<number> {
  const began = performance.now();
  const underWay = new Set<Promise<void>>();
  let leftOut = 0;
  await Promise.all(
    errands.map(async ({ what, aMinute, run }, index) => {
      for (let at = 0; ; at += 1) {
        // They begin one after the other, so that those of the same pace do not all come at the same moment.
        const dueMs = ((at + index / errands.length) * MINUTE_MS) / aMinute;
        if (dueMs >= forMs) return;
        await wait(Math.max(0, began + dueMs - performance.now()));
        if (underWay.size >= MOST_UNDER_WAY) {
          leftOut += 1;
          continue;
        }
        const running: Promise<void> = run(at)
          .then(
            () => {},
            (error: unknown) => onFault(`${what}: ${error instanceof Error ? error.message : String(error)}`),
          )
          .finally(() => underWay.delete(running));
        underWay.add(running);
      }
    }),
  );
  await Promise.all(underWay);
  return leftOut;
}

/** The `at`-th of a list that begins anew after its last. */
export function pick<One>(list: readonly One[], at: number): One {
  const one = list[at % list.length];
  if (one === undefined) throw new Error('there is nothing to pick from');
  return one;
}
