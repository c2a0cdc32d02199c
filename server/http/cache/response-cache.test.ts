/** @module-tag sqlite-only */
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import { Refusal } from '#contract/refusals.ts';
import { tooMuchWork } from '../../limit-work.ts';
import type { NegotiatedAnswer } from './cached-answer.ts';
import { ResponseCache } from './response-cache.ts';

const HEADERS: OutgoingHttpHeaders = { 'content-type': 'application/json', 'cache-control': 'public' };
const LIST = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: 'Carrot', min_price: 120.5 })));
const GZIP = { 'accept-encoding': 'gzip, deflate' };
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };

function open(version = '1 2026-11-20'): ResponseCache {
  const bytes = new ResponseCache();
  bytes.renew(version);
  return bytes;
}

const answer = (bytes: ResponseCache, url: string, text = LIST, asked = {}) =>
  bytes.getOrCompute(url, asked, async () => ({ content: text, headers: HEADERS }));

/** Requests an address twice, because an answer is cached only when its address is requested for the second time. */
async function keep(bytes: ResponseCache, url: string, text = LIST, asked = {}): Promise<NegotiatedAnswer> {
  await answer(bytes, url, text, asked);
  return wholeOf(await answer(bytes, url, text, asked));
}

type Sent = Awaited<ReturnType<ResponseCache['getOrCompute']>>;

async function wholeOf(sent: Sent): Promise<NegotiatedAnswer> {
  return { ...sent, body: 'packed' in sent ? gunzipSync(sent.packed) : sent.body };
}

const allOf = async (sent: readonly Promise<Sent>[]) => Promise.all((await Promise.all(sent)).map(wholeOf));

/** Polls until another thread has made the smallest compressed form. */
async function findSmallest(bytes: ResponseCache, url: string): Promise<NegotiatedAnswer | undefined> {
  for (let turn = 0; turn < 30_000; turn += 1) {
    const found = bytes.find(url, BROWSER);
    if (found?.headers['content-encoding'] === 'br') return found;
    await wait(1);
  }
  return undefined;
}

test('an answer is cached for its exact address, query included', async () => {
  const bytes = open();
  await keep(bytes, '/api/products');
  expect(bytes.find('/api/products', {})?.body?.toString()).toBe(LIST);
  expect(bytes.find('/api/products?page=2', {})).toBeUndefined();
  expect(bytes.find('/api/products/', {})).toBeUndefined();
});

test('an address requested once is answered and not cached', async () => {
  const bytes = open();
  expect((await answer(bytes, '/api/products?made=up')).body?.toString()).toBe(LIST);
  expect(bytes.find('/api/products?made=up', {})).toBeUndefined();
  await answer(bytes, '/api/products?made=up');
  expect(bytes.find('/api/products?made=up', {})).toBeDefined();
});

test('a new version empties everything, the same version nothing', async () => {
  const bytes = open();
  await keep(bytes, '/api/products');
  bytes.renew('1 2026-11-20');
  expect(bytes.find('/api/products', {})).toBeDefined();
  bytes.renew('1 2026-11-21');
  expect(bytes.find('/api/products', {})).toBeUndefined();
});

test('an answer that becomes outdated while it is computed is sent and not cached', async () => {
  const bytes = open('1 2026-11-20');
  await answer(bytes, '/api/products', 'old');
  const sent = await bytes.getOrCompute('/api/products', {}, async () => {
    bytes.renew('2 2026-11-20');
    return { content: 'old', headers: HEADERS };
  });
  expect(sent.body?.toString()).toBe('old');
  expect(bytes.find('/api/products', {})).toBeUndefined();
});

test('requests during a computation get its answer; requests after a new version get a new one', async () => {
  const bytes = open('1 2026-11-20');
  const gate = Promise.withResolvers<void>();
  let made = 0;
  const slow = async () => {
    made += 1;
    const content = `made ${made}`;
    await gate.promise;
    return { content, headers: HEADERS };
  };
  const before = Array.from({ length: 300 }, () => bytes.getOrCompute('/home-dailyprice', BROWSER, slow));
  bytes.renew('2 2026-11-20');
  const after = Array.from({ length: 300 }, () => bytes.getOrCompute('/home-dailyprice', {}, slow));
  gate.resolve();
  const texts = (all: NegotiatedAnswer[]) => new Set(all.map(({ body = Buffer.from('') }) => body.toString()));
  expect(texts(await allOf(after))).toEqual(new Set(['made 2']));
  const unzipped = (await allOf(before)).map((one) => ({ ...one, body: gunzipSync(one.body ?? '') }));
  expect(texts(unzipped)).toEqual(new Set(['made 1']));
  expect(made).toBe(2);
  expect(bytes.find('/home-dailyprice', {})?.body?.toString()).toBe('made 2');
});

test('of a thousand answers those that nobody asks for are dropped first', async () => {
  const bytes = open();
  await keep(bytes, '/popular', 'popular');
  for (let at = 0; at < 1500; at += 1) {
    await keep(bytes, `/rare/${at}`, 'rare');
    bytes.find('/popular', {});
  }
  expect(bytes.find('/popular', {})?.body?.toString()).toBe('popular');
  expect(bytes.find('/rare/1499', {})).toBeDefined();
  expect(bytes.find('/rare/0', {})).toBeUndefined();
});

test('four answers are computed at a time, 64 wait, and further ones are asked to try again', async () => {
  const bytes = open();
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const compute = async () => {
    running += 1;
    most = Math.max(most, running);
    await gate.promise;
    running -= 1;
    return { content: 'made', headers: HEADERS };
  };
  const accepted = Array.from({ length: 68 }, (_, at) => bytes.getOrCompute(`/rare/${at}`, {}, compute));
  await wait(1);
  const refused = bytes.getOrCompute('/rare/68', {}, compute);
  await expect(refused).rejects.toMatchObject({ code: 'not_ready', retryAfterSeconds: 2 });
  // A request that joins a running computation takes no place in the queue.
  const shared = bytes.getOrCompute('/rare/0', {}, compute);
  gate.resolve();
  for (const { body } of await Promise.all([...accepted, shared])) expect(body?.toString()).toBe('made');
  expect(most).toBe(4);
  expect((await bytes.getOrCompute('/rare/68', {}, compute)).body?.toString()).toBe('made');
});

test('a failure reaches every waiting request, and the next request tries again', async () => {
  const bytes = open();
  const fail = () => bytes.getOrCompute('/api/products', {}, () => Promise.reject(new Error('no database')));
  const [first, second] = await Promise.allSettled([fail(), fail()]);
  expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
  expect((await answer(bytes, '/api/products')).body?.toString()).toBe(LIST);
});

test('a missing page is sent as it is and never cached', async () => {
  const bytes = open();
  const missing = () =>
    bytes.getOrCompute('/nowhere', {}, async () => ({ status: 404, content: 'none', headers: HEADERS }));
  expect(await missing()).toMatchObject({ status: 404, body: Buffer.from('none') });
  await missing();
  expect(bytes.find('/nowhere', {})).toBeUndefined();
});

test('an answer that becomes outdated while it is compressed is not cached either', async () => {
  const bytes = open('1 2026-11-20');
  const keeping = keep(bytes, '/api/products', 'old');
  bytes.renew('2 2026-11-20');
  await keeping;
  expect(bytes.find('/api/products', {})).toBeUndefined();
});

test('the first reader who accepts gzip gets it, and one who accepts nothing gets plain text', async () => {
  const bytes = open();
  const first = await wholeOf(await answer(bytes, '/api/products', LIST, GZIP));
  expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': first.body?.length });
  expect(gunzipSync(first.body ?? '').toString()).toBe(LIST);
  const plain = await answer(bytes, '/api/products');
  expect(plain?.headers['content-encoding']).toBeUndefined();
  expect(plain?.headers['content-length']).toBe(Buffer.byteLength(LIST));
});

test('later readers get the smallest bytes, and the same text', { tags: ['slow'] }, async () => {
  const bytes = open();
  const first = await keep(bytes, '/api/products', LIST, BROWSER);
  const smallest = await findSmallest(bytes, '/api/products');
  expect(brotliDecompressSync(smallest?.body ?? '').toString()).toBe(LIST);
  expect(smallest?.body?.length).toBeLessThan(first.body?.length ?? 0);
  expect(smallest?.headers.etag).toBe(first.headers.etag);
});

test.each([
  ['gzip;q=0, br;q=0', undefined],
  ['gzip;q=0.0', undefined],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['GZIP ; q=1', 'gzip'],
  ['x-gzip-like', undefined],
  ['br;q=1.0', 'br'],
  ['identity', undefined],
])('a reader who accepts "%s" gets the encoding %s', { tags: ['slow'] }, async (accepted, encoding) => {
  const bytes = open();
  await keep(bytes, '/api/products');
  await findSmallest(bytes, '/api/products');
  const found = bytes.find('/api/products', { 'accept-encoding': accepted });
  expect(found?.headers['content-encoding']).toBe(encoding);
});

test('a reader who has the current list gets 304 without a body', async () => {
  const bytes = open();
  const { headers } = await keep(bytes, '/api/products');
  const etag = String(headers.etag);
  for (const condition of [etag, `"other", ${etag}`, '*']) {
    const found = bytes.find('/api/products', { ...BROWSER, 'if-none-match': condition });
    expect(found).toMatchObject({ status: 304, body: undefined });
    expect(found?.headers).toMatchObject({ ...HEADERS, etag });
    expect(found?.headers).not.toHaveProperty('content-length');
  }
  expect(bytes.find('/api/products', { 'if-none-match': '"other"' })?.status).toBe(200);
  expect((await keep(bytes, '/api/products', LIST, { 'if-none-match': etag })).status).toBe(304);
});

test('the same list has the same ETag in every version, and another list another ETag', async () => {
  const bytes = open();
  const first = await keep(bytes, '/a');
  bytes.renew('2 2026-11-20');
  expect((await keep(bytes, '/a')).headers.etag).toBe(first.headers.etag);
  expect((await keep(bytes, '/b', `${LIST} `)).headers.etag).not.toBe(first.headers.etag);
});

test('made-up addresses push out the oldest answers, at most 1000 are cached', async () => {
  const bytes = open();
  for (let page = 0; page < 1010; page += 1) await keep(bytes, `/api/products?page=${page}`, '[]');
  const cached = Array.from({ length: 1010 }, (_, page) => bytes.find(`/api/products?page=${page}`, {}));
  expect(cached.filter(Boolean)).toHaveLength(1000);
  expect(cached.findIndex(Boolean)).toBe(10);
});

test('answers push out older ones, at most 48 MB are cached', { tags: ['slow'] }, async () => {
  const bytes = open();
  const half = 'x'.repeat(512 * 1024);
  const urls = Array.from({ length: 98 }, (_, at) => `/${at}`);
  for (const url of urls) await keep(bytes, url, half);
  expect(urls.filter((url) => !bytes.find(url, {}))).toEqual(['/0', '/1']);
});

test('what many readers get is compressed to the least, at most ten answers of a data version', {
  tags: ['slow'],
}, async () => {
  const bytes = open();
  const text = Array.from({ length: 3000 }, (_, id) => `Carrot ${(id * 7919) % 1013} ${(id * 104_729) % 997}`).join();
  const urls = Array.from({ length: 12 }, (_, id) => `/product/${id}/chart`);
  const sizeOf = (url: string) => Number(bytes.find(url, BROWSER)?.headers['content-length']);
  for (const url of urls) await keep(bytes, url, text);
  const first = await Promise.all(urls.map(async (url) => (await findSmallest(bytes, url))?.body?.length));
  for (const url of urls) for (let request = 0; request < 20; request += 1) bytes.find(url, BROWSER);
  const isSmaller = (url: string, at: number) => sizeOf(url) < Number(first[at]);
  await expect.poll(() => urls.filter(isSmaller).length, { timeout: 60_000 }).toBe(10);
  const [popular = ''] = urls.filter(isSmaller);
  expect(brotliDecompressSync(bytes.find(popular, BROWSER)?.body ?? '').toString()).toBe(text);
});

test('a year of prices is cached in compressed form only, and pushes out no page', { tags: ['slow'] }, async () => {
  const bytes = open();
  await keep(bytes, '/home-dailyprice');
  const year = '2026-11-20,CARROT-NE,Carrot,vegetable,kg,120.00,150.00\r\n'.repeat(40_000);
  const years = Array.from({ length: 60 }, (_, at) => `/api/v1/years/${2000 + at}/prices.csv`);
  for (const url of years) {
    await keep(bytes, url, year);
    const smallest = await findSmallest(bytes, url);
    expect(brotliDecompressSync(smallest?.body ?? '').toString()).toBe(year);
  }
  expect(bytes.find('/home-dailyprice', {})).toBeDefined();
  const [first = ''] = years;
  expect(gunzipSync(bytes.find(first, GZIP)?.body ?? '').toString()).toBe(year);
  expect(bytes.find(first, {})).toBeUndefined();
  const again = () => Promise.reject(new Error('computed again'));
  const inflated = await wholeOf(await bytes.getOrCompute(first, {}, again));
  expect(inflated.body?.toString()).toBe(year);
  expect(bytes.find(first, { 'if-none-match': '*' })?.status).toBe(304);
});

test('cached answers are sent and counted without the framework, but only for GET and a cached address', async () => {
  const bytes = open();
  await keep(bytes, '/api/products', '["Carrot"]');
  const ask = (method: string, url: string, headers = {}) => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method, url, headers });
    const response = new ServerResponse(request);
    return { isAnswered: bytes.answer(request, response), response };
  };
  const { isAnswered, response } = ask('GET', '/api/products');
  expect(isAnswered).toBe(true);
  expect([response.statusCode, response.writableEnded]).toEqual([200, true]);
  for (const [method, url] of [
    ['POST', '/api/products'],
    ['HEAD', '/api/products'],
    ['GET', '/api/prices'],
  ] as const) {
    const other = ask(method, url);
    expect([other.isAnswered, other.response.headersSent]).toEqual([false, false]);
  }
  expect(ask('GET', '/api/products', { 'if-none-match': '*' }).response.statusCode).toBe(304);
  expect(bytes.use).toEqual({ sent: 1, unchanged: 1, computed: 2, answers: 1, bytes: 10 });
});

test('an answer with an end is computed again from then on, and the others remain', async () => {
  const clock = { at: 1_000_000, now: () => instantOf(clock.at) };
  const bytes = new ResponseCache({ clock });
  const computed = { home: 0, list: 0 };
  const open = async (url: 'home' | 'list') => {
    const compute = async () => {
      computed[url] += 1;
      const expiresAt = url === 'home' ? instantOf(clock.at + 900_000) : undefined;
      return { content: `${url} ${computed[url]}`, headers: HEADERS, expiresAt };
    };
    return (await wholeOf(await bytes.getOrCompute(url, {}, compute))).body?.toString();
  };
  for (let time = 0; time < 5; time += 1) await Promise.all([open('home'), open('list')]);
  clock.at += 899_999;
  expect([await open('home'), await open('list')]).toEqual(['home 2', 'list 2']);
  clock.at += 1;
  expect(bytes.find('home', {})).toBeUndefined();
  expect([await open('home'), await open('home'), await open('list')]).toEqual(['home 3', 'home 3', 'list 2']);
});

test('a server that is too busy or has lost its database shows the expired answer, but not a missing page', async () => {
  const clock = { at: 1_000_000, now: () => instantOf(clock.at) };
  let fault: Error | undefined;
  const bytes = new ResponseCache({
    clock,
    admit: () => {
      if (fault) throw fault;
    },
  });
  const ask = async () => {
    const compute = async () => ({
      content: `at ${clock.at}`,
      headers: HEADERS,
      expiresAt: instantOf(clock.at + 1000),
    });
    return (await wholeOf(await bytes.getOrCompute('/', {}, compute))).body?.toString();
  };
  for (let time = 0; time < 2; time += 1) await ask();
  clock.at += 1000;
  for (fault of [tooMuchWork(), new Error('no database')]) expect(await ask()).toBe('at 1000000');
  fault = new Refusal('year_not_found');
  await expect(ask()).rejects.toBe(fault);
  fault = undefined;
  expect(await ask()).toBe('at 1001000');
});
