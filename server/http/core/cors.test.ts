/** @module-tag sqlite-only */

import { createHmac } from 'node:crypto';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Instant, instantOf } from '#billing/calendar.ts';
import { listCalls } from '#contract/every-call.ts';
import { openTestApp, TEST_DAY, type TestApp } from '../../testing/app-context.ts';
import { languageOf, redirectHome } from './language-of.ts';
import { TokenIssuer } from './token.ts';

describe('cors', () => {
  const OFFICE = 'https://office.example';
  const STRANGER = 'https://stranger.example';

  /**
   * One market for each list of allowed origins. The tests share it, because none of their requests changes anything.
   */
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

  test.each([
    'null',
    'https://office.example.stranger.example',
    'http://office.example',
    'https://office.example:8443',
  ])('the origin %s is not the origin of the office', async (origin) => {
    const app = await openMarket(OFFICE);
    const { headers } = await askFirst(app, origin, 'POST', '/api/admin/login');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('a request of the same site has no CORS headers', async () => {
    const app = await openMarket();
    const { headers } = await app.send({ url: '/api/admin/session' });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['ta', 'ta'],
  ['si-LK,si;q=0.9,en;q=0.8', 'si'],
  ['SI-lk', 'si'],
  ['de-DE, ta-LK;q=0.7, en;q=0.3', 'ta'],
  ['en;q=0.3, si;q=0.9', 'si'],
  ['ta, si', 'ta'],
  ['si;q=0, ta;q=0.1', 'ta'],
  ['si;q=much, ta;q=0.5', 'ta'],
  ['sim, tar', 'en'],
])('the language of the header %s is %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});

const SINHALA = { 'accept-language': 'si-LK,en;q=0.5' };

test.each([
  ['GET', '/', SINHALA, '/si/#start'],
  ['HEAD', '/', SINHALA, '/si/#start'],
  ['GET', '/?from=poster', { 'accept-language': 'ta' }, '/ta/?from=poster#start'],
  ['GET', '/', { ...SINHALA, 'sec-fetch-mode': 'navigate' }, '/si/#start'],
  ['GET', '/', { ...SINHALA, referer: 'https://search.example/' }, '/si/#start'],
  ['GET', '/', { ...SINHALA, referer: 'not an address' }, '/si/#start'],
  ['GET', '/', { ...SINHALA, host: 'market.example', referer: 'http://market.example/contact' }, undefined],
  ['GET', '/', { ...SINHALA, 'sec-fetch-mode': 'cors' }, undefined],
  ['GET', '/?lang=en', SINHALA, undefined],
  ['GET', '/', { 'accept-language': 'en-GB, si;q=0.5' }, undefined],
  ['GET', '/', {}, undefined],
  ['POST', '/', SINHALA, undefined],
  ['GET', '/contact', SINHALA, undefined],
  ['GET', '//elsewhere.example', SINHALA, undefined],
])('%s %s with %o is sent to %s', async (method, path, headers, place) => {
  const server = createServer((request, response) => {
    if (!redirectHome(request, response, { 'x-frame-options': 'DENY' })) response.end('the page');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      send({ port, host: '127.0.0.1', method, path, headers }, (got) => {
        got.resume().on('end', () => resolve({ status: got.statusCode, headers: got.headers }));
      })
        .on('error', reject)
        .end();
    },
  );
  expect(answer.status).toBe(place === undefined ? 200 : 302);
  expect(answer.headers.location).toBe(place);
  if (place === undefined) return;
  expect(answer.headers).toMatchObject({
    vary: 'accept-language',
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
  });
});

const SECRET = 'a secret for tests, long enough for anybody';
const NOW = '2026-11-20T03:00:00.000Z' as Instant;
const CLAIMS = { sessionId: 'session-1', adminId: 7, email: 'clerk@market.example', role: 'editor' } as const;
const issuer = new TokenIssuer(SECRET);
const issue = (at: Instant = NOW) => issuer.issue(CLAIMS, at, 3600);
const later = (ms: number) => instantOf(Date.parse(NOW) + ms);

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const sign = (text: string, secret: string, hash = 'sha256') =>
  createHmac(hash, secret).update(text).digest('base64url');

const payload = {
  role: 'editor',
  email: CLAIMS.email,
  adminId: 7,
  iss: 'pola',
  aud: 'pola-api',
  jti: 'session-1',
  iat: Date.parse(NOW) / 1000,
  nbf: Date.parse(NOW) / 1000,
  exp: Date.parse(NOW) / 1000 + 3600,
};

function forge(header: object, more: object = {}, secret = SECRET, hash = 'sha256'): string {
  const text = `${encode(header)}.${encode({ ...payload, ...more })}`;
  return `${text}.${sign(text, secret, hash)}`;
}

test('a token names its account and its session', async () => {
  const token = await issue();
  const [header, claims] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  expect(JSON.parse(header ?? '')).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(JSON.parse(claims ?? '')).toEqual(payload);
  expect(issuer.sessionOf(token, NOW)).toBe('session-1');
});

test('a token forged with the real secret is accepted: the forging tools of these tests work', () => {
  expect(issuer.sessionOf(forge({ alg: 'HS256', typ: 'JWT' }), NOW)).toBe('session-1');
});

test('a token is valid until its expiry, and not before it was issued', async () => {
  const token = await issue();
  expect(issuer.sessionOf(token, later(3_599_000))).toBe('session-1');
  expect(issuer.sessionOf(token, later(3_600_000))).toBeUndefined();
  expect(issuer.sessionOf(token, later(-1000))).toBeUndefined();
});

test.each([
  ['no algorithm', `${encode({ alg: 'none' })}.${encode(payload)}.`],
  ['no algorithm in odd case', forge({ alg: 'nOnE' })],
  ['another algorithm', forge({ alg: 'HS512' }, {}, SECRET, 'sha512')],
  ['an algorithm of key pairs', forge({ alg: 'RS256' })],
  ['no header', forge({})],
  ['an empty secret', forge({ alg: 'HS256' }, {}, '')],
  ['another secret', forge({ alg: 'HS256' }, {}, 'another secret, long enough for anybody')],
  ['another issuer', forge({ alg: 'HS256' }, { iss: 'other' })],
  ['another audience', forge({ alg: 'HS256' }, { aud: 'other' })],
  ['no session', forge({ alg: 'HS256' }, { jti: undefined })],
  ['no end', forge({ alg: 'HS256' }, { exp: undefined })],
  ['an end as text', forge({ alg: 'HS256' }, { exp: '9999999999' })],
  ['a critical extension', forge({ alg: 'HS256', crit: ['b64'], b64: false })],
  ['an empty text', ''],
  ['two dots', '..'],
  ['two parts', forge({ alg: 'HS256' }).split('.').slice(0, 2).join('.')],
  ['five parts', 'a.b.c.d.e'],
  ['a signature of another length', `${forge({ alg: 'HS256' })}A`],
  ['a letter of no keyboard as its end', `${forge({ alg: 'HS256' }).slice(0, -1)}é`],
])('a token with %s is refused', (_kind, token) => {
  expect(issuer.sessionOf(token, NOW)).toBeUndefined();
});

test('a token that was edited at any one place is refused', async () => {
  const token = await issue();
  const [header = '', , signature = ''] = token.split('.');
  const promoted = encode({ ...payload, role: 'superadmin' });
  expect(issuer.sessionOf(`${header}.${promoted}.${signature}`, NOW)).toBeUndefined();
  for (let at = 0; at < token.length - 1; at += 1) {
    const edited = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    expect(issuer.sessionOf(edited, NOW)).toBeUndefined();
  }
});
