import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { codeAt, giveFactor, recoveryCodesOf, TEST_SITE } from '../../testing/factors.ts';
import { TestPasskey } from '../../testing/test-passkey.ts';

const NEW = 'lantern over the paddy field';

async function openMarket(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  return app;
}

const login = (app: TestApp, password: string) =>
  app.send({ method: 'POST', url: '/api/admin/login', payload: { email: 'editor@example.com', password } });
const change = (app: TestApp, currentPassword: string, newPassword: string) =>
  app.as('editor', { method: 'PUT', url: '/api/admin/change-password', payload: { currentPassword, newPassword } });
const isIn = async (app: TestApp, token: string) =>
  (await app.send({ url: '/api/admin/session', headers: { authorization: `Bearer ${token}` } })).statusCode === 200;

test('the new password opens the account, and the old one no longer does', async () => {
  const app = await openMarket();
  const answer = await change(app, PASSWORD, NEW);
  expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Password changed.' }]);
  expect((await login(app, PASSWORD)).statusCode).toBe(401);
  expect((await login(app, NEW)).statusCode).toBe(200);
});

test("every other session of the account ends immediately; the user's own one and those of other accounts remain", async () => {
  const app = await openMarket();
  const elsewhere = (await login(app, PASSWORD)).json<{ token: string }>().token;
  const own = await app.tokenOf('editor');
  const colleague = await app.tokenOf('manager');
  await change(app, PASSWORD, NEW);
  expect([await isIn(app, elsewhere), await isIn(app, own), await isIn(app, colleague)]).toEqual([false, true, true]);
});

test('a sign-in with the old password that is in progress during the change is ended like the others', async () => {
  const app = await openMarket();
  await app.tokenOf('editor');
  const entered: string[] = [];
  let isChanged = false;
  const changing = change(app, PASSWORD, NEW).finally(() => {
    isChanged = true;
  });
  do {
    const { token } = (await login(app, PASSWORD)).json<{ token?: string }>();
    if (token !== undefined) entered.push(token);
  } while (!isChanged);
  expect((await changing).statusCode).toBe(200);
  expect(await Promise.all(entered.map((token) => isIn(app, token)))).toEqual(entered.map(() => false));
});

test('when two people change the same password at once, one is answered that the current password is wrong', async () => {
  const app = await openMarket();
  await app.tokenOf('editor');
  const answers = await Promise.all([change(app, PASSWORD, NEW), change(app, PASSWORD, `${NEW} too`)]);
  expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 400]);
});

test('a wrong current password is a 400, because the session is still valid', async () => {
  const app = await openMarket();
  const answer = await change(app, 'not the password', NEW);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'wrong_current_password']);
  expect((await login(app, PASSWORD)).statusCode).toBe(200);
});

test.each([
  ['one of the commonest', 'password123'],
  ["the product's name", 'Pola2026!'],
  ['the own e-mail', 'editor@example.com'],
  ['the current one', PASSWORD],
])('%s is too easy to guess', async (_kind, password) => {
  const app = await openMarket();
  const answer = await change(app, PASSWORD, password);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'weak_password']);
  expect((await login(app, PASSWORD)).statusCode).toBe(200);
});

test.each([
  ['seven characters', 'seven77', 400],
  ['eight characters', 'eight88x', 200],
  ['128 characters', 'ab c'.repeat(32), 200],
  ['129 characters', `${'ab c'.repeat(32)}d`, 400],
  ['a passphrase in Sinhala', 'මගේ කුඩා එළවළු කඩය', 200],
])('a password of %s is answered with %3$i', async (_kind, password, status) => {
  const app = await openMarket();
  const answer = await change(app, PASSWORD, password);
  expect(answer.statusCode).toBe(status);
  expect((await login(app, status === 200 ? password : PASSWORD)).statusCode).toBe(200);
});

test('attempts to guess the current password at an open screen are limited', async () => {
  const app = await openMarket();
  for (let attempt = 0; attempt < 10; attempt += 1) await change(app, `guess ${attempt}`, NEW);
  const refused = await change(app, PASSWORD, NEW);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_tries']);
});

const signIn = (app: TestApp, email: string, { password = 'a guess', from = '10.0.0.1' } = {}) =>
  app.send({ method: 'POST', url: '/api/admin/login', payload: { email, password }, remoteAddress: from });

const failuresIn = async (app: TestApp) => {
  const { reader } = app.database;
  const failures = reader.selectFrom('audit_log').selectAll().where('event_type', '=', 'Sign-In Failed');
  const rows = await failures.orderBy('id').execute();
  return rows.map(({ event_description, user_actioned }) => ({ event_description, user_actioned }));
};

test('a failed sign-in is in the audit log with the email as tried and the address, never with the password', async () => {
  const app = await openMarket();
  await signIn(app, 'Editor@example.com', { password: 'mango-river-42-lanterm' });
  await signIn(app, 'nobody@example.com');
  expect(await failuresIn(app)).toEqual([
    {
      event_description: 'Sign-in failed for editor@example.com from 10.0.0.1: 1 attempt within an hour',
      user_actioned: 'editor@example.com',
    },
    {
      event_description: 'Sign-in failed for nobody@example.com from 10.0.0.1: 1 attempt within an hour',
      user_actioned: 'nobody@example.com',
    },
  ]);
  const log = await app.database.reader.selectFrom('audit_log').selectAll().execute();
  expect(JSON.stringify(log)).not.toMatch(/lanterm|a guess/);
});

test('of repeated failures the first and each tenth are recorded, and an hour later the first again', async () => {
  const app = await openMarket();
  for (let attempt = 0; attempt < 10; attempt += 1) await signIn(app, 'editor@example.com');
  expect((await failuresIn(app)).map(({ event_description: said }) => said)).toEqual([
    expect.stringContaining(': 1 attempt within'),
    expect.stringContaining(': 10 attempts within'),
  ]);
  app.clock.advance(60 * 60_000);
  await signIn(app, 'editor@example.com');
  expect(await failuresIn(app)).toHaveLength(3);
});

test('at most a hundred failures an hour of unknown emails are recorded, and those of accounts still are', {
  tags: ['slow'],
}, async () => {
  const app = await openMarket();
  for (let index = 0; index < 103; index += 1) {
    await signIn(app, `nobody${index}@example.com`, { from: `203.0.113.${Math.floor(index / 20)}` });
  }
  expect(await failuresIn(app)).toHaveLength(100);
  await signIn(app, 'editor@example.com');
  expect((await failuresIn(app)).at(-1)).toMatchObject({ user_actioned: 'editor@example.com' });
});

test('a sign-in with the right password is not recorded as a failure', async () => {
  const app = await openMarket();
  expect((await signIn(app, 'editor@example.com', { password: PASSWORD })).statusCode).toBe(200);
  expect(await failuresIn(app)).toEqual([]);
});

describe('confirm with factor', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await openTestApp();
    onTestFinished(() => app.close());
  });

  async function expectRefused(answer: ReturnType<TestApp['send']>, status: number, code: string): Promise<void> {
    const { statusCode, json } = await answer;
    expect([statusCode, json().code]).toEqual([status, code]);
  }

  test('an identity is confirmed with a code or a passkey, each once, and with those of the account only', {
    tags: ['slow'],
  }, async () => {
    const own = new TestPasskey();
    const other = new TestPasskey();
    await giveFactor(app.database, 'tiketing', { at: app.clock.now(), passkey: own });
    await giveFactor(app.database, 'editor', { at: app.clock.now(), passkey: other });
    await giveFactor(app.database, 'manager', { at: app.clock.now() });
    const ask = async (role: Role) =>
      (await app.as(role, { method: 'POST', url: '/api/admin/verify/challenge' })).json();
    const verify = (role: Role, payload: object) =>
      app.as(role, { method: 'POST', url: '/api/admin/verify/factor', payload });
    const isVerified = async (role: Role) => {
      const found = app.database.reader
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
        .select('verified_at')
        .where('role', '=', role);
      return (await found.executeTakeFirstOrThrow()).verified_at !== null;
    };
    const stolen = await ask('editor');
    const asked = await ask('tiketing');
    expect(asked).toMatchObject({ ...TEST_SITE, has_app: false, passkeys: [own.id] });
    const { challenge } = stolen;
    await expectRefused(verify('tiketing', { challenge, passkey: own.sign(stolen) }), 404, 'challenge_not_found');
    await expectRefused(verify('tiketing', { passkey: own.sign(asked) }), 404, 'challenge_not_found');
    const proof = { challenge: asked.challenge, passkey: own.sign(asked) };
    expect((await verify('tiketing', proof)).json()).toEqual({ success: true, message: 'Identity confirmed.' });
    await expectRefused(verify('tiketing', proof), 404, 'challenge_not_found');
    const fresh = await ask('tiketing');
    const wrong = { challenge: fresh.challenge, passkey: other.sign(fresh) };
    await expectRefused(verify('tiketing', wrong), 403, 'verification_failed');
    const code = codeAt(app.clock.now());
    expect((await verify('manager', { code })).statusCode).toBe(200);
    await expectRefused(verify('manager', { code }), 403, 'verification_failed');
    await expectRefused(verify('superadmin', { code }), 403, 'verification_failed');
    expect(await Promise.all((['tiketing', 'manager'] as const).map(isVerified))).toEqual([true, true]);
  });

  test.each(['app', 'passkey'] as const)(
    'who has a factor (%s) confirms nothing with only the password, in whatever call',
    async (kind) => {
      const passkey = kind === 'passkey' ? new TestPasskey() : undefined;
      const id = await giveFactor(app.database, 'admin', { at: app.clock.now(), ...(passkey && { passkey }) });
      const credentials = { email: app.emailOf('admin'), password: PASSWORD };
      const as = (method: 'POST' | 'DELETE', url: string, payload: object = {}) =>
        app.as('admin', { method, url, payload });
      for (const url of ['/api/admin/verify', '/api/generateInvoices/generate-all', '/api/settings/apply-fines']) {
        const refused = await as('POST', url, credentials);
        await expectRefused(Promise.resolve(refused), 403, 'second_factor_required');
        expect(refused.json().second_step).toMatchObject({
          has_app: kind === 'app',
          passkeys: passkey ? [passkey.id] : [],
        });
      }
      const wrong = as('POST', '/api/admin/verify', { ...credentials, password: 'a wrong guess' });
      await expectRefused(wrong, 403, 'verification_failed');
      await expectRefused(as('DELETE', `/api/admin/own-factors/${id}`), 403, 'verification_required');
      const { second_step } = (await as('POST', '/api/admin/verify', credentials)).json();
      const proof = passkey
        ? { challenge: second_step.challenge, passkey: passkey.sign(second_step) }
        : { code: codeAt(app.clock.now()) };
      expect((await as('POST', '/api/admin/verify/factor', proof)).statusCode).toBe(200);
      expect((await as('DELETE', `/api/admin/own-factors/${id}`)).statusCode).toBe(200);
      expect((await as('POST', '/api/admin/verify', credentials)).statusCode).toBe(200);
    },
  );

  test('a recovery code confirms an identity once, so that a lost phone is replaced, and the log names it', async () => {
    const id = await giveFactor(app.database, 'admin', { at: app.clock.now() });
    const [code = ''] = recoveryCodesOf('admin');
    const verify = () => app.as('admin', { method: 'POST', url: '/api/admin/verify/factor', payload: { code } });
    expect((await verify()).statusCode).toBe(200);
    await expectRefused(verify(), 403, 'verification_failed');
    expect((await app.as('admin', { method: 'DELETE', url: `/api/admin/own-factors/${id}` })).statusCode).toBe(200);
    const log = app.database.reader.selectFrom('audit_log').select('event_description');
    const used = await log.where('event_type', '=', 'Recovery Code Used').execute();
    expect(used).toEqual([{ event_description: 'admin@example.com used a recovery code' }]);
  });

  test('guesses at an identity are limited', async () => {
    await giveFactor(app.database, 'editor', { at: app.clock.now() });
    const verify = (code: string) =>
      app.as('editor', { method: 'POST', url: '/api/admin/verify/factor', payload: { code } });
    for (let guess = 0; guess < 10; guess += 1) await verify('000000');
    await expectRefused(verify(codeAt(app.clock.now())), 429, 'too_many_tries');
  });
});
