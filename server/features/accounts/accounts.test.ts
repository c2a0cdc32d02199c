import { expect, onTestFinished, test } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { verifyChain } from '../audit/verify-chain.ts';
import { hashPassword } from '../session/hash-password.ts';
import { registerAccount } from './register-account.ts';

const RUWAN = { username: 'Ruwan Silva', email: 'ruwan@example.com', password: 'lantern over the paddy field' };

async function openMarket(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  for (const role of ['superadmin', 'admin'] as const) await app.tokenOf(role);
  await app.verifySessions();
  return app;
}

const register = (app: TestApp, by: Role, given: object = {}) =>
  app.as(by, { method: 'POST', url: '/api/admin/register', payload: { ...RUWAN, role: 'editor', ...given } });
const remove = (app: TestApp, email: string) =>
  app.as('superadmin', { method: 'DELETE', url: '/api/admin/delete-by-email', payload: { email } });
const login = (app: TestApp, email: string, password: string) =>
  app.send({ method: 'POST', url: '/api/admin/login', payload: { email, password } });
const whoAmI = (app: TestApp, token: string) =>
  app.send({ url: '/api/admin/session', headers: { authorization: `Bearer ${token}` } });
const emailsIn = async (app: TestApp) =>
  (await app.as('admin', { url: '/api/admin/list' }))
    .json<{ admins: { email: string }[] }>()
    .admins.map(({ email }) => email);
const eventsIn = (app: TestApp, type: string) =>
  app.database.reader
    .selectFrom('audit_log')
    .selectAll()
    .where('event_type', '=', type)
    .orderBy('id', 'desc')
    .execute();

test('a registered person signs in with the email in any case, and need not change the password first', async () => {
  const app = await openMarket();
  const answer = await register(app, 'admin', { email: 'Ruwan@Example.com' });
  expect([answer.statusCode, answer.json()]).toEqual([
    201,
    {
      message: 'Ruwan Silva has been registered with the role editor.',
      admin: {
        admin_id: expect.any(Number),
        username: 'Ruwan Silva',
        email: 'ruwan@example.com',
        role: 'editor',
        is_disabled: false,
        createdAt: app.clock.now(),
        updatedAt: app.clock.now(),
      },
    },
  ]);
  const entered = await login(app, 'RUWAN@example.com', RUWAN.password);
  expect(entered.json()).toMatchObject({ role: 'editor', name: 'Ruwan Silva', must_change_password: false });
});

test('a gate app that only knows the login call issues tickets for a newly registered person', async () => {
  const app = await openMarket();
  await register(app, 'superadmin', { role: 'tiketing' });
  const { token } = (await login(app, RUWAN.email, RUWAN.password)).json<{ token: string }>();
  const headers = { authorization: `Bearer ${token}` };
  const issued = await app.send({ method: 'POST', url: '/api/sanitation', payload: { price: 20 }, headers });
  expect(issued.statusCode).toBe(201);
});

test('the list has every account in the order of registration', async () => {
  const app = await openMarket();
  await register(app, 'admin');
  const others = ['superadmin', 'admin', 'manager', 'cashier', 'editor', 'tiketing'].map(
    (role) => `${role}@example.com`,
  );
  expect(await emailsIn(app)).toEqual([...others, 'ruwan@example.com']);
});

test('an admin can register an admin, and only a superadmin can register a superadmin', async () => {
  const app = await openMarket();
  expect((await register(app, 'admin', { role: 'superadmin' })).json()).toMatchObject({
    code: 'role_too_high',
    message: 'Only a superadmin can change a superadmin account.',
  });
  expect((await register(app, 'admin', { role: 'admin' })).statusCode).toBe(201);
  const another = { username: 'Second chief', email: 'chief@example.com', role: 'superadmin' };
  expect((await register(app, 'superadmin', another)).statusCode).toBe(201);
});

test.each([
  [{ username: 'EDITOR', email: 'new@example.com' }, ['username']],
  [{ username: 'New', email: 'Editor@EXAMPLE.com' }, ['email']],
  [{ username: 'eDitor', email: 'admin@example.com' }, ['username', 'email']],
])('%j is refused as a duplicate, and the answer names the field', async (given, fields) => {
  const app = await openMarket();
  const answer = await register(app, 'admin', given);
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'account_exists']);
  expect(answer.json().message).toBe('Another account already uses this email or username.');
  expect(answer.json().details.map(({ field }: { field: string }) => field)).toEqual(fields);
});

test('a username in another case is the same, also in letters beyond A to Z', async () => {
  const app = await openMarket();
  expect((await register(app, 'admin', { username: 'Ägidius Ñandu' })).statusCode).toBe(201);
  const second = await register(app, 'admin', { username: 'äGIDIUS ñANDU', email: 'other@example.com' });
  expect([second.statusCode, second.json().code]).toEqual([409, 'account_exists']);
});

test('when eight requests register the same email, or the same username, at the same moment, one succeeds', async () => {
  const app = await openMarket();
  const context = { actor: 'superadmin@example.com', now: app.clock.now(), requestId: 'test' };
  // No password is hashed here. Hashing takes a varying amount of time, and these calls must run concurrently.
  const tryAs = (username: string, email: string) =>
    app.database.write((tx) => {
      const account = { username, email, role: 'editor' as const, passwordHash: '', mustChangePassword: false };
      return registerAccount(tx, context, account);
    });
  const names = ['ärger', 'ÄRGER', 'Ärger', 'äRGER', 'ärgER', 'ärGer', 'ÄRger', 'äRger'];
  await Promise.all(names.map(() => emailsIn(app)));
  for (const tries of [
    names.map((name, at) => () => tryAs(name, `r${at}@example.com`)),
    names.map((_, at) => () => tryAs(`other ${at}`, 'same@example.com')),
  ]) {
    const outcomes = await Promise.allSettled(tries.map((one) => one()));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(Array.from({ length: 7 }, () => 'account_exists'));
  }
});

test.each(['password123', 'POLA-pola-2026', 'ruwan@example.com'])(
  '%s is not accepted as a password',
  async (password) => {
    const app = await openMarket();
    const answer = await register(app, 'admin', { password });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'weak_password']);
    expect(await emailsIn(app)).not.toContain('ruwan@example.com');
  },
);

test('a deleted account is refused from its next request on, in every session, and cannot sign in again', async () => {
  const app = await openMarket();
  const here = await app.tokenOf('editor');
  const there = (await login(app, 'editor@example.com', PASSWORD)).json<{ token: string }>().token;
  const answer = await remove(app, 'EDITOR@example.com');
  expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Account deleted.' }]);
  for (const token of [here, there]) {
    expect((await whoAmI(app, token)).json()).toMatchObject({ code: 'unauthorized' });
  }
  expect((await login(app, 'editor@example.com', PASSWORD)).json()).toMatchObject({ code: 'invalid_credentials' });
  expect(await emailsIn(app)).not.toContain('editor@example.com');
});

test('the email of a deleted account can be registered again, and opens nothing of the old account', async () => {
  const app = await openMarket();
  const before = await app.tokenOf('editor');
  await remove(app, 'editor@example.com');
  const again = { username: 'editor', email: 'editor@example.com', role: 'tiketing' };
  expect((await register(app, 'admin', again)).statusCode).toBe(201);
  expect((await whoAmI(app, before)).statusCode).toBe(401);
  expect((await login(app, 'editor@example.com', PASSWORD)).statusCode).toBe(401);
});

test("no superadmin's account is deleted, not even the user's own or the second of two", async () => {
  const app = await openMarket();
  const second = { username: 'Second chief', email: 'chief@example.com', role: 'superadmin' };
  await register(app, 'superadmin', second);
  for (const email of ['superadmin@example.com', 'chief@example.com']) {
    const answer = await remove(app, email);
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'Cannot delete Super Admin accounts']);
  }
});

test('of two simultaneous deletions of an account, one is answered that it does not exist', async () => {
  const app = await openMarket();
  await app.tokenOf('superadmin');
  const answers = await Promise.all([remove(app, 'editor@example.com'), remove(app, 'editor@example.com')]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  expect(await eventsIn(app, 'Account Deleted')).toHaveLength(1);
});

test('an account can be deleted while it signs in, changes its password, verifies its session and registers others', async () => {
  const app = await openMarket();
  const token = await app.tokenOf('admin');
  await app.tokenOf('superadmin');
  const headers = { authorization: `Bearer ${token}` };
  const email = 'admin@example.com';
  const newPassword = 'lantern over the paddy field';
  const busy = [
    login(app, email, PASSWORD),
    app.as('admin', {
      method: 'PUT',
      url: '/api/admin/change-password',
      payload: { currentPassword: PASSWORD, newPassword },
    }),
    app.send({ method: 'POST', url: '/api/admin/verify', headers, payload: { email, password: PASSWORD } }),
    register(app, 'admin'),
    app.send({ method: 'POST', url: '/api/report/ticket', headers, payload: {} }),
  ];
  const removed = await remove(app, email);
  const answers = await Promise.all(busy);
  expect(removed.statusCode).toBe(200);
  for (const answer of answers) expect([200, 201, 401]).toContain(answer.statusCode);
  expect((await whoAmI(app, token)).statusCode).toBe(401);
  expect((await login(app, email, PASSWORD)).statusCode).toBe(401);
  expect((await verifyChain(app.database.reader, app.database.auditKeys)).differences).toEqual([]);
});

test('an account that is deleted while the password of a new account is hashed registers nobody', async () => {
  const app = await openMarket();
  expect(await emailsIn(app)).toContain('admin@example.com');
  const registering = await app.database.write(async (tx) => {
    await tx.deleteFrom('accounts').where('email', '=', 'admin@example.com').execute();
    const sent = register(app, 'admin');
    // The request checks its token and then hashes its password. Hashing the same password here ensures that this check
    // is over.
    await hashPassword(RUWAN.password);
    return { sent };
  });
  const answer = await registering.sent;
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthorized']);
});

test('the audit log shows who was registered and deleted by whom, and never a password', async () => {
  const app = await openMarket();
  await register(app, 'admin');
  await remove(app, RUWAN.email);
  const [registered] = await eventsIn(app, 'Account Registered');
  expect(registered).toMatchObject({
    event_description: 'Account ruwan@example.com registered with the role editor',
    new_value: 'username: Ruwan Silva; email: ruwan@example.com; role: editor',
    user_actioned: 'admin@example.com',
  });
  const [deleted] = await eventsIn(app, 'Account Deleted');
  expect(deleted).toMatchObject({
    event_description: 'Account ruwan@example.com deleted',
    old_value: 'username: Ruwan Silva; email: ruwan@example.com; role: editor',
    user_actioned: 'superadmin@example.com',
  });
  const log = await app.database.reader.selectFrom('audit_log').selectAll().execute();
  expect(JSON.stringify(log)).not.toMatch(/argon2|lantern/);
});

test('no part of a password is stored for an Idempotency-Key: the same registration sent again finds the account', async () => {
  const app = await openMarket();
  const send = () =>
    app.as('admin', {
      method: 'POST',
      url: '/api/admin/register',
      headers: { 'idempotency-key': 'form-1' },
      payload: { ...RUWAN, role: 'editor' },
    });
  expect([(await send()).statusCode, (await send()).statusCode]).toEqual([201, 409]);
  expect(await app.database.reader.selectFrom('kept_answers').selectAll().execute()).toEqual([]);
});

test('staff read the names of the accounts, ticket staff do not', async () => {
  const app = await openMarket();
  await register(app, 'superadmin');
  const { names } = (await app.as('editor', { url: '/api/admin/names' })).json<{ names: Record<string, string> }>();
  expect(names[RUWAN.email]).toBe('Ruwan Silva');
  expect((await app.as('tiketing', { url: '/api/admin/names' })).statusCode).toBe(403);
});
