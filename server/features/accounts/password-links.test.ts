import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { accountIdOf } from '../../testing/example-market.ts';
import { openMailServer, readMail } from '../../testing/mail-server.ts';

let app: TestApp;

async function open(environment: Record<string, string> = {}): Promise<void> {
  const opened = await openTestApp(environment);
  onTestFinished(() => opened.close());
  app = opened;
  for (const role of ['superadmin', 'admin', 'editor'] as const) await app.tokenOf(role);
  await app.database.write((tx) => tx.updateTable('sessions').set({ verified_at: app.clock.now() }).execute());
}

beforeEach(() => open());

const RUWAN = { username: 'Ruwan Silva', email: 'ruwan@example.com', role: 'tiketing', language: 'si', by_mail: false };
const CHOSEN = 'lantern over the paddy field';
const DAY_MS = 24 * 60 * 60_000;

const invite = (by: Role, change: object = {}) =>
  app.as(by, { method: 'POST', url: '/api/admin/invite', payload: { ...RUWAN, ...change } });
const resetOf = async (by: Role, of: Role) =>
  app.as(by, {
    method: 'POST',
    url: `/api/admin/accounts/${await accountIdOf(app, of)}/reset-link`,
    payload: { language: 'en', by_mail: false },
  });
const tokenOf = (link: string) => link.replace('/password-link#', '');
const use = (token: string, password = CHOSEN) =>
  app.send({ method: 'POST', url: '/api/admin/password-link', payload: { token, password } });
const read = (token: string) => app.send({ method: 'POST', url: '/api/admin/password-link/read', payload: { token } });
const login = (email: string, password: string) =>
  app.send({ method: 'POST', url: '/api/admin/login', payload: { email, password } });

test('an invited person chooses the password by the link, once, and signs in', async () => {
  const made = await invite('admin');
  expect(made.statusCode).toBe(201);
  const { link, admin, mail } = made.json();
  expect([admin.role, mail]).toEqual(['tiketing', null]);
  const token = tokenOf(link);
  expect((await read(token)).json()).toEqual({ username: 'Ruwan Silva', email: 'ruwan@example.com', language: 'si' });
  expect((await use(token, 'password123')).json().code).toBe('weak_password');
  const both = await Promise.all([use(token), use(token)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  expect((await login('ruwan@example.com', CHOSEN)).json()).toMatchObject({
    role: 'tiketing',
    must_change_password: false,
    language: 'si',
  });
  for (const answer of [await use(token, PASSWORD), await read(token)])
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'link_not_found']);
});

test('before the link is used nobody can sign in, and the link is not stored', async () => {
  const { link } = (await invite('admin')).json();
  for (const guess of ['', tokenOf(link), CHOSEN]) {
    expect((await login('ruwan@example.com', guess || 'x')).json().code).toBe('invalid_credentials');
  }
  const tables = ['accounts', 'challenges', 'audit_log'] as const;
  const rows = await Promise.all(tables.map((name) => app.database.reader.selectFrom(name).selectAll().execute()));
  expect(JSON.stringify(rows)).not.toContain(tokenOf(link));
  const log = app.database.reader.selectFrom('audit_log').selectAll().where('event_type', '=', 'Password Link Made');
  expect(await log.execute()).toMatchObject([
    { event_description: 'Password link created for ruwan@example.com', user_actioned: 'admin@example.com' },
  ]);
});

test('a link ends after 7 days, with a newer one, with a one-time password and with the account', async () => {
  const renew = async () => tokenOf((await resetOf('admin', 'editor')).json().link);
  const codeOf = async (token: string) => (await read(token)).json().code;
  const first = await renew();
  const second = await renew();
  expect([await codeOf(first), await codeOf(second)]).toEqual(['link_not_found', undefined]);
  const url = `/api/admin/accounts/${await accountIdOf(app, 'editor')}/reset-password`;
  await app.as('admin', { method: 'POST', url });
  expect(await codeOf(second)).toBe('link_not_found');
  const third = await renew();
  await app.database.write((tx) =>
    tx.updateTable('accounts').set({ disabled_at: app.clock.now() }).where('role', '=', 'editor').execute(),
  );
  expect([await codeOf(third), (await use(third)).json().code]).toEqual(['link_not_found', 'link_not_found']);
  await app.database.write((tx) => tx.updateTable('accounts').set({ disabled_at: null }).execute());
  expect(await codeOf(third)).toBeUndefined();
  app.clock.advance(7 * DAY_MS);
  expect(await codeOf(third)).toBe('link_not_found');
  expect((await use(third)).json().code).toBe('link_not_found');
});

test('a reset by link ends the password and the sessions at once', async () => {
  const { link } = (await resetOf('admin', 'editor')).json();
  expect((await app.as('editor', { url: '/api/admin/session' })).statusCode).toBe(401);
  expect((await login('editor@example.com', PASSWORD)).statusCode).toBe(401);
  expect((await use(tokenOf(link))).json()).toMatchObject({ email: 'editor@example.com' });
  expect((await login('editor@example.com', CHOSEN)).statusCode).toBe(200);
});

test('only a superadmin invites or resets a superadmin, nobody resets the own account, and a reset is confirmed', async () => {
  expect((await invite('admin', { role: 'superadmin' })).json().code).toBe('role_too_high');
  expect((await invite('editor')).json().code).toBe('not_allowed');
  expect((await invite('admin', { email: 'Editor@example.com' })).json().code).toBe('account_exists');
  expect((await resetOf('admin', 'superadmin')).json().code).toBe('role_too_high');
  expect((await resetOf('admin', 'admin')).json().code).toBe('own_password');
  expect((await invite('superadmin', { role: 'superadmin' })).statusCode).toBe(201);
  app.clock.advance(15 * 60_000 + 1);
  expect((await resetOf('superadmin', 'editor')).json().code).toBe('verification_required');
});

test('an unused link is listed with its end, and cancelled for good; an expired one is not listed', async () => {
  const untilOf = async (email: string) =>
    (await app.as('admin', { url: '/api/admin/list' }))
      .json<{ admins: { email: string; link_expires_at: string | null }[] }>()
      .admins.find((one) => one.email === email)?.link_expires_at;
  const cancel = async (by: Role, id: number) =>
    (await app.as(by, { method: 'DELETE', url: `/api/admin/accounts/${id}/link` })).json();
  const { admin, link, expires_at } = (await invite('admin')).json();
  expect([await untilOf('ruwan@example.com'), await untilOf('editor@example.com')]).toEqual([expires_at, null]);
  expect((await cancel('editor', admin.admin_id)).code).toBe('not_allowed');
  expect(await cancel('admin', admin.admin_id)).toEqual({ message: 'Link cancelled. It no longer works.' });
  expect([(await use(tokenOf(link))).json().code, await untilOf('ruwan@example.com')]).toEqual([
    'link_not_found',
    null,
  ]);
  expect((await cancel('admin', admin.admin_id)).code).toBe('link_not_found');
  const cancelled = app.database.reader
    .selectFrom('audit_log')
    .selectAll()
    .where('event_type', '=', 'Password Link Cancelled');
  expect(await cancelled.execute()).toMatchObject([
    { event_description: 'Password link for ruwan@example.com cancelled' },
  ]);
  await resetOf('admin', 'editor');
  expect(await untilOf('editor@example.com')).toBe(expires_at);
  await app.database.write((tx) => tx.updateTable('challenges').set({ expires_at: app.clock.now() }).execute());
  expect(await untilOf('editor@example.com')).toBeNull();
});

test('guesses at links are limited', async () => {
  const statuses: number[] = [];
  for (let guess = 0; guess < 31; guess += 1) statuses.push((await read(`guess-${guess}`)).statusCode);
  expect([statuses.slice(0, 30).every((status) => status === 404), statuses[30]]).toEqual([true, 429]);
});

test('a mailed link is not shown to its maker, also when the mail fails; without a mail server it is', async () => {
  const mails = await openMailServer();
  onTestFinished(() => mails.close());
  await open({ SMTP_URL: mails.url, PUBLIC_URL: 'https://market.example' });
  const sent = (await invite('admin', { by_mail: true })).json();
  expect(sent).toMatchObject({ mail: 'The link was sent to ruwan@example.com.', link: null });
  const [letter] = mails.taken;
  const text = letter ? readMail(letter).text : '';
  const mailed = /https:\/\/market\.example(\/password-link#[\w-]+)/.exec(text)?.[1] ?? '';
  expect((await read(tokenOf(mailed))).json()).toMatchObject({ email: 'ruwan@example.com' });
  expect(text).toContain('ඔබේ මුරපදය තෝරා ගැනීමට');
  const refused = await invite('admin', { username: 'Nimal', email: 'refuse.nimal@example.com', by_mail: true });
  expect(refused.json()).toMatchObject({
    mail: 'The email to refuse.nimal@example.com could not be sent. Check the address and the mail server, then create a new link.',
    link: null,
  });
  const unasked = await invite('superadmin', { username: 'Sunil', email: 'sunil@example.com', role: 'manager' });
  expect(unasked.json()).toMatchObject({ mail: 'The link was sent to sunil@example.com.', link: null });
  const shown = await invite('admin', { username: 'Kamal', email: 'kamal@example.com', role: 'tiketing' });
  expect(shown.json()).toMatchObject({ mail: null, link: expect.stringContaining('/password-link#') });
  await open();
  const without = await invite('admin', { by_mail: true });
  expect(without.json()).toMatchObject({
    mail: 'No email was sent, because email is not set up. Pass the link on yourself.',
    link: expect.stringContaining('/password-link#'),
  });
});
