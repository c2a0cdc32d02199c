import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isWaiting, subscribeToWaiting, watchWait } from './waiting-calls.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a call that waits for three seconds is reported until the last such call is answered', () => {
  const states: boolean[] = [];
  const unsubscribe = subscribeToWaiting(() => states.push(isWaiting()));
  const quick = watchWait();
  const first = watchWait();
  vi.advanceTimersByTime(2999);
  quick();
  expect(isWaiting()).toBe(false);
  const second = watchWait();
  vi.advanceTimersByTime(3000);
  first();
  expect(isWaiting()).toBe(true);
  second();
  second();
  expect(isWaiting()).toBe(false);
  unsubscribe();
  watchWait()();
  expect(states).toEqual([true, true, true, false]);
});
