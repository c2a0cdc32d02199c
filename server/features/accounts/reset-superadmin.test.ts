import { expect, onTestFinished, test } from 'vitest';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { giveFactor } from '../../testing/factors.ts';
import { resetSuperadmin } from './superadmin.ts';

async function openMarket(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  return app;
}

const reset = (app: TestApp, email?: string) =>
  resetSuperadmin(app.database, { actor: 'command', now: app.clock.now(), requestId: 'reset-superadmin' }, email);
const login = async (app: TestApp, email: string, password: string) =>
  (await app.send({ method: 'POST', url: '/api/admin/login', payload: { email, password } })).json();

test('a superadmin gets a one-time password at the machine, the sessions end, and it is in the audit log', {
  tags: ['slow'],
}, async () => {
  const app = await openMarket();
  await app.tokenOf('superadmin');
  const { email, password } = await reset(app);
  expect(email).toBe('superadmin@example.com');
  expect((await app.as('superadmin', { url: '/api/admin/session' })).statusCode).toBe(401);
  expect(await login(app, email, PASSWORD)).toMatchObject({ code: 'invalid_credentials' });
  expect(await login(app, email, password)).toMatchObject({ role: 'superadmin', must_change_password: true });
  app.clock.advance(72 * 60 * 60_000);
  expect(await login(app, email, password)).toMatchObject({ code: 'password_expired' });
  const log = await app.database.reader.selectFrom('audit_log').selectAll().execute();
  expect(log.find(({ event_type }) => event_type === 'Password Reset')).toMatchObject({ user_actioned: 'command' });
  expect(JSON.stringify(log)).not.toContain(password);
});

test('a disabled superadmin is enabled, and one without any is created', { tags: ['slow'] }, async () => {
  const app = await openMarket();
  const change = (values: { disabled_at?: string; role?: 'editor'; username?: string }) =>
    app.database.write((tx) =>
      tx
        .updateTable('accounts')
        .set(values as object)
        .where('role', '=', 'superadmin')
        .execute(),
    );
  await change({ disabled_at: app.clock.now() });
  const enabled = await reset(app);
  expect(await login(app, enabled.email, enabled.password)).toMatchObject({ role: 'superadmin' });
  await change({ role: 'editor', username: 'chief' });
  const made = await reset(app);
  expect(made.email).not.toBe(enabled.email);
  expect(await login(app, made.email, made.password)).toMatchObject({ role: 'superadmin', must_change_password: true });
});

test('the email chooses the superadmin, and an email of another account is refused', async () => {
  const app = await openMarket();
  expect((await reset(app, ' Superadmin@example.com')).email).toBe('superadmin@example.com');
  await expect(reset(app, 'editor@example.com')).rejects.toMatchObject({ code: 'account_not_found' });
});

test('the second factor is removed too, and the command says so', { tags: ['slow'] }, async () => {
  const app = await openMarket();
  expect((await reset(app)).hadFactor).toBe(false);
  await giveFactor(app.database, 'superadmin', { at: app.clock.now() });
  await giveFactor(app.database, 'editor', { at: app.clock.now() });
  const { email, password, hadFactor } = await reset(app);
  expect(hadFactor).toBe(true);
  expect(await login(app, email, password)).toMatchObject({ role: 'superadmin' });
  expect(await login(app, 'editor@example.com', PASSWORD)).toMatchObject({ code: 'second_factor_required' });
});
