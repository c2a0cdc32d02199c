import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoAnswerInTime } from './fetch-within.ts';
import { loadPart } from './load-part.ts';
import { isWaiting } from './waiting-calls.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a part that does not come is reported after three seconds, and given up at its limit', async () => {
  const loading = loadPart(() => new Promise<string>(() => undefined));
  const outcome = loading.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(3000);
  expect(isWaiting()).toBe(true);
  await vi.advanceTimersByTimeAsync(16_999);
  expect(await Promise.race([outcome, 'waiting'])).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBeInstanceOf(NoAnswerInTime);
  expect(isWaiting()).toBe(false);
});

test('a part that comes or fails leaves no timer behind', async () => {
  expect(await loadPart(async () => 'a part')).toBe('a part');
  await expect(loadPart(() => Promise.reject(new TypeError('no connection')))).rejects.toThrow('no connection');
  expect(vi.getTimerCount()).toBe(0);
});
