import { expect, onTestFinished, test } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { accountIdOf } from '../../testing/example-market.ts';

/** Opens a market in which every session is verified. */
async function openMarket(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  for (const role of ['superadmin', 'admin', 'editor'] as const) await app.tokenOf(role);
  await app.verifySessions();
  return app;
}

const EDITOR = { username: 'editor', email: 'editor@example.com', role: 'editor', is_disabled: false };
const CHIEF = { username: 'superadmin', email: 'superadmin@example.com', role: 'superadmin', is_disabled: false };

const edit = async (app: TestApp, by: Role, { of, ...change }: { of: Role } & Record<string, unknown>) =>
  app.as(by, {
    method: 'PUT',
    url: `/api/admin/accounts/${await accountIdOf(app, of)}`,
    payload: {
      ...(of === 'superadmin' ? CHIEF : { ...EDITOR, username: of, email: app.emailOf(of), role: of }),
      ...change,
    },
  });
const reset = async (app: TestApp, by: Role, of: Role) =>
  app.as(by, { method: 'POST', url: `/api/admin/accounts/${await accountIdOf(app, of)}/reset-password` });
const login = (app: TestApp, email: string, password = PASSWORD) =>
  app.send({ method: 'POST', url: '/api/admin/login', payload: { email, password } });
const isIn = async (app: TestApp, role: Role) => (await app.as(role, { url: '/api/admin/session' })).statusCode === 200;
const eventsIn = (app: TestApp, type: string) =>
  app.database.reader.selectFrom('audit_log').selectAll().where('event_type', '=', type).execute();

test('a disabled account is signed out and cannot sign in, and an enabled one can', async () => {
  const app = await openMarket();
  const disabled = await edit(app, 'admin', { of: 'editor', is_disabled: true });
  expect(disabled.json()).toMatchObject({ message: 'Account saved.', admin: { is_disabled: true } });
  expect(await isIn(app, 'editor')).toBe(false);
  const refused = await login(app, 'editor@example.com');
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'account_disabled']);
  expect((await login(app, 'editor@example.com', 'a guess')).json().code).toBe('invalid_credentials');
  await edit(app, 'admin', { of: 'editor', is_disabled: false });
  expect((await login(app, 'editor@example.com')).statusCode).toBe(200);
});

test('a changed name, email and role apply at once, and the session goes on', async () => {
  const app = await openMarket();
  await edit(app, 'admin', { of: 'editor', username: 'Kumari', email: 'Kumari@example.com', role: 'manager' });
  const own = await app.as('editor', { url: '/api/admin/session' });
  expect(own.json()).toMatchObject({ name: 'Kumari', email: 'kumari@example.com', role: 'manager' });
  expect((await login(app, 'kumari@example.com')).statusCode).toBe(200);
  expect((await login(app, 'editor@example.com')).statusCode).toBe(401);
  expect(await eventsIn(app, 'Account Changed')).toMatchObject([
    {
      event_description: 'Account editor@example.com changed',
      old_value: 'username: editor; email: editor@example.com; role: editor',
      new_value: 'username: Kumari; email: kumari@example.com; role: manager',
      user_actioned: 'admin@example.com',
    },
  ]);
});

test('the email or name of another account is refused, the own one in another case is not', async () => {
  const app = await openMarket();
  const taken = await edit(app, 'admin', { of: 'editor', email: 'Manager@example.com' });
  expect([taken.statusCode, taken.json().code]).toEqual([409, 'account_exists']);
  expect((await edit(app, 'admin', { of: 'editor', username: 'EDITOR' })).statusCode).toBe(200);
});

test('only a superadmin changes a superadmin or makes one', async () => {
  const app = await openMarket();
  for (const answer of [
    await edit(app, 'admin', { of: 'superadmin', username: 'Somebody' }),
    await edit(app, 'admin', { of: 'editor', role: 'superadmin' }),
    await reset(app, 'admin', 'superadmin'),
  ])
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'role_too_high']);
  expect((await edit(app, 'superadmin', { of: 'editor', role: 'superadmin' })).statusCode).toBe(200);
});

test.each([{ is_disabled: true }, { role: 'admin' }])(
  'the last active superadmin is not changed to %j, and the second of two is',
  async (change) => {
    const app = await openMarket();
    const refused = await edit(app, 'superadmin', { of: 'superadmin', ...change });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'last_superadmin']);
    expect(await isIn(app, 'superadmin')).toBe(true);
    await edit(app, 'superadmin', { of: 'editor', role: 'superadmin' });
    expect((await edit(app, 'superadmin', { of: 'superadmin', ...change })).statusCode).toBe(200);
    const last = await edit(app, 'editor', { of: 'editor', role: 'superadmin', is_disabled: true });
    expect(last.json().code).toBe('last_superadmin');
  },
);

test('of two superadmins who disable each other at the same moment, one remains', async () => {
  const app = await openMarket();
  await edit(app, 'superadmin', { of: 'editor', role: 'superadmin' });
  await Promise.all([
    edit(app, 'superadmin', { of: 'editor', role: 'superadmin', is_disabled: true }),
    edit(app, 'editor', { of: 'superadmin', is_disabled: true }),
  ]);
  const accounts = await app.database.reader.selectFrom('accounts').selectAll().execute();
  const active = accounts.filter(({ role, disabled_at }) => role === 'superadmin' && disabled_at === null);
  expect(active).toHaveLength(1);
});

test('changing an account and resetting a password need the identity confirmed', async () => {
  const app = await openMarket();
  app.clock.advance(15 * 60_000 + 1000);
  for (const answer of [
    await edit(app, 'superadmin', { of: 'editor', role: 'manager' }),
    await reset(app, 'superadmin', 'editor'),
  ])
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'verification_required']);
  expect((await login(app, 'editor@example.com')).json()).toMatchObject({ role: 'editor' });
});

test('a reset password signs in once shown, must be changed, and replaces the old one and its sessions', async () => {
  const app = await openMarket();
  const answer = await reset(app, 'admin', 'editor');
  const { password } = answer.json<{ password: string }>();
  expect(await isIn(app, 'editor')).toBe(false);
  expect((await login(app, 'editor@example.com')).statusCode).toBe(401);
  expect((await login(app, 'editor@example.com', password)).json()).toMatchObject({ must_change_password: true });
  const [entry] = await eventsIn(app, 'Password Reset');
  expect(entry).toMatchObject({
    event_description: 'Password of editor@example.com reset',
    user_actioned: 'admin@example.com',
  });
  const log = await app.database.reader.selectFrom('audit_log').selectAll().execute();
  expect(JSON.stringify(log)).not.toContain(password);
  const own = await reset(app, 'admin', 'admin');
  expect([own.statusCode, own.json().code]).toEqual([403, 'own_password']);
});

test('a one-time password expires after 72 hours, a wrong one is answered as such, and the chosen one never expires', async () => {
  const app = await openMarket();
  const { password, expires_at } = (await reset(app, 'superadmin', 'editor')).json();
  expect(Date.parse(expires_at) - Date.parse(app.clock.now())).toBe(72 * 60 * 60_000);
  app.clock.advance(72 * 60 * 60_000 - 1);
  const { token } = (await login(app, 'editor@example.com', password)).json<{ token: string }>();
  app.clock.advance(1);
  const refused = await login(app, 'editor@example.com', password);
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    expect.objectContaining({
      code: 'password_expired',
      message: 'This one-time password has expired. Ask an administrator for a new one.',
    }),
  ]);
  expect(await eventsIn(app, 'Sign-In Failed')).toHaveLength(1);
  expect((await login(app, 'editor@example.com', 'a guess')).json().code).toBe('invalid_credentials');
  const newPassword = 'lantern over the paddy field';
  const change = {
    method: 'PUT',
    url: '/api/admin/change-password',
    headers: { authorization: `Bearer ${token}` },
    payload: { currentPassword: password, newPassword },
  } as const;
  expect((await app.send(change)).statusCode).toBe(200);
  app.clock.advance(365 * 24 * 60 * 60_000);
  expect((await login(app, 'editor@example.com', newPassword)).json()).toMatchObject({ must_change_password: false });
});
