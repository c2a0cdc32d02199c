import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ARRIVED, ASK_AGAIN } from './kept-script.ts';

const ORIGIN = 'https://pola.example';

type Handle = (event: object) => void;

const handles = new Map<string, Handle>();
let stored: Map<string, Response>;
let answers: Map<string, (cache?: RequestCache) => Response | Promise<Response>>;
let said: unknown[];

function page(text: string, more: ResponseInit & { headers?: Record<string, string> } = {}): Response {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=0', ...more.headers };
  return new Response(`<html lang="en"><head></head><div id="page">${text}</div></html>`, { ...more, headers });
}

beforeAll(async () => {
  vi.stubGlobal('addEventListener', (type: string, handle: Handle) => handles.set(type, handle));
  await vi.importActual('./worker.ts');
});

beforeEach(() => {
  stored = new Map();
  answers = new Map();
  said = [];
  const addressOf = (key: string | { url: string }) => new URL(typeof key === 'string' ? key : key.url, ORIGIN).href;
  const cache = {
    match: async (key: string | { url: string }) => stored.get(addressOf(key))?.clone(),
    // As in a browser, the answer replaces another one and becomes the newest.
    put: async (key: string, answer: Response) => {
      stored.delete(addressOf(key));
      stored.set(addressOf(key), answer);
    },
    delete: async (key: string | { url: string }) => stored.delete(addressOf(key)),
    keys: async () => [...stored.keys()].map((url) => ({ url })),
  };
  vi.stubGlobal('clients', {
    matchAll: async () => [{ url: `${ORIGIN}/news/7`, postMessage: (text: string) => said.push(text) }],
  });
  vi.stubGlobal('location', new URL(ORIGIN));
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match });
  vi.stubGlobal('fetch', async (asked: string | { url: string }, { cache }: RequestInit = {}) => {
    const answer = answers.get(new URL(addressOf(asked)).pathname);
    if (!answer) throw new TypeError('no connection');
    return answer(cache);
  });
});

/** Opens a page as a reader does, and waits until the worker has stored its files. */
async function open(path: string): Promise<{ status: number; text: string; lasting: Promise<unknown> }> {
  const work: Promise<unknown>[] = [];
  const { promise, resolve } = Promise.withResolvers<Response>();
  handles.get('fetch')?.({
    request: { method: 'GET', mode: 'navigate', url: ORIGIN + path },
    respondWith: resolve,
    waitUntil: (lasting: Promise<unknown>) => work.push(lasting),
  });
  const answer = await promise;
  const lasting = Promise.all(work);
  if (!vi.isFakeTimers()) await lasting;
  return { status: answer.status, text: await answer.text(), lasting };
}

test('without a connection a page that was read is shown again', async () => {
  answers.set('/news/7', () => page('the market is closed'));
  await open('/news/7');
  answers.clear();
  expect(await open('/news/7')).toMatchObject({ status: 200, text: expect.stringContaining('the market is closed') });
});

test('a page that does not fit on the device any longer leaves its copy of before', async () => {
  answers.set('/news/7', () => page('the market is closed'));
  await open('/news/7');
  const cache = await caches.open('pola-pages');
  vi.spyOn(cache, 'put').mockRejectedValue(new DOMException('the device is full', 'QuotaExceededError'));
  answers.set('/news/7', () => page('the market is open'));
  await expect(open('/news/7')).rejects.toThrow('the device is full');
  answers.clear();
  expect((await open('/news/7')).text).toContain('the market is closed');
});

test('while the server fails a page that was read is shown again', async () => {
  answers.set('/news/7', () => page('the market is closed'));
  await open('/news/7');
  answers.set('/news/7', () => page('broken', { status: 503 }));
  expect((await open('/news/7')).text).toContain('the market is closed');
});

test('a page that was deleted is not shown from its copy while there is a connection', async () => {
  answers.set('/news/7', () => page('the market is closed'));
  await open('/news/7');
  answers.set('/news/7', () => page('no such page', { status: 404 }));
  expect(await open('/news/7')).toMatchObject({ status: 404, text: expect.stringContaining('no such page') });
});

test('neither a page of the office nor a missing one is stored', async () => {
  answers.set('/view-shops', () => page('office', { headers: { 'cache-control': 'no-store' } }));
  answers.set('/gone', () => page('no such page', { status: 404 }));
  for (const path of ['/view-shops', '/gone']) await open(path);
  expect([...stored.keys()]).toEqual([]);
});

describe('on a network that is connected but dead', () => {
  beforeEach(async () => {
    vi.useFakeTimers();
    answers.set('/news/7', () => page('the list of yesterday'));
    const { lasting } = await open('/news/7');
    await lasting;
  });
  afterEach(() => void vi.useRealTimers());

  /** An answer that stops after its first half, until it is released. */
  function stalled(first: string, second: string) {
    let release = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(first));
        release = () => {
          controller.enqueue(new TextEncoder().encode(second));
          controller.close();
        };
      },
    });
    const headers = { 'content-type': 'text/html', 'cache-control': 'public, max-age=0' };
    return { answer: new Response(body, { headers }), release: () => release() };
  }

  test('the copy is shown after three seconds, and the page is announced when it comes', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answers.set('/news/7', () => promise);
    const opening = open('/news/7');
    await vi.advanceTimersByTimeAsync(2999);
    expect(await Promise.race([opening, 'waiting'])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    const { text, lasting } = await opening;
    expect(text).toMatch(/^<html data-kept="[^"]*" data-why="unanswered" lang="en">.*the list of yesterday/);
    await vi.advanceTimersByTimeAsync(20_000);
    resolve(page('the list of today'));
    await lasting;
    expect(said).toEqual(['the page arrived']);
    const next = await open('/news/7');
    expect(next.text).toContain('the list of today');
    expect(next.text).not.toContain('data-kept');
  });

  test('a page that stops half-way is replaced by its copy, and stored when the rest comes', async () => {
    const whole = await page('the list of today').text();
    const { answer, release } = stalled(whole.slice(0, 50), whole.slice(50));
    answers.set('/news/7', () => answer);
    const opening = open('/news/7');
    await vi.advanceTimersByTimeAsync(3000);
    const { text, lasting } = await opening;
    expect(text).toContain('the list of yesterday');
    release();
    await lasting;
    answers.clear();
    await open('/news/7');
    expect((await open('/news/7')).text).toContain('the list of today');
  });

  test('a request that is never answered ends, and the copy stays', async () => {
    answers.set('/news/7', () => new Promise(() => {}));
    const opening = open('/news/7');
    await vi.advanceTimersByTimeAsync(3000);
    const { text, lasting } = await opening;
    expect(text).toContain('the list of yesterday');
    await vi.advanceTimersByTimeAsync(30_000);
    await lasting;
    expect(said).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('the page with which a network asks to sign in replaces neither the page nor its copy', async () => {
    answers.set(
      '/news/7',
      () => new Response('<html><h1>Sign in to the Wi-Fi</h1></html>', { headers: { 'content-type': 'text/html' } }),
    );
    for (const _ of [1, 2]) expect((await open('/news/7')).text).toMatch(/data-why="foreign".*the list of yesterday/);
  });

  test('the page of such a network in the cache of the browser does not hold up the page', async () => {
    const signIn = () => new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } });
    answers.set('/news/7', (cache) => (cache === 'no-cache' ? page('the list of today') : signIn()));
    expect((await open('/news/7')).text).toContain('the list of today');
    answers.set('/news/7', (cache) => (cache === 'no-cache' ? page('the list of tomorrow') : signIn()));
    let work: Promise<unknown> = Promise.resolve();
    handles.get('message')?.({
      data: [ASK_AGAIN, `${ORIGIN}/news/7`],
      waitUntil: (lasting: Promise<unknown>) => {
        work = lasting;
      },
    });
    await work;
    expect(said).toEqual([ARRIVED]);
  });
});

test('a renewal of a push subscription that failed is sent again when a page is opened', async () => {
  const { promise: renewed, resolve } = Promise.withResolvers<string>();
  const newSubscription = { options: {}, toJSON: () => ({ endpoint: 'https://push.example/a', keys: {} }) };
  vi.stubGlobal('registration', { pushManager: { getSubscription: async () => newSubscription } });
  const renewals = { alerts: ['a'], pushKey: 'of the market', isDue: false };
  stored.set(`${ORIGIN}/alerts/renewals`, Response.json(renewals));
  let work: Promise<unknown> = Promise.resolve();
  const waitUntil = (lasting: Promise<unknown>) => {
    work = lasting;
  };
  handles.get('pushsubscriptionchange')?.({ newSubscription, waitUntil });
  await expect(work).rejects.toThrow('no connection');
  answers.set('/news/7', () => page('the market is closed'));
  answers.set('/api/alerts/renew', () => {
    resolve('renewed');
    return Response.json({});
  });
  await open('/news/7');
  expect(await renewed).toBe('renewed');
});

test('a push message without content, or with content of another kind, shows a notification', async () => {
  const shown: unknown[] = [];
  vi.stubGlobal('registration', {
    showNotification: async (title: string, { data, body }: { data: object; body: string }) =>
      void shown.push({ title, body, data }),
    pushManager: { getSubscription: async () => null },
  });
  const push = async (data: object | null) => {
    let work: Promise<unknown> = Promise.resolve();
    handles.get('push')?.({
      data,
      waitUntil: (lasting: Promise<unknown>) => {
        work = lasting;
      },
    });
    await work;
  };
  const json = JSON.stringify({ 'offline.push.title': 'News from the market', 'offline.push.text': 'Open the list.' });
  answers.set('/offline', () => page(`<script id="kept-words" type="application/json">${json}</script>`));
  await open('/offline');
  const plain = {
    title: 'News from the market',
    body: 'Open the list.',
    data: { url: '/home-dailyprice', manage: '/alerts' },
  };
  await push(null);
  await push({ json: () => JSON.parse('not JSON') });
  await push({ json: () => ({ text: 'of another program' }) });
  expect(shown).toEqual([plain, plain, plain]);
  const alert = {
    title: 'Carrot',
    body: 'Rs. 120',
    url: '/product/1',
    manage: '/alerts/manage?key=a',
    manageLabel: 'Change',
  };
  await push({ json: () => alert });
  expect(shown.at(-1)).toEqual({ title: 'Carrot', body: 'Rs. 120', data: alert });
  expect(await (await (await caches.open('pola-alerts')).match('/alerts/renewals'))?.json()).toMatchObject({
    alerts: ['a'],
  });
});
