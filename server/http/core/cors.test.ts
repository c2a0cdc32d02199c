/** @module-tag sqlite-only */
import { afterAll, expect, test } from 'vitest';
import { listCalls } from '#contract/every-call.ts';
import { openTestApp, TEST_DAY, type TestApp } from '../../testing/app-context.ts';

const OFFICE = 'https://office.example';
const STRANGER = 'https://stranger.example';

/** One market for each list of allowed origins, because no request of these tests changes anything. */
const opened = new Map<string, Promise<TestApp>>();

afterAll(async () => {
  for (const app of opened.values()) await (await app).close();
});

function openMarket(origins = ''): Promise<TestApp> {
  const app = opened.get(origins) ?? openTestApp({ CORS_ORIGINS: origins });
  opened.set(origins, app);
  return app;
}

function askFirst(app: TestApp, origin: string, method: string, url: string) {
  const headers = {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization',
  };
  return app.send({ method: 'OPTIONS', url, headers });
}

const publicReads = listCalls().filter(({ entry }) => entry.method === 'GET' && entry.permission === 'public');
const others = listCalls().filter(({ entry }) => entry.method !== 'GET' || entry.permission !== 'public');
const addressOf = (path: string) => path.replace(':id', '1').replace(':date', TEST_DAY);

test.each(publicReads)('$name may be read from any site, and exposes its ETag', async ({ entry }) => {
  const app = await openMarket();
  const answer = await app.send({ url: addressOf(entry.path), headers: { origin: STRANGER } });
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'X-Total-Count, ETag, Retry-After, X-Data-Confirmed',
  });
  expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  const first = await askFirst(app, STRANGER, 'GET', addressOf(entry.path));
  expect(first.statusCode).toBe(204);
  expect(first.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers':
      'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Mcp-Protocol-Version, Mcp-Method, Mcp-Name',
  });
});

test.each(others)('$name may not be called from an unknown site', async ({ entry }) => {
  const app = await openMarket(OFFICE);
  const url = addressOf(entry.path);
  const first = await askFirst(app, STRANGER, entry.method, url);
  expect(first.statusCode).toBe(204);
  const answer = await app.send({ method: entry.method, url, headers: { origin: STRANGER } });
  for (const { headers } of [first, answer]) {
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});

test.each(others)('$name may be called from a configured site', async ({ entry }) => {
  const app = await openMarket(`https://other.example,${OFFICE}`);
  const url = addressOf(entry.path);
  const first = await askFirst(app, OFFICE, entry.method, url);
  expect(first.statusCode).toBe(204);
  expect(first.headers).toMatchObject({
    'access-control-allow-origin': OFFICE,
    'access-control-allow-methods': expect.stringContaining(entry.method),
    vary: expect.stringContaining('origin'),
  });
  const answer = await app.send({ method: entry.method, url, headers: { origin: OFFICE } });
  expect(answer.headers['access-control-allow-origin']).toBe(OFFICE);
});

test.each(['null', 'https://office.example.stranger.example', 'http://office.example', 'https://office.example:8443'])(
  'the origin %s is not the origin of the office',
  async (origin) => {
    const app = await openMarket(OFFICE);
    const { headers } = await askFirst(app, origin, 'POST', '/api/admin/login');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  },
);

test('a request of the same site has no CORS headers', async () => {
  const app = await openMarket();
  const { headers } = await app.send({ url: '/api/admin/session' });
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
});
