/** @module-tag sqlite-only */
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Instant, instantOf } from '#billing/calendar.ts';
import { TokenIssuer } from './token.ts';

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
  expect(await issuer.sessionOf(token, NOW)).toBe('session-1');
});

test('a token forged with the real secret is accepted: the forging tools of these tests work', async () => {
  expect(await issuer.sessionOf(forge({ alg: 'HS256', typ: 'JWT' }), NOW)).toBe('session-1');
});

test('a token is valid until its expiry, and not before it was issued', async () => {
  const token = await issue();
  expect(await issuer.sessionOf(token, later(3_599_000))).toBe('session-1');
  expect(await issuer.sessionOf(token, later(3_600_000))).toBeUndefined();
  expect(await issuer.sessionOf(token, later(-1000))).toBeUndefined();
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
])('a token with %s is refused', async (_kind, token) => {
  expect(await issuer.sessionOf(token, NOW)).toBeUndefined();
});

test('a token that was edited at any one place is refused', async () => {
  const token = await issue();
  const [header = '', , signature = ''] = token.split('.');
  const promoted = encode({ ...payload, role: 'superadmin' });
  expect(await issuer.sessionOf(`${header}.${promoted}.${signature}`, NOW)).toBeUndefined();
  for (let at = 0; at < token.length - 1; at += 1) {
    const edited = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    expect(await issuer.sessionOf(edited, NOW)).toBeUndefined();
  }
});
