import { describe, expect, onTestFinished, test } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { type Role, roles } from '#contract/roles.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';

async function openMarket(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  return app;
}

const login = (app: TestApp, email: string, password: string) =>
  app.send({ method: 'POST', url: '/api/admin/login', payload: { email, password } });
const whoAmI = (app: TestApp, token: string) =>
  app.send({ url: '/api/admin/session', headers: { authorization: `Bearer ${token}` } });

test('a clerk with the right password gets a token that opens the session', async () => {
  const app = await openMarket();
  const answer = await login(app, ' Editor@Example.com ', PASSWORD);
  expect(answer.statusCode).toBe(200);
  const body = answer.json();
  expect(body).toMatchObject({
    role: 'editor',
    name: 'editor',
    email: 'editor@example.com',
    must_change_password: false,
  });
  const payload = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
  expect(payload).toMatchObject({ role: 'editor', email: 'editor@example.com', adminId: expect.any(Number) });
  expect((await whoAmI(app, body.token)).json()).toMatchObject({ email: 'editor@example.com', role: 'editor' });
});

test.each(roles)('an account with the role %s can read its own data', async (role) => {
  const app = await openMarket();
  const answer = await app.as(role, { url: '/api/admin/session' });
  expect(answer.json()).toEqual({
    name: role,
    email: app.emailOf(role),
    role,
    must_change_password: false,
    must_add_factor: false,
    language: null,
  });
});

test('a wrong password and an unknown email are refused with the same answer', async () => {
  const app = await openMarket();
  const wrong = await login(app, 'editor@example.com', 'not the password');
  const unknown = await login(app, 'nobody@example.com', 'not the password');
  expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
  expect(unknown.body).toBe(wrong.body);
  const { 'x-request-id': _one, date: _date, ...headers } = wrong.headers;
  expect(unknown.headers).toMatchObject(headers);
  expect(wrong.json()).toEqual({
    success: false,
    code: 'invalid_credentials',
    message: 'Invalid credentials',
    error: 'Invalid credentials',
  });
});

test('each sign-in is a session of its own: one ends, the others remain', async () => {
  const app = await openMarket();
  const answers = [await login(app, 'editor@example.com', PASSWORD), await login(app, 'editor@example.com', PASSWORD)];
  const [first = '', second = ''] = answers.map((answer) => answer.json<{ token: string }>().token);
  const leaving = await app.send({
    method: 'POST',
    url: '/api/admin/logout',
    headers: { authorization: `Bearer ${first}` },
  });
  expect([leaving.statusCode, leaving.json()]).toEqual([200, { message: 'Signed out.' }]);
  const gone = await whoAmI(app, first);
  expect([gone.statusCode, gone.json().code]).toEqual([401, 'unauthorized']);
  expect((await whoAmI(app, second)).statusCode).toBe(200);
});

test('a session is stored with its origin, and its beginning and end are in the audit log', async () => {
  const app = await openMarket();
  const answer = await app.send({
    method: 'POST',
    url: '/api/admin/login',
    payload: { email: 'editor@example.com', password: PASSWORD },
    remoteAddress: '10.1.2.3',
    headers: { 'user-agent': 'x'.repeat(500) },
  });
  const { token } = answer.json<{ token: string }>();
  await app.send({ method: 'POST', url: '/api/admin/logout', headers: { authorization: `Bearer ${token}` } });
  const sessions = await app.database.reader.selectFrom('sessions').selectAll().execute();
  expect(sessions).toEqual([
    expect.objectContaining({
      address: '10.1.2.3',
      agent: 'x'.repeat(200),
      created_at: app.clock.now(),
      ended_at: app.clock.now(),
      verified_at: null,
    }),
  ]);
  const events = await app.database.reader
    .selectFrom('audit_log')
    .select(['event_type', 'user_actioned', 'request_id'])
    .where('event_type', '!=', 'Account Registered')
    .orderBy('id')
    .execute();
  expect(events).toMatchObject([
    { event_type: 'Signed In', user_actioned: 'editor@example.com', request_id: answer.headers['x-request-id'] },
    { event_type: 'Signed Out', user_actioned: 'editor@example.com' },
  ]);
});

const HOUR = 3_600_000;

test('a session that is unused for eight hours is over', async () => {
  const app = await openMarket();
  const token = await app.tokenOf('editor');
  app.clock.advance(8 * HOUR - 1);
  expect((await whoAmI(app, token)).statusCode).toBe(200);
  app.clock.advance(8 * HOUR + 1);
  expect((await whoAmI(app, token)).statusCode).toBe(401);
});

test('a session that is used all day is over after 24 hours', async () => {
  const app = await openMarket();
  const token = await app.tokenOf('editor');
  for (let hour = 1; hour < 24; hour += 1) {
    app.clock.advance(HOUR);
    expect((await whoAmI(app, token)).statusCode).toBe(200);
  }
  app.clock.advance(HOUR - 1000);
  expect((await whoAmI(app, token)).statusCode).toBe(200);
  app.clock.advance(1000);
  expect((await whoAmI(app, token)).statusCode).toBe(401);
});

test('a changed role applies from the next request on, whatever the token says', async () => {
  const app = await openMarket();
  const token = await app.tokenOf('editor');
  const sheet = () => app.send({ url: '/api/prices/sheet/2026-11-20', headers: { authorization: `Bearer ${token}` } });
  expect((await sheet()).statusCode).not.toBe(403);
  await changeAccount(app, 'editor', { role: 'tiketing' });
  const refused = await sheet();
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'not_allowed']);
  expect((await whoAmI(app, token)).json()).toMatchObject({ role: 'tiketing' });
});

test('the token of a deleted account is refused', async () => {
  const app = await openMarket();
  const token = await app.tokenOf('editor');
  await app.database.write((tx) => tx.deleteFrom('accounts').where('email', '=', 'editor@example.com').execute());
  expect((await whoAmI(app, token)).statusCode).toBe(401);
});

test('an account with a one-time password may only choose a password, sign out or read its own data', async () => {
  const app = await openMarket();
  await changeAccount(app, 'editor', { must_change_password: 1 });
  const entered = await login(app, 'editor@example.com', PASSWORD);
  expect(entered.json()).toMatchObject({ must_change_password: true });
  const headers = { authorization: `Bearer ${entered.json<{ token: string }>().token}` };
  const refused = await app.send({ url: '/api/prices/sheet/2026-11-20', headers });
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'password_change_required']);
  expect((await app.send({ url: '/api/admin/session', headers })).json()).toMatchObject({
    must_change_password: true,
  });

  const payload = { currentPassword: PASSWORD, newPassword: 'a password of my own' };
  const changed = await app.send({ method: 'PUT', url: '/api/admin/change-password', headers, payload });
  expect(changed.statusCode).toBe(200);
  expect((await app.send({ url: '/api/prices/sheet/2026-11-20', headers })).statusCode).not.toBe(403);
});

function changeAccount(app: TestApp, role: Role, change: { role?: Role; must_change_password?: number }) {
  return app.database.write((tx) =>
    tx.updateTable('accounts').set(change).where('email', '=', app.emailOf(role)).execute(),
  );
}

test('the language of an account is its own choice, and every device gets it', async () => {
  const app = await openMarket();
  const login = () =>
    app.send({
      method: 'POST',
      url: '/api/admin/login',
      headers: { 'content-type': 'application/json' },
      payload: { email: app.emailOf('tiketing'), password: PASSWORD },
    });
  expect((await login()).json()).toMatchObject({ language: null });
  const set = (language: string) =>
    app.as('tiketing', { method: 'PUT', url: '/api/admin/language', payload: { language } });
  expect((await set('ta')).json()).toMatchObject({ language: 'ta' });
  expect((await login()).json()).toMatchObject({ language: 'ta' });
  expect((await app.as('tiketing', { url: '/api/admin/session' })).json()).toMatchObject({ language: 'ta' });
  expect((await app.as('editor', { url: '/api/admin/session' })).json()).toMatchObject({ language: null });
  expect((await set('de')).json()).toMatchObject({ code: 'invalid_input' });
});

test('the columns of a table are the choice of one account, and others keep theirs', async () => {
  const app = await openMarket();
  const read = async (role: Role) => (await app.as(role, { url: '/api/admin/columns' })).json();
  const set = (payload: object) => app.as('manager', { method: 'PUT', url: '/api/admin/columns', payload });
  const columns = ['invoice_id', 'previous_paid'];
  expect(await read('manager')).toEqual({ columns: { invoices: null } });
  expect((await set({ table: 'invoices', columns })).json()).toMatchObject({ columns: { invoices: columns } });
  expect(await read('manager')).toEqual({ columns: { invoices: columns } });
  expect(await read('editor')).toEqual({ columns: { invoices: null } });
  for (const [wrong, sentence] of [
    [['invoice_id', 'colour'], 'There is no column "colour".'],
    [['status', 'status'], 'List each column only once.'],
    [[], 'Choose at least one column.'],
  ] as const) {
    const refused = await set({ table: 'invoices', columns: wrong });
    expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining(sentence)]);
  }
  expect((await set({ table: 'payments', columns })).statusCode).toBe(400);
  expect(await read('manager')).toEqual({ columns: { invoices: columns } });
  expect((await set({ table: 'invoices', columns: null })).json()).toMatchObject({ columns: { invoices: null } });
});

test('a column that a later release does not have is left out of the choice', async () => {
  const app = await openMarket();
  const store = (chosen: string[]) =>
    app.database.write((tx) =>
      tx
        .updateTable('accounts')
        .set({ chosen_columns: JSON.stringify({ invoices: chosen }) })
        .where('email', '=', app.emailOf('admin'))
        .execute(),
    );
  const read = async () => (await app.as('admin', { url: '/api/admin/columns' })).json().columns.invoices;
  await store(['status', 'colour']);
  expect(await read()).toEqual(['status']);
  await store(['colour']);
  expect(await read()).toBeNull();
});

describe('a password of another system', () => {
  const OLD = '$2b$04$';
  const GOOD = '$2b$04$abcdefghijklmnopqrstuuMC/06WbL1RYYsUO0cS.7yEl6RbFb2J.';
  const WEAK = '$2b$04$abcdefghijklmnopqrstuu.fQ0UgaQ.VzUfTu5oAN5LKBeeqxBADi';

  async function openWith(hash: string, changes: { role?: Role; until?: string } = {}) {
    const app = await openMarket();
    const role = changes.role ?? 'editor';
    const until = (changes.until ?? '2026-12-20T03:00:00.000Z') as Instant;
    const { database } = app;
    await database.write((tx) =>
      tx
        .updateTable('accounts')
        .set({ password_hash: hash, one_time_until: until })
        .where('email', '=', app.emailOf(role))
        .execute(),
    );
    const stored = () =>
      database.reader
        .selectFrom('accounts')
        .select(['password_hash', 'must_change_password', 'one_time_until'])
        .where('email', '=', app.emailOf(role))
        .executeTakeFirstOrThrow();
    return { app, email: app.emailOf(role), stored };
  }

  test('signs in once; then the account has a hash of ours', async () => {
    const { app, email, stored } = await openWith(GOOD);
    expect((await login(app, email, 'wrong-password')).statusCode).toBe(401);
    expect((await stored()).password_hash.startsWith(OLD)).toBe(true);
    const answer = await login(app, email, 'Old-market-pass-1');
    expect(answer.json()).toMatchObject({ must_change_password: false });
    expect(await stored()).toEqual({
      password_hash: expect.stringMatching(/^\$argon2id\$/),
      must_change_password: 0,
      one_time_until: null,
    });
    expect((await login(app, email, 'Old-market-pass-1')).statusCode).toBe(200);
  });

  test.each([
    ['a superadmin', { role: 'superadmin' }, GOOD, 'Old-market-pass-1'],
    ['the owner of a password of one letter', {}, WEAK, 'm'],
  ] as const)('must be replaced at once by %s', async (_, changes, hash, password) => {
    const { app, email, stored } = await openWith(hash, changes);
    expect((await login(app, email, password)).json()).toMatchObject({ must_change_password: true });
    expect(await stored()).toMatchObject({ must_change_password: 1, one_time_until: '2026-12-20T03:00:00.000Z' });
  });

  test('expires', async () => {
    const { app, email } = await openWith(GOOD, { until: '2026-11-19T00:00:00.000Z' });
    expect((await login(app, email, 'Old-market-pass-1')).json()).toMatchObject({ code: 'password_expired' });
  });
});
