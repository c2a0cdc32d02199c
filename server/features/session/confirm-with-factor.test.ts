import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { codeAt, giveFactor, recoveryCodesOf, TEST_SITE } from '../../testing/factors.ts';
import { TestPasskey } from '../../testing/test-passkey.ts';

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
  const [own, other] = [new TestPasskey(), new TestPasskey()];
  await giveFactor(app.database, 'tiketing', { at: app.clock.now(), passkey: own });
  await giveFactor(app.database, 'editor', { at: app.clock.now(), passkey: other });
  await giveFactor(app.database, 'manager', { at: app.clock.now() });
  const ask = async (role: Role) => (await app.as(role, { method: 'POST', url: '/api/admin/verify/challenge' })).json();
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
