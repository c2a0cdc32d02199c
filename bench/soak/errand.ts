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

/**
 * Does all errands for so long, each at its own steady pace, whether the ones before are over or not, and waits for those
 * under way. What went wrong is told and stops nothing.
 */
export async function keepPace(
  errands: readonly Errand[],
  forMs: number,
  onFault: (fault: string) => void,
): Promise<void> {
  const began = performance.now();
  const underWay = new Set<Promise<void>>();
  await Promise.all(
    errands.map(async ({ what, aMinute, run }, index) => {
      for (let at = 0; ; at += 1) {
        // They begin one after the other, so that those of the same pace do not all come at the same moment.
        const dueMs = ((at + index / errands.length) * MINUTE_MS) / aMinute;
        if (dueMs >= forMs) return;
        await wait(Math.max(0, began + dueMs - performance.now()));
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
}

/** The `at`-th of a list that begins anew after its last. */
export function pick<One>(list: readonly One[], at: number): One {
  const one = list[at % list.length];
  if (one === undefined) throw new Error('there is nothing to pick from');
  return one;
}
