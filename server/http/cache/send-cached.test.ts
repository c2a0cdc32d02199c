/** @module-tag sqlite-only */
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import { answerError } from '../errors/answer-error.ts';
import { acceptsEncoding } from './accepts-encoding.ts';
import { canonicalAddress } from './canonical-address.ts';
import { memoizePerVersion } from './memoize-per-version.ts';
import { ResponseCache } from './response-cache.ts';
import { sendCached } from './send-cached.ts';

function openList() {
  const responseCache = new ResponseCache();
  const computed: string[] = [];
  const app = fastify();
  app.setErrorHandler(answerError);
  app.get('/list', (request, reply) =>
    sendCached({ responseCache }, { request, reply, queryKeys: ['date', 'page'] }, async () => {
      computed.push(request.url);
      return { content: 'list', headers: { 'content-type': 'text/plain' } };
    }),
  );
  const ask = async (url: string) => {
    const { statusCode, body } = await app.inject({ url });
    return statusCode === 200 ? body : `${statusCode} ${JSON.parse(body).code}`;
  };
  return { ask, computed };
}

test('made-up keys of a query string are computed as one address', async () => {
  const { ask, computed } = openList();
  for (let at = 0; at < 50; at += 1) expect(await ask(`/list?made${at}=up&date=2026-11-20&x=${at}`)).toBe('list');
  expect(computed).toHaveLength(2);
});

test('keys on which an answer depends are computed for each value, in any order', async () => {
  const { ask, computed } = openList();
  for (const url of ['/list?page=1', '/list?page=2', '/list?page=2&date=2026-11-20', '/list?date=2026-11-20&page=2'])
    for (let time = 0; time < 3; time += 1) expect(await ask(url)).toBe('list');
  expect(computed).toHaveLength(6);
});

test.each([
  ['/api/products', '/api/products'],
  ['/api/products?', '/api/products'],
  ['/api/products?made=up&x=1', '/api/products'],
  ['/api/products?page=2&limit=10', '/api/products?limit=10&page=2'],
  ['/api/products?x=1&page=2', '/api/products?page=2'],
  ['/api/products?page=1&page=2', '/api/products?page=1&page=2'],
  ['/api/%70roducts', '/api/products'],
  ['/news/%e0%b6%85', '/news/%E0%B6%85'],
  ['/news/a%2fb', '/news/a%2Fb'],
  ['/news/%zz', '/news/%zz'],
  ['/a/../api/products', '/api/products'],
])('%s is cached as %s', (url, address) => {
  expect(canonicalAddress(url, ['limit', 'page'])).toBe(address);
});

test.each([
  ['gzip, deflate, br, zstd', true],
  ['br', true],
  ['GZIP,BR', true],
  ['gzip;q=0.5,br;q=1.0', true],
  ['br ; q=0.001', true],
  ['gzip;q=0, br', true],
  ['br;q=0', false],
  ['br; q=0.000', false],
  ['br;x=1;q=0, gzip', false],
  ['BR;Q=0', false],
  ['gzip, brotli', false],
  ['*', false],
  ['', false],
])('%s', (accepted, expected) => {
  expect(acceptsEncoding({ 'accept-encoding': accepted }, 'br')).toBe(expected);
});

test('no header accepts nothing', () => {
  expect(acceptsEncoding({}, 'gzip')).toBe(false);
});

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
