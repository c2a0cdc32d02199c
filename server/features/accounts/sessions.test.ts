import { expect, onTestFinished, test } from 'vitest';
import type { OpenSession } from '#contract/accounts.ts';
import type { Role } from '#contract/roles.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { hashPassword } from '../session/hash-password.ts';

const HOUR = 3_600_000;

async function openMarket(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  return app;
}

const sessionsSeenBy = async (app: TestApp, role: Role) =>
  (await app.as(role, { url: '/api/admin/sessions' })).json<OpenSession[]>();
const end = (app: TestApp, by: Role, id = '') => app.as(by, { method: 'DELETE', url: `/api/admin/sessions/${id}` });
const isIn = async (app: TestApp, token: string) =>
  (await app.send({ url: '/api/admin/session', headers: { authorization: `Bearer ${token}` } })).statusCode === 200;

async function enter(app: TestApp, email: string): Promise<string> {
  const answer = await app.send({
    method: 'POST',
    url: '/api/admin/login',
    payload: { email, password: PASSWORD },
    remoteAddress: '10.1.2.3',
    headers: { 'user-agent': 'Phone of the gate' },
  });
  return answer.json<{ token: string }>().token;
}

test('everybody lists and ends their own sessions, and not those of others', async () => {
  const app = await openMarket();
  const here = await app.tokenOf('tiketing');
  const chief = await app.tokenOf('superadmin');
  const payload = { email: app.emailOf('tiketing'), password: PASSWORD };
  const there = (await app.send({ method: 'POST', url: '/api/admin/login', payload })).json<{ token: string }>().token;
  const isOpen = async (token: string) =>
    (await app.send({ url: '/api/admin/session', headers: { authorization: `Bearer ${token}` } })).statusCode === 200;
  const own = (await app.as('tiketing', { url: '/api/admin/own-sessions' })).json<OpenSession[]>();
  expect(own.map(({ email, is_own }) => [email, is_own]).sort()).toEqual([
    [app.emailOf('tiketing'), false],
    [app.emailOf('tiketing'), true],
  ]);
  const end = (id = '') => app.as('tiketing', { method: 'DELETE', url: `/api/admin/own-sessions/${id}` });
  expect((await end(own.find(({ is_own }) => !is_own)?.id)).statusCode).toBe(200);
  const all = (await app.as('superadmin', { url: '/api/admin/sessions' })).json<OpenSession[]>();
  const refused = await end(all.find(({ role }) => role === 'superadmin')?.id);
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'session_not_found']);
  expect([await isOpen(here), await isOpen(there), await isOpen(chief)]).toEqual([true, false, true]);
});

test("the list shows who is signed in, from where and since when, and which session is the user's own", async () => {
  const app = await openMarket();
  const begun = app.clock.now();
  await enter(app, 'tiketing@example.com');
  app.clock.advance(HOUR);
  const [own, gate, ...others] = await sessionsSeenBy(app, 'admin');
  expect(others).toEqual([]);
  expect(own).toMatchObject({ email: 'admin@example.com', is_own: true, created_at: app.clock.now() });
  expect(gate).toEqual({
    id: expect.any(String),
    email: 'tiketing@example.com',
    username: 'tiketing',
    role: 'tiketing',
    created_at: begun,
    last_seen_at: begun,
    address: '10.1.2.3',
    agent: 'Phone of the gate',
    is_own: false,
  });
});

test('the most recently active session is first', async () => {
  const app = await openMarket();
  for (const role of ['editor', 'manager', 'admin'] as const) {
    await app.tokenOf(role);
    app.clock.advance(HOUR);
  }
  await isIn(app, await app.tokenOf('editor'));
  const roles = (await sessionsSeenBy(app, 'superadmin')).map(({ role }) => role);
  expect(roles.slice(2)).toEqual(['admin', 'manager']);
  expect(roles.slice(0, 2).sort()).toEqual(['editor', 'superadmin']);
});

test('a session that was signed out is not in the list, and cannot be ended', async () => {
  const app = await openMarket();
  const leaving = await enter(app, 'manager@example.com');
  const left = (await sessionsSeenBy(app, 'admin')).find(({ role }) => role === 'manager');
  await app.send({ method: 'POST', url: '/api/admin/logout', headers: { authorization: `Bearer ${leaving}` } });
  expect((await sessionsSeenBy(app, 'admin')).map(({ role }) => role)).toEqual(['admin']);
  const answer = await end(app, 'admin', left?.id);
  expect([answer.statusCode, answer.json().message]).toEqual([404, 'This session has already ended.']);
});

test('a session that was not used for eight hours is not in the list, and cannot be ended', async () => {
  const app = await openMarket();
  await app.tokenOf('editor');
  app.clock.advance(4 * HOUR);
  await sessionsSeenBy(app, 'admin');
  app.clock.advance(4 * HOUR);
  const idle = (await sessionsSeenBy(app, 'admin')).find(({ role }) => role === 'editor');
  expect(idle).toBeDefined();
  app.clock.advance(1);
  expect((await sessionsSeenBy(app, 'admin')).map(({ role }) => role)).toEqual(['admin']);
  expect((await end(app, 'admin', idle?.id)).json().code).toBe('session_not_found');
});

test('a session that is a day old is not in the list, even when it is used', async () => {
  const app = await openMarket();
  const token = await app.tokenOf('editor');
  for (let hour = 1; hour < 24; hour += 1) {
    app.clock.advance(HOUR);
    expect(await isIn(app, token)).toBe(true);
  }
  app.clock.advance(HOUR - 1);
  const old = (await sessionsSeenBy(app, 'admin')).find(({ role }) => role === 'editor');
  expect(old).toBeDefined();
  app.clock.advance(1);
  expect((await sessionsSeenBy(app, 'admin')).map(({ role }) => role)).toEqual(['admin']);
  expect((await end(app, 'admin', old?.id)).json().code).toBe('session_not_found');
});

test('an ended session is refused from its next request on; another session of the same person remains', async () => {
  const app = await openMarket();
  const here = await app.tokenOf('editor');
  const there = await enter(app, 'editor@example.com');
  const session = (await sessionsSeenBy(app, 'admin')).find(({ address }) => address === '10.1.2.3');
  const answer = await end(app, 'admin', session?.id.toUpperCase());
  expect([answer.statusCode, answer.json()]).toEqual([200, { message: "editor's session has ended." }]);
  expect([await isIn(app, there), await isIn(app, here)]).toEqual([false, true]);
  const entries = await app.database.reader
    .selectFrom('audit_log')
    .selectAll()
    .where('event_type', '=', 'Session Ended')
    .execute();
  expect(entries).toMatchObject([
    {
      event_description: "editor@example.com's session ended",
      old_value: `started ${app.clock.now()}; IP address: 10.1.2.3; browser: Phone of the gate`,
      user_actioned: 'admin@example.com',
    },
  ]);
});

test("an admin cannot end a superadmin's session, but a superadmin can", async () => {
  const app = await openMarket();
  const chief = await enter(app, 'superadmin@example.com');
  const session = (await sessionsSeenBy(app, 'admin')).find(({ role }) => role === 'superadmin');
  expect((await end(app, 'admin', session?.id)).json().code).toBe('role_too_high');
  expect(await isIn(app, chief)).toBe(true);
  expect((await end(app, 'superadmin', session?.id)).statusCode).toBe(200);
  expect(await isIn(app, chief)).toBe(false);
});

test('of two simultaneous requests to end a session, one is answered that it has ended', async () => {
  const app = await openMarket();
  await app.tokenOf('editor');
  await app.tokenOf('superadmin');
  const session = (await sessionsSeenBy(app, 'admin')).find(({ role }) => role === 'editor');
  const answers = await Promise.all([end(app, 'admin', session?.id), end(app, 'superadmin', session?.id)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
});

test('a session that ends while its password is checked changes nothing', async () => {
  const app = await openMarket();
  const token = await app.tokenOf('editor');
  expect(await isIn(app, token)).toBe(true);
  const newPassword = 'lantern over the paddy field';
  const changing = await app.database.write(async (tx) => {
    await tx.updateTable('sessions').set({ ended_at: app.clock.now() }).execute();
    const sent = app.as('editor', {
      method: 'PUT',
      url: '/api/admin/change-password',
      payload: { currentPassword: PASSWORD, newPassword },
    });
    // The request checks its token and then hashes its password. Hashing the same password here ensures that this check
    // is over.
    await hashPassword(newPassword);
    return { sent };
  });
  const answer = await changing.sent;
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthorized']);
  expect(await isIn(app, token)).toBe(false);
  expect(await enter(app, 'editor@example.com')).toBeTruthy();
});
