/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import { memoizePerVersion } from './memoize-per-version.ts';
import { ResponseCache } from './response-cache.ts';

function count() {
  let computed = 0;
  return async () => {
    computed += 1;
    return computed;
  };
}

test('a value is computed once per version, and again after a failure', async () => {
  const cache = new ResponseCache();
  cache.renew('1');
  const read = memoizePerVersion(cache, count());
  expect([await read(), await read()]).toEqual([1, 1]);
  cache.renew('2');
  expect(await read()).toBe(2);

  let isFailing = true;
  const fragile = memoizePerVersion(cache, async () => {
    if (isFailing) throw new Error('no connection');
    return 'read';
  });
  await expect(fragile()).rejects.toThrow('no connection');
  isFailing = false;
  expect(await fragile()).toBe('read');
});

test('with an expiry it is also computed again when it is that old', async () => {
  const cache = new ResponseCache();
  cache.renew('1');
  let ms = 0;
  const clock = { now: () => instantOf(ms) };
  const read = memoizePerVersion(cache, count(), { clock, seconds: 60 });
  expect(await read()).toBe(1);
  ms = 59_999;
  expect(await read()).toBe(1);
  ms = 60_000;
  expect(await read()).toBe(2);
  ms = 119_999;
  expect(await read()).toBe(2);
});
