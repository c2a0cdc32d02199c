import { beforeAll, beforeEach, expect, test, vi } from 'vitest';

const ORIGIN = 'https://pola.example';

type Handle = (event: object) => void;

const handles = new Map<string, Handle>();
let stored: Map<string, Response>;
let answers: Map<string, () => Response>;

function page(text: string, more: ResponseInit & { headers?: Record<string, string> } = {}): Response {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=0', ...more.headers };
  return new Response(`<html lang="en">${text}</html>`, { ...more, headers });
}

beforeAll(async () => {
  vi.stubGlobal('addEventListener', (type: string, handle: Handle) => handles.set(type, handle));
  await vi.importActual('./worker.ts');
});

beforeEach(() => {
  stored = new Map();
  answers = new Map();
  const addressOf = (key: string | { url: string }) => new URL(typeof key === 'string' ? key : key.url, ORIGIN).href;
  const cache = {
    match: async (key: string | { url: string }) => stored.get(addressOf(key))?.clone(),
    put: async (key: string, answer: Response) => void stored.set(addressOf(key), answer),
    delete: async (key: string | { url: string }) => stored.delete(addressOf(key)),
    keys: async () => [...stored.keys()].map((url) => ({ url })),
  };
  vi.stubGlobal('location', new URL(ORIGIN));
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match });
  vi.stubGlobal('fetch', async (asked: string | { url: string }) => {
    const answer = answers.get(new URL(addressOf(asked)).pathname);
    if (!answer) throw new TypeError('no connection');
    return answer();
  });
});

/** Opens a page as a reader does, and waits until the worker has stored its files. */
async function open(path: string): Promise<{ status: number; text: string }> {
  const work: Promise<unknown>[] = [];
  const { promise, resolve } = Promise.withResolvers<Response>();
  handles.get('fetch')?.({
    request: { method: 'GET', mode: 'navigate', url: ORIGIN + path },
    respondWith: resolve,
    waitUntil: (lasting: Promise<unknown>) => work.push(lasting),
  });
  const answer = await promise;
  await Promise.all(work);
  return { status: answer.status, text: await answer.text() };
}

test('without a connection a page that was read is shown again', async () => {
  answers.set('/news/7', () => page('the market is closed'));
  await open('/news/7');
  answers.clear();
  expect(await open('/news/7')).toMatchObject({ status: 200, text: expect.stringContaining('the market is closed') });
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
  expect(await open('/news/7')).toEqual({ status: 404, text: expect.stringContaining('no such page') });
});

test('neither a page of the office nor a missing one is stored', async () => {
  answers.set('/view-shops', () => page('office', { headers: { 'cache-control': 'no-store' } }));
  answers.set('/gone', () => page('no such page', { status: 404 }));
  for (const path of ['/view-shops', '/gone']) await open(path);
  expect([...stored.keys()]).toEqual([]);
});
