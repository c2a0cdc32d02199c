import { expect, onTestFinished, test } from 'vitest';
import type { OpenSession } from '#contract/accounts.ts';
import type { Role } from '#contract/permissions.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestDoor, type TestDoor } from '../../testing/app-context.ts';
import { hashPassword } from '../session/hash-password.ts';

const HOUR = 3_600_000;

async function openMarket(): Promise<TestDoor> {
  const door = await openTestDoor();
  onTestFinished(() => door.close());
  return door;
}

const sessionsSeenBy = async (door: TestDoor, role: Role) =>
  (await door.as(role, { url: '/api/admin/sessions' })).json<OpenSession[]>();
const end = (door: TestDoor, by: Role, id = '') => door.as(by, { method: 'DELETE', url: `/api/admin/sessions/${id}` });
const isIn = async (door: TestDoor, token: string) =>
  (await door.send({ url: '/api/admin/session', headers: { authorization: `Bearer ${token}` } })).statusCode === 200;

async function enter(door: TestDoor, email: string): Promise<string> {
  const answer = await door.send({
    ...{ method: 'POST', url: '/api/admin/login', payload: { email, password: PASSWORD } },
    ...{ remoteAddress: '10.1.2.3', headers: { 'user-agent': 'Phone of the gate' } },
  });
  return answer.json<{ token: string }>().token;
}

test('the list tells who is signed in, from where and since when, and which session is the own one', async () => {
  const door = await openMarket();
  const begun = door.clock.now();
  await enter(door, 'tiketing@example.com');
  door.clock.advance(HOUR);
  const [own, gate, ...others] = await sessionsSeenBy(door, 'admin');
  expect(others).toEqual([]);
  expect(own).toMatchObject({ email: 'admin@example.com', is_own: true, created_at: door.clock.now() });
  expect(gate).toEqual({
    ...{ id: expect.any(String), email: 'tiketing@example.com', username: 'tiketing', role: 'tiketing' },
    ...{ created_at: begun, last_seen_at: begun, address: '10.1.2.3', agent: 'Phone of the gate', is_own: false },
  });
});

test('whoever did something last stands first', async () => {
  const door = await openMarket();
  for (const role of ['editor', 'manager', 'admin'] as const) {
    await door.tokenOf(role);
    door.clock.advance(HOUR);
  }
  await isIn(door, await door.tokenOf('editor'));
  const roles = (await sessionsSeenBy(door, 'superadmin')).map(({ role }) => role);
  expect(roles.slice(2)).toEqual(['admin', 'manager']);
  expect(roles.slice(0, 2).sort()).toEqual(['editor', 'superadmin']);
});

test('a session that was left is not in the list, and cannot be ended', async () => {
  const door = await openMarket();
  const leaving = await enter(door, 'manager@example.com');
  const left = (await sessionsSeenBy(door, 'admin')).find(({ role }) => role === 'manager');
  await door.send({ method: 'POST', url: '/api/admin/logout', headers: { authorization: `Bearer ${leaving}` } });
  expect((await sessionsSeenBy(door, 'admin')).map(({ role }) => role)).toEqual(['admin']);
  const answer = await end(door, 'admin', left?.id);
  expect([answer.statusCode, answer.json().message]).toEqual([404, 'This session has ended already.']);
});

test('nor is one that nobody used for eight hours', async () => {
  const door = await openMarket();
  await door.tokenOf('editor');
  door.clock.advance(4 * HOUR);
  await sessionsSeenBy(door, 'admin');
  door.clock.advance(4 * HOUR);
  const idle = (await sessionsSeenBy(door, 'admin')).find(({ role }) => role === 'editor');
  expect(idle).toBeDefined();
  door.clock.advance(1);
  expect((await sessionsSeenBy(door, 'admin')).map(({ role }) => role)).toEqual(['admin']);
  expect((await end(door, 'admin', idle?.id)).json().code).toBe('session_not_found');
});

test('nor is one that is a day old, though somebody uses it', async () => {
  const door = await openMarket();
  const token = await door.tokenOf('editor');
  for (let hour = 1; hour < 24; hour += 1) {
    door.clock.advance(HOUR);
    expect(await isIn(door, token)).toBe(true);
  }
  door.clock.advance(HOUR - 1);
  const old = (await sessionsSeenBy(door, 'admin')).find(({ role }) => role === 'editor');
  expect(old).toBeDefined();
  door.clock.advance(1);
  expect((await sessionsSeenBy(door, 'admin')).map(({ role }) => role)).toEqual(['admin']);
  expect((await end(door, 'admin', old?.id)).json().code).toBe('session_not_found');
});

test('an ended session is out with its next request; another session of the same person stays', async () => {
  const door = await openMarket();
  const here = await door.tokenOf('editor');
  const there = await enter(door, 'editor@example.com');
  const session = (await sessionsSeenBy(door, 'admin')).find(({ address }) => address === '10.1.2.3');
  const answer = await end(door, 'admin', session?.id.toUpperCase());
  expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'The session of editor has ended.' }]);
  expect([await isIn(door, there), await isIn(door, here)]).toEqual([false, true]);
  const entries = await door.database.reader
    .selectFrom('audit_log')
    .selectAll()
    .where('event_type', '=', 'Session Ended')
    .execute();
  expect(entries).toMatchObject([
    {
      event_description: 'Session of editor@example.com ended',
      old_value: `begun ${door.clock.now()}; address: 10.1.2.3; agent: Phone of the gate`,
      user_actioned: 'admin@example.com',
    },
  ]);
});

test("an admin cannot end a superadmin's session, and a superadmin can", async () => {
  const door = await openMarket();
  const chief = await enter(door, 'superadmin@example.com');
  const session = (await sessionsSeenBy(door, 'admin')).find(({ role }) => role === 'superadmin');
  expect((await end(door, 'admin', session?.id)).json().code).toBe('role_too_high');
  expect(await isIn(door, chief)).toBe(true);
  expect((await end(door, 'superadmin', session?.id)).statusCode).toBe(200);
  expect(await isIn(door, chief)).toBe(false);
});

test('of two who end the same session at once, one is told that it has ended', async () => {
  const door = await openMarket();
  await door.tokenOf('editor');
  await door.tokenOf('superadmin');
  const session = (await sessionsSeenBy(door, 'admin')).find(({ role }) => role === 'editor');
  const answers = await Promise.all([end(door, 'admin', session?.id), end(door, 'superadmin', session?.id)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
});

test('whoever is thrown out while the own password is checked changes nothing with it', async () => {
  const door = await openMarket();
  const token = await door.tokenOf('editor');
  expect(await isIn(door, token)).toBe(true);
  const newPassword = 'lantern over the paddy field';
  const changing = await door.database.write(async (tx) => {
    await tx.updateTable('sessions').set({ ended_at: door.clock.now() }).execute();
    const sent = door.as('editor', {
      ...{ method: 'PUT', url: '/api/admin/change-password' },
      payload: { currentPassword: PASSWORD, newPassword },
    });
    // As long as a check takes: by then the request is past that of its token.
    await hashPassword(newPassword);
    return { sent };
  });
  const answer = await changing.sent;
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthorized']);
  expect(await isIn(door, token)).toBe(false);
  expect(await enter(door, 'editor@example.com')).toBeTruthy();
});
