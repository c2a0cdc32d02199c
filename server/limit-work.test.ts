/** @module-tag sqlite-only */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { limitWork } from './limit-work.ts';

const BUSY = { code: 'not_ready', retryAfterSeconds: 2 };

function openWork() {
  const limit = limitWork({ running: 2, waiting: 3 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const start = (at: number) =>
    limit(async () => {
      begun.push(at);
      await new Promise<void>((end) => ends.push(end));
      return at;
    });
  return { begun, ends, start };
}

test('two pieces of work run, three wait in turn, and the next is asked to try again', async () => {
  const { begun, ends, start } = openWork();
  const accepted = [1, 2, 3, 4, 5].map(start);
  await expect(start(6)).rejects.toMatchObject(BUSY);
  expect(begun).toEqual([1, 2]);
  while (ends.length > 0) {
    ends.shift()?.();
    await turn();
  }
  expect(await Promise.all(accepted)).toEqual([1, 2, 3, 4, 5]);
  expect(begun).toEqual([1, 2, 3, 4, 5]);
});

test('work that waited ten seconds is refused and never begins', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { begun, ends, start } = openWork();
  const running = [start(1), start(2)];
  const late = expect(start(3)).rejects.toMatchObject(BUSY);
  await turn();
  vi.advanceTimersByTime(10_001);
  await late;
  for (const end of ends) end();
  expect(await Promise.all(running)).toEqual([1, 2]);
  await turn();
  expect(begun).toEqual([1, 2]);
});

test('failed work makes room for the next', async () => {
  const limit = limitWork({ running: 1, waiting: 1 });
  const failing = limit(() => Promise.reject(new Error('no ink')));
  const next = limit(async () => 'printed');
  await expect(failing).rejects.toThrow('no ink');
  expect(await next).toBe('printed');
});
