/** @module-tag postgres */

import { expect, onTestFinished, test } from 'vitest';
import { addDays, dayOf } from '#billing/calendar.ts';
import { MOST_TOKEN_DAYS, MOST_TOKEN_REQUESTS, type ProgramToken } from '#contract/program-tokens.ts';
import { openTestApp, TEST_DAY, type TestApp, TOMORROW } from '../../testing/app-context.ts';
import { listTokens } from './queries.ts';
import { presentToken } from './token-state.ts';

const ROLL = '/api/reports/rent-roll?month=2026-11';
const TOKENS = '/api/program-tokens';
const DAY_MS = 86_400_000;

async function openMarket(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  return app;
}

async function makeToken(app: TestApp, more: object = {}) {
  const payload = { label: 'Books', scopes: ['reports'], last_day: TOMORROW, ...more };
  const answer = await app.as('superadmin', { method: 'POST', url: TOKENS, payload });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ token: string; program_token: ProgramToken }>();
}

const read = (app: TestApp, token: string, url = ROLL) =>
  app.send({ url, headers: { authorization: `Bearer ${token}` } });

const list = async (app: TestApp) => (await app.as('superadmin', { url: TOKENS })).json<ProgramToken[]>();

test('a program reads with a token what its scopes name, and nothing else', async () => {
  const app = await openMarket();
  const { token } = await makeToken(app);
  expect(token).toMatch(/^pola_[\w-]{43}$/);
  expect((await read(app, token)).json()).toMatchObject({ month: '2026-11' });
  const beyond = await read(app, token, '/api/sanitation/daily-income');
  expect(beyond.statusCode).toBe(403);
  expect(beyond.json()).toMatchObject({ code: 'not_allowed', message: 'This token may only read: reports.' });
  expect((await read(app, token, TOKENS)).statusCode).toBe(403);
  const writing = { method: 'POST' as const, url: TOKENS, headers: { authorization: `Bearer ${token}` } };
  expect((await app.send({ ...writing, payload: {} })).statusCode).toBe(403);
});

test('the token is shown once: neither the list nor the database nor the audit log contains it', async () => {
  const app = await openMarket();
  const { token, program_token } = await makeToken(app);
  expect(JSON.stringify(await list(app))).not.toContain(token.slice(5));
  const stored = await app.database.reader.selectFrom('program_tokens').selectAll().execute();
  const log = await app.database.reader.selectFrom('audit_log').selectAll().orderBy('id').execute();
  expect(JSON.stringify([stored, log])).not.toContain(token.slice(5));
  expect(log.at(-1)).toMatchObject({ event_type: 'Program Token Made', new_value: 'reports' });
  expect(program_token).toMatchObject({ label: 'Books', scopes: ['reports'], state: 'valid', used_at: null });
});

test('a revoked token is refused from the next request on, in words, and the log has who revoked it', async () => {
  const app = await openMarket();
  const { token, program_token } = await makeToken(app);
  expect((await read(app, token)).statusCode).toBe(200);
  const url = `${TOKENS}/${program_token.token_id}/revoke`;
  for (const status of [200, 404])
    expect((await app.as('superadmin', { method: 'POST', url })).statusCode).toBe(status);
  const refused = await read(app, token);
  expect(refused.statusCode).toBe(401);
  expect(refused.json().message).toBe('This token is unknown, has ended or was revoked.');
  expect(await list(app)).toMatchObject([{ state: 'revoked', revoked_by: 'superadmin@example.com' }]);
  const revoked = await app.database.reader
    .selectFrom('audit_log')
    .selectAll()
    .where('event_type', '=', 'Program Token Revoked')
    .execute();
  expect(revoked).toMatchObject([{ user_actioned: 'superadmin@example.com' }]);
});

test('a token can be used on its last day in Colombo, and not after it', async () => {
  const app = await openMarket();
  const { token } = await makeToken(app, { last_day: TEST_DAY });
  expect((await read(app, token)).statusCode).toBe(200);
  app.clock.advance(DAY_MS);
  expect((await read(app, token)).statusCode).toBe(401);
  const [stored] = await listTokens(app.database.reader);
  expect(stored && presentToken(stored, TOMORROW)).toMatchObject({ state: 'ended' });
});

test('a token stops while its maker is disabled or has a role that may make none, and works again afterwards', async () => {
  const app = await openMarket();
  const { token } = await makeToken(app);
  const setMaker = (change: { disabled_at?: string | null; role?: 'admin' | 'superadmin' }) =>
    app.database.owner
      .updateTable('accounts')
      .set(change as object)
      .where('email', '=', 'superadmin@example.com')
      .execute();
  for (const stop of [{ disabled_at: app.clock.now() }, { role: 'admin' as const }]) {
    await setMaker(stop);
    expect((await read(app, token)).statusCode).toBe(401);
    await setMaker({ disabled_at: null, role: 'superadmin' });
    expect((await read(app, token)).statusCode).toBe(200);
  }
});

test('a new password of the maker changes nothing for a program', async () => {
  const app = await openMarket();
  const { token } = await makeToken(app);
  await app.database.owner.updateTable('accounts').set({ must_change_password: 1 }).execute();
  await app.database.owner.updateTable('sessions').set({ ended_at: app.clock.now() }).execute();
  expect((await read(app, token)).statusCode).toBe(200);
});

test('the last use is written at most once a minute', async () => {
  const app = await openMarket();
  const { token } = await makeToken(app);
  const first = app.clock.now();
  await read(app, token);
  app.clock.advance(59_000);
  await read(app, token);
  expect(await list(app)).toMatchObject([{ used_at: first }]);
  app.clock.advance(2000);
  await read(app, token);
  expect(await list(app)).toMatchObject([{ used_at: app.clock.now() }]);
});

test('a program that asks too often waits, and another program does not', async () => {
  const app = await openMarket();
  const busy = await makeToken(app);
  const other = await makeToken(app);
  const url = '/api/prices/sheet/2026-11-20';
  for (let asked = 0; asked < MOST_TOKEN_REQUESTS; asked++) await read(app, busy.token, url);
  const refused = await read(app, busy.token);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await read(app, other.token)).statusCode).toBe(200);
  app.clock.advance(61_000);
  expect((await read(app, busy.token)).statusCode).toBe(200);
});

test('the last day is named in the refusal when it is before today or too far away', async () => {
  const app = await openMarket();
  const today = dayOf(app.clock.now());
  for (const last_day of [addDays(today, -1), addDays(today, MOST_TOKEN_DAYS + 1)]) {
    const payload = { label: 'Books', scopes: ['reports'], last_day };
    const answer = await app.as('superadmin', { method: 'POST', url: TOKENS, payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().details).toEqual([
      { field: 'last_day', message: 'Choose a day from today until 20 Nov 2028.' },
    ]);
  }
});
