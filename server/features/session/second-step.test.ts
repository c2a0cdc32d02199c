import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import type { SecondStep } from '#contract/refusals.ts';
import { type Role, roles } from '#contract/roles.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { codeAt, giveFactor, recoveryCodesOf, TEST_SITE } from '../../testing/factors.ts';
import { TestPasskey } from '../../testing/test-passkey.ts';
import { acceptProof } from '../factors/check-proof.ts';

let app: TestApp;

beforeEach(async () => {
  app = await openTestApp();
  onTestFinished(() => app.close());
});

const post = (url: string, payload: object, remoteAddress = '10.0.0.1') =>
  app.send({ method: 'POST', url: `/api/admin/${url}`, payload, remoteAddress });
const login = (role: Role, password = PASSWORD) => post('login', { email: app.emailOf(role), password });
const finish = (body: object, address?: string) => post('login/second-step', body, address);
const isIn = async (token: string) =>
  (await app.send({ url: '/api/admin/session', headers: { authorization: `Bearer ${token}` } })).statusCode === 200;

async function stepOf(role: Role): Promise<SecondStep> {
  const refused = await login(role);
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'second_factor_required']);
  expect(refused.body).not.toContain('eyJ');
  return refused.json().second_step;
}

async function expectRefused(answer: ReturnType<typeof post>, status: number, code: string): Promise<void> {
  const { statusCode, json } = await answer;
  expect([statusCode, json().code]).toEqual([status, code]);
}

test.each(roles)('%s with an app signs in with password and code, and not with one of them', async (role) => {
  await giveFactor(app.database, role, { at: app.clock.now() });
  const { challenge, has_app, passkeys } = await stepOf(role);
  expect([has_app, passkeys]).toEqual([true, []]);
  await expectRefused(finish({ challenge }), 401, 'invalid_second_factor');
  await expectRefused(finish({ challenge, code: '000000' }), 401, 'invalid_second_factor');
  await expectRefused(finish({ challenge: 'guessed', code: codeAt(app.clock.now()) }), 404, 'challenge_not_found');
  const answer = await finish({ challenge, code: codeAt(app.clock.now()) });
  expect(answer.json()).toMatchObject({
    message: 'Signed in.',
    role,
    email: app.emailOf(role),
    must_add_factor: false,
  });
  expect(await isIn(answer.json().token)).toBe(true);
  expect((await app.database.reader.selectFrom('challenges').selectAll().execute()).length).toBe(0);
});

test('a wrong password is answered as before, without a challenge', async () => {
  await giveFactor(app.database, 'editor', { at: app.clock.now() });
  const refused = await login('editor', 'a wrong guess');
  expect(refused.json()).toEqual({
    success: false,
    code: 'invalid_credentials',
    message: 'Invalid credentials',
    error: 'Invalid credentials',
  });
});

test('a code is accepted once, also of two requests at once, and no code before it afterwards', async () => {
  await giveFactor(app.database, 'editor', { at: app.clock.now() });
  const code = codeAt(app.clock.now());
  const earlier = codeAt(instantOf(Date.parse(app.clock.now()) - 30_000));
  const steps = [await stepOf('editor'), await stepOf('editor')];
  const both = await Promise.all(steps.map(({ challenge }) => finish({ challenge, code })));
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  const { challenge } = await stepOf('editor');
  await expectRefused(finish({ challenge, code }), 401, 'invalid_second_factor');
  await expectRefused(finish({ challenge, code: earlier }), 401, 'invalid_second_factor');
  app.clock.advance(30_000);
  expect((await finish({ challenge, code: codeAt(app.clock.now()) })).statusCode).toBe(200);
});

test('of two requests that checked one code before either recorded it, one is accepted', async () => {
  await giveFactor(app.database, 'editor', { at: app.clock.now() });
  const { database, clock } = app;
  const factor = await database.reader
    .selectFrom('factors')
    .selectAll()
    .where('kind', '=', 'app')
    .executeTakeFirstOrThrow();
  const checked = { factor, counter: factor.counter + 1 };
  const accept = () => database.writeSession((tx) => acceptProof(tx, checked, clock.now()));
  expect([await accept(), await accept()]).toEqual([true, false]);
});

test('a code is good 30 seconds before and after, and not longer', async () => {
  await giveFactor(app.database, 'editor', { at: app.clock.now() });
  const { challenge } = await stepOf('editor');
  const codeIn = (ms: number) => codeAt(instantOf(Date.parse(app.clock.now()) + ms));
  await expectRefused(finish({ challenge, code: codeIn(-90_000) }), 401, 'invalid_second_factor');
  await expectRefused(finish({ challenge, code: codeIn(90_000) }), 401, 'invalid_second_factor');
  expect((await finish({ challenge, code: codeIn(30_000) })).statusCode).toBe(200);
});

test('a challenge ends after 5 tries, after 5 minutes, after its use and with a new password', async () => {
  const passwordOf = (password: string) =>
    app.as('editor', {
      method: 'PUT',
      url: '/api/admin/change-password',
      payload: { currentPassword: PASSWORD, newPassword: password },
    });
  await giveFactor(app.database, 'editor', { at: app.clock.now() });
  const guessed = await stepOf('editor');
  for (let guess = 0; guess < 5; guess += 1) await finish({ challenge: guessed.challenge, code: '000000' });
  const code = () => codeAt(app.clock.now());
  await expectRefused(finish({ challenge: guessed.challenge, code: code() }), 404, 'challenge_not_found');
  const used = await stepOf('editor');
  expect((await finish({ challenge: used.challenge, code: code() })).statusCode).toBe(200);
  app.clock.advance(60_000);
  await expectRefused(finish({ challenge: used.challenge, code: code() }), 404, 'challenge_not_found');
  const late = await stepOf('editor');
  app.clock.advance(5 * 60_000);
  await expectRefused(finish({ challenge: late.challenge, code: code() }), 404, 'challenge_not_found');
  const old = await stepOf('editor');
  await passwordOf('lantern over the paddy field');
  await expectRefused(finish({ challenge: old.challenge, code: code() }), 404, 'challenge_not_found');
});

test('guessed codes are limited and audited, although each has the right password', async () => {
  await giveFactor(app.database, 'editor', { at: app.clock.now() });
  const guesses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    const answer = await login('editor');
    const { challenge } = answer.json().second_step ?? {};
    guesses.push(challenge ? (await finish({ challenge, code: '000000' })).statusCode : answer.statusCode);
  }
  expect(guesses).toEqual([...Array(10).fill(401), 429, 429]);
  const log = app.database.reader.selectFrom('audit_log').selectAll().where('event_type', '=', 'Sign-In Failed');
  expect((await log.execute()).map((entry) => entry.event_description)).toEqual([
    'Sign-in failed for editor@example.com from 10.0.0.1: 1 attempt within an hour',
    'Sign-in failed for editor@example.com from 10.0.0.1: 10 attempts within an hour',
  ]);
});

test('a recovery code signs in once, and is audited', async () => {
  await giveFactor(app.database, 'editor', { at: app.clock.now() });
  const [first = '', second = ''] = recoveryCodesOf('editor');
  const code = first.toUpperCase().replaceAll(/[ -]/g, '');
  const step = await stepOf('editor');
  expect((await finish({ challenge: step.challenge, code })).statusCode).toBe(200);
  const { challenge } = await stepOf('editor');
  await expectRefused(finish({ challenge, code: first }), 401, 'invalid_second_factor');
  expect((await finish({ challenge, code: second })).statusCode).toBe(200);
  const log = app.database.reader.selectFrom('audit_log').selectAll().where('event_type', '=', 'Recovery Code Used');
  expect(await log.execute()).toHaveLength(2);
});

test('a disabled account is refused at the second step', async () => {
  await giveFactor(app.database, 'editor', { at: app.clock.now() });
  const { challenge } = await stepOf('editor');
  await app.database.write((tx) => tx.updateTable('accounts').set({ disabled_at: app.clock.now() }).execute());
  await expectRefused(finish({ challenge, code: codeAt(app.clock.now()) }), 403, 'account_disabled');
});

test.each(roles)('%s signs in with only a passkey, without email and password', async (role) => {
  const passkey = new TestPasskey();
  await giveFactor(app.database, role, { at: app.clock.now(), passkey });
  const asked = (await post('login/passkey-challenge', {})).json();
  expect(asked).toMatchObject({ ...TEST_SITE, passkeys: [] });
  const body = { challenge: asked.challenge, passkey: passkey.sign(asked) };
  expect((await finish(body)).json()).toMatchObject({ email: app.emailOf(role), role });
  await expectRefused(finish(body), 404, 'challenge_not_found');
});

test('a passkey is the second step after a password; a passkey of another account is not', async () => {
  const own = new TestPasskey();
  const other = new TestPasskey();
  await giveFactor(app.database, 'editor', { at: app.clock.now(), passkey: own });
  await giveFactor(app.database, 'manager', { at: app.clock.now(), passkey: other });
  const step = await stepOf('editor');
  expect(step.passkeys).toEqual([own.id]);
  const { challenge } = step;
  await expectRefused(finish({ challenge, passkey: other.sign(step) }), 401, 'invalid_second_factor');
  expect((await finish({ challenge, passkey: own.sign(step) })).json()).toMatchObject({ role: 'editor' });
});

test('without a password a code proves nothing, with the right one either', async () => {
  await giveFactor(app.database, 'editor', { at: app.clock.now() });
  const { challenge } = (await post('login/passkey-challenge', {})).json();
  await expectRefused(finish({ challenge, code: codeAt(app.clock.now()) }), 401, 'invalid_second_factor');
});

test('a passkey is refused for another site, origin, challenge, key, and without its user verified', async () => {
  const passkey = new TestPasskey();
  await giveFactor(app.database, 'editor', { at: app.clock.now(), passkey });
  const stolen = (await post('login/passkey-challenge', {})).json().challenge;
  const forged = new TestPasskey();
  for (const sign of [
    (asked: typeof TEST_SITE & { challenge: string }) => passkey.sign({ ...asked, origin: 'https://evil.example' }),
    (asked: typeof TEST_SITE & { challenge: string }) => passkey.sign({ ...asked, site: 'evil.example' }),
    (asked: typeof TEST_SITE & { challenge: string }) => passkey.sign({ ...asked, challenge: stolen }),
    (asked: typeof TEST_SITE & { challenge: string }) => passkey.sign(asked, { isVerified: false }),
    (asked: typeof TEST_SITE & { challenge: string }) => ({ ...forged.sign(asked), id: passkey.id }),
    (asked: typeof TEST_SITE & { challenge: string }) => forged.sign(asked),
  ]) {
    const asked = (await post('login/passkey-challenge', {})).json();
    const body = { challenge: asked.challenge, passkey: sign(asked) };
    await expectRefused(finish(body), 401, 'invalid_second_factor');
    await expectRefused(finish({ ...body, passkey: passkey.sign(asked) }), 404, 'challenge_not_found');
    app.clock.advance(3 * 60_000);
  }
});

test('a copied security key is noticed by its count of signatures', async () => {
  const passkey = new TestPasskey();
  await giveFactor(app.database, 'editor', { at: app.clock.now(), passkey });
  const use = async (counter: number) => {
    const asked = (await post('login/passkey-challenge', {})).json();
    return (await finish({ challenge: asked.challenge, passkey: passkey.sign(asked, { counter }) })).statusCode;
  };
  expect([await use(5), await use(6), await use(6), await use(2), await use(7)]).toEqual([200, 200, 401, 401, 200]);
});

test('of two requests with one signature at once one is accepted', async () => {
  const passkey = new TestPasskey();
  await giveFactor(app.database, 'editor', { at: app.clock.now(), passkey });
  const asked = (await post('login/passkey-challenge', {})).json();
  const body = { challenge: asked.challenge, passkey: passkey.sign(asked) };
  const both = await Promise.all([finish(body), finish(body)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
});

test('the address of the site decides where passkeys work', async () => {
  const elsewhere = await openTestApp({ PUBLIC_URL: 'https://prices.market.example/' });
  onTestFinished(() => elsewhere.close());
  const asked = await elsewhere.send({ method: 'POST', url: '/api/admin/login/passkey-challenge' });
  expect(asked.json()).toMatchObject({ site: 'prices.market.example', origin: 'https://prices.market.example' });
});
