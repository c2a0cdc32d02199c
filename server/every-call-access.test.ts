/** @module-tag sqlite-only */

import { afterAll, expect, test } from 'vitest';
import { dayOf, type Instant, instantOf } from '#billing/calendar.ts';
import { listCalls } from '#contract/every-call.ts';
import { may } from '#contract/permissions.ts';
import { type Role, roles } from '#contract/roles.ts';
import { type ProgramScope, programScopes } from '#contract/words.ts';
import { TokenIssuer } from './http/core/token.ts';
import { exampleOf, expectAnswer, expectRefusal, requestOf, send } from './testing/call.ts';
import type { ExampleMarket } from './testing/example-market.ts';
import { discardMarket, expectNothingChanged, openMarket, openMarketFor, storedIn } from './testing/market.ts';
import { TOKEN_SECRET } from './testing/sign-in.ts';
import { sweep } from './testing/sweep.ts';

afterAll(discardMarket);

const calls = listCalls();
const closedCalls = calls.filter(({ entry }) => entry.permission !== 'public');
const openCalls = calls.filter(({ entry }) => entry.permission === 'public');

sweep(
  { rows: closedCalls, oneOf: 5 },
  '$name: a request without a valid token is answered 401, and nothing happens',
  ({ name, entry }) =>
    expectNothingChanged(async (market) => {
      for (const authorization of await badAuthorizations(market)) {
        const headers = authorization === undefined ? {} : { authorization };
        const answer = await market.app.send({ ...requestOf(entry, exampleOf(name, market)), headers });
        expectRefusal(answer, 'unauthorized');
        const sentence = 'Unauthorized! Please log in first.';
        expect(answer.json()).toEqual({ success: false, code: 'unauthorized', message: sentence, error: sentence });
      }
    }, logAdminOut),
);

async function logAdminOut({ app }: ExampleMarket): Promise<void> {
  await app.as('admin', { method: 'POST', url: '/api/admin/logout' });
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

async function badAuthorizations({ app }: ExampleMarket): Promise<(string | undefined)[]> {
  const now = app.clock.now();
  const good = await app.tokenOf('superadmin');
  const [header = '', payload = '', signature = ''] = good.split('.');
  const { jti, exp, adminId, email, role, ...others } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const ours = new TokenIssuer(TOKEN_SECRET);
  const claims = { sessionId: jti, adminId, email, role };
  const tokens = {
    broken: ['x', 'a.b.c', `${header}.${payload}`, `${header}.${payload}.`, `${good}x`, `${good}.x`],
    unsigned: [signature, ''].map((last) => `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.${last}`),
    edited: `${header}.${encode({ ...others, jti, adminId, email, role, exp: exp + 3600 })}.${signature}`,
    expired: await ours.issue(claims, instantOf(Date.parse(now) - 25 * 3_600_000), 24 * 3600),
    notYet: await ours.issue(claims, '2027-01-01T00:00:00.000Z' as Instant, 3600),
    ofNoSession: await ours.issue({ ...claims, sessionId: 'no session' }, now, 3600),
    ofAnotherServer: await new TokenIssuer(`${TOKEN_SECRET}!`).issue(claims, now, 3600),
    over: await app.tokenOf('admin'),
  };
  return [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Bearer  ${good}`,
    `Bearer ${good} x`,
    good,
    `Basic ${good}`,
    ...Object.values(tokens)
      .flat()
      .map((token) => `Bearer ${token}`),
  ];
}

sweep(
  { rows: openCalls, oneOf: 5 },
  '$name: the call is public, and an old or broken token is ignored',
  async ({ name, entry }) => {
    const market = await openMarketFor(entry);
    const headers = { authorization: 'Bearer a.b.c' };
    expectAnswer(await market.app.send({ ...requestOf(entry, exampleOf(name, market)), headers }), entry);
  },
);

test('answers of a session are not cached, and no address contains a password or a token', () => {
  expect(closedCalls.filter(({ entry }) => entry.cached || entry.maxAgeSeconds !== undefined)).toEqual([]);
  const asked = calls.flatMap(({ name, entry }) =>
    [entry.params, entry.query].flatMap((part) => Object.keys(part?.shape ?? {})).map((key) => `${name} ${key}`),
  );
  // Only reports accept a secret in the address: a download token, which works once within a minute.
  expect(asked.filter((one) => /pass|token|secret|session|key|ticket$/i.test(one.split(' ')[1] ?? ''))).toEqual(
    ['rentPayments', 'remainingDues', 'shopPayments', 'rentRollFile', 'yearFile'].map(
      (name) => `reports.${name} ticket`,
    ),
  );
});

sweep(
  { rows: closedCalls, oneOf: 5 },
  '$name: each role may do exactly what the table says',
  async ({ name, entry }) => {
    const market = await openMarketFor(entry);
    const isAllowed = (role: Role) => entry.permission !== 'public' && may(role, entry.permission);
    const sendAs = (role: Role) =>
      send({ ...market, role }, entry, requestOf(entry, exampleOf(name, { ...market, role })));
    for (const role of roles) await market.app.tokenOf(role);

    const before = await storedIn(market);
    for (const role of roles.filter((one) => !isAllowed(one))) expectRefusal(await sendAs(role), 'not_allowed');
    expect(await storedIn(market)).toEqual(before);

    const [first, ...others] = roles.filter(isAllowed);
    if (first) expectAnswer(await sendAs(first), entry);
    // The first request may change the data so that later ones fail, but none may fail because of its role.
    for (const role of others) {
      const answer = await sendAs(role);
      if (answer.statusCode === 403)
        expectRefusal(answer, role === 'cashier' ? 'payment_of_other_day' : 'own_approval');
      else expect([entry.status ?? 200, 404, 409]).toContain(answer.statusCode);
    }
  },
);

sweep(
  { rows: closedCalls, oneOf: 5 },
  '$name: a token of a program may call it only if the call has a scope of the token',
  ({ name, entry }) =>
    expectNothingChanged(async (market) => {
      for (const scope of programScopes) {
        const headers = await programHeaders(market, scope);
        const answer = await market.app.send({ ...requestOf(entry, exampleOf(name, market)), headers });
        if (entry.scope !== scope) expectRefusal(answer, 'not_allowed');
        else expectAnswer(answer, entry);
      }
    }, makeProgramTokens),
);

const headersOfScope = new Map<ProgramScope, { authorization: string }>();

async function makeProgramTokens({ app }: ExampleMarket): Promise<void> {
  for (const scope of programScopes) {
    const payload = { label: scope, scopes: [scope], last_day: dayOf(app.clock.now()) };
    const made = await app.as('superadmin', { method: 'POST', url: '/api/program-tokens', payload });
    headersOfScope.set(scope, { authorization: `Bearer ${made.json<{ token: string }>().token}` });
  }
  // The last use is written before what is stored is compared.
  await app.database.owner.updateTable('program_tokens').set({ used_at: app.clock.now() }).execute();
}

async function programHeaders({ app }: ExampleMarket, scope: ProgramScope): Promise<{ authorization: string }> {
  await app.database.owner.deleteFrom('rate_limits').execute();
  return headersOfScope.get(scope) ?? { authorization: '' };
}

test('only calls that read have a scope, and each scope has calls', () => {
  const scoped = calls.filter(({ entry }) => entry.scope !== undefined);
  expect(scoped.filter(({ entry }) => entry.method !== 'GET' || entry.permission === 'public')).toEqual([]);
  expect(new Set(scoped.map(({ entry }) => entry.scope))).toEqual(new Set(programScopes));
});

const ofOthers = closedCalls.filter(({ entry }) => entry.permission !== 'session.own');
const ofOneself = closedCalls.filter(({ entry }) => entry.permission === 'session.own');

sweep({ rows: ofOthers, oneOf: 5 }, '$name: a one-time password does not allow it', ({ name, entry }) =>
  expectNothingChanged(async (market) => {
    const answer = await send(market, entry, requestOf(entry, exampleOf(name, market)));
    expectRefusal(answer, 'password_change_required');
  }, giveOneTimePasswords),
);

sweep({ rows: ofOneself, oneOf: 5 }, '$name: a one-time password allows it', async ({ name, entry }) => {
  const market = entry.method === 'GET' ? await openMarket() : await openMarketFor(entry);
  await giveOneTimePasswords(market);
  expectAnswer(await send(market, entry, requestOf(entry, exampleOf(name, market))), entry);
});

async function giveOneTimePasswords({ app }: ExampleMarket): Promise<void> {
  await app.database.write((tx) => tx.updateTable('accounts').set({ must_change_password: 1 }).execute());
}

sweep({ rows: ofOthers, oneOf: 5 }, '$name: an account that must add a second factor is refused', ({ name, entry }) =>
  expectNothingChanged(async (market) => {
    const answer = await send(market, entry, requestOf(entry, exampleOf(name, market)));
    expectRefusal(answer, 'second_factor_missing');
  }, requireFactors),
);

sweep(
  { rows: ofOneself, oneOf: 5 },
  '$name: an account that must add a second factor may call it',
  async ({ name, entry }) => {
    const market = await openMarket();
    await requireFactors(market);
    const answer = await send(market, entry, requestOf(entry, exampleOf(name, market)));
    expect(answer.json().code).not.toBe('second_factor_missing');
  },
);

async function requireFactors({ app }: ExampleMarket): Promise<void> {
  await app.as('superadmin', { method: 'PUT', url: '/api/settings/second-factor', payload: { roles } });
  await app.database.write((tx) => tx.deleteFrom('factors').execute());
}

sweep(
  { rows: calls, oneOf: 5 },
  '$name: a slash at the end changes nothing, and unknown parameters and keys are refused',
  async ({ name, entry }) => {
    const market = await openMarketFor(entry);
    const parts = exampleOf(name, market);
    const request = requestOf(entry, parts);
    const [path, query = ''] = request.url.split('?');
    const odd = `${path}?${query}&odd=1&odd=2&x[]=1&__proto__=1&odder=-1&%00`;
    expectRefusal(await send(market, entry, { ...request, url: odd }), 'invalid_input');
    if (parts.body !== undefined) {
      const { payload } = requestOf(entry, { ...parts, body: withUnknownKeys(parts.body) });
      expectRefusal(await send(market, entry, { ...request, payload: payload as object }), 'invalid_input');
    }
    expectAnswer(await send(market, entry, { ...request, url: `${path}/?${query}` }), entry);
    expect(Object.keys(Object.prototype)).toEqual([]);
  },
);

/** In an object literal `__proto__` would set the prototype, so the object is parsed from JSON. */
const REACHING_IN = JSON.parse('{"__proto__":{"role":"superadmin","isAdmin":true}}');

function withUnknownKeys(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withUnknownKeys);
  if (typeof body !== 'object' || body === null) return body;
  const unknown = { nonsense: 'x', deep: [{ er: null }], constructor: { prototype: 1 } };
  return { ...REACHING_IN, ...unknown, ...body };
}
