import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { OwnFactors } from '#contract/factors.ts';
import { type Role, roles } from '#contract/roles.ts';
import { SecretBox } from '../../http/core/secret-box.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { codeAt, giveFactor, TEST_SITE } from '../../testing/factors.ts';
import { TestPasskey } from '../../testing/test-passkey.ts';

let app: TestApp;

beforeEach(async () => {
  app = await openTestApp();
  onTestFinished(() => app.close());
  for (const role of roles) await app.tokenOf(role);
  await verifyAll();
});

const verifyAll = () =>
  app.database.write((tx) => tx.updateTable('sessions').set({ verified_at: app.clock.now() }).execute());
const OWN = '/api/admin/own-factors';
const post = (role: Role, path: string, payload: object = {}) =>
  app.as(role, { method: 'POST', url: `${OWN}/${path}`, payload });
const ownOf = async (role: Role): Promise<OwnFactors> => (await app.as(role, { url: OWN })).json();
const remove = (role: Role, id: number) => app.as(role, { method: 'DELETE', url: `${OWN}/${id}` });
const login = (role: Role) =>
  app.send({ method: 'POST', url: '/api/admin/login', payload: { email: app.emailOf(role), password: PASSWORD } });
const entriesOf = async (type: string) => {
  const found = app.database.reader.selectFrom('audit_log').select('event_description').where('event_type', '=', type);
  return (await found.execute()).map((entry) => entry.event_description);
};

async function addApp(role: Role): Promise<{ secret: string; codes: string[] }> {
  const { challenge, secret, address } = (await post(role, 'new-app')).json();
  expect(address).toContain(`secret=${secret}`);
  expect(decodeURIComponent(address)).toContain(app.emailOf(role));
  const added = await post(role, 'app', { challenge, code: codeAt(app.clock.now(), secret) });
  expect(added.statusCode).toBe(201);
  return { secret, codes: added.json().recovery_codes };
}

async function addPasskey(role: Role, name: string, passkey = new TestPasskey()) {
  const asked = (await post(role, 'new-passkey')).json();
  expect(asked).toMatchObject({ ...TEST_SITE, user: { name: app.emailOf(role) } });
  return post(role, 'passkeys', { name, challenge: asked.challenge, passkey: passkey.create(asked) });
}

test.each(roles)('%s adds an app, gets ten recovery codes once, and then needs a code to sign in', async (role) => {
  expect((await login(role)).statusCode).toBe(200);
  const { secret, codes } = await addApp(role);
  expect(codes).toHaveLength(10);
  for (const code of codes) expect(code).toMatch(/^([a-hjkmnp-z2-9]{5}-){2}[a-hjkmnp-z2-9]{5}$/);
  const own = await ownOf(role);
  expect(own).toMatchObject({ app: { used_at: null }, passkeys: [], recovery_codes_left: 10 });
  const { code, second_step } = (await login(role)).json();
  expect(code).toBe('second_factor_required');
  app.clock.advance(30_000);
  const finish = (proof: object) =>
    app.send({
      method: 'POST',
      url: '/api/admin/login/second-step',
      payload: { challenge: second_step.challenge, ...proof },
    });
  expect((await finish({ code: codeAt(app.clock.now(), secret) })).statusCode).toBe(200);
  expect(await entriesOf('Second Factor Added')).toEqual([`${app.emailOf(role)} added an authenticator app`]);
});

test('the code that added the app does not sign in', async () => {
  const { secret } = await addApp('editor');
  const { second_step } = (await login('editor')).json();
  const payload = { challenge: second_step.challenge, code: codeAt(app.clock.now(), secret) };
  const refused = await app.send({ method: 'POST', url: '/api/admin/login/second-step', payload });
  expect(refused.json().code).toBe('invalid_second_factor');
});

test('an app is added only by a code of its own secret, within ten minutes, by the account that began', async () => {
  const { challenge, secret } = (await post('editor', 'new-app')).json();
  const code = () => codeAt(app.clock.now(), secret);
  const refusalOf = async (answer: ReturnType<typeof post>) => (await answer).json().code;
  expect(await refusalOf(post('editor', 'app', { challenge, code: '000000' }))).toBe('wrong_code');
  expect(await refusalOf(post('manager', 'app', { challenge, code: code() }))).toBe('challenge_not_found');
  app.clock.advance(10 * 60_000);
  expect(await refusalOf(post('editor', 'app', { challenge, code: code() }))).toBe('challenge_not_found');
  expect((await ownOf('editor')).app).toBeNull();
  await verifyAll();
  await addApp('editor');
  expect(await refusalOf(post('editor', 'new-app'))).toBe('factor_exists');
});

test('several passkeys are added and named, and one is removed', async () => {
  const first = await addPasskey('tiketing', 'Gate phone');
  expect(first.statusCode).toBe(201);
  expect(first.json().recovery_codes).toHaveLength(10);
  const second = await addPasskey('tiketing', 'Key on the ring');
  expect(second.json().recovery_codes).toBeNull();
  const { passkeys } = await ownOf('tiketing');
  expect(passkeys.map(({ name }) => name)).toEqual(['Gate phone', 'Key on the ring']);
  expect((await remove('tiketing', passkeys[0]?.id ?? 0)).statusCode).toBe(200);
  expect((await ownOf('tiketing')).passkeys.map(({ name }) => name)).toEqual(['Key on the ring']);
  expect(await entriesOf('Second Factor Removed')).toEqual(['tiketing@example.com removed the passkey Gate phone']);
});

test('a new passkey is refused for another origin or site, a stolen or used challenge, and without its user verified', async () => {
  const begin = async (role: Role = 'editor') => (await post(role, 'new-passkey')).json();
  const passkey = new TestPasskey();
  const add = async (challenge: string, created: object) =>
    (await post('editor', 'passkeys', { name: 'Phone', challenge, passkey: created })).json().code;
  const one = await begin();
  expect(await add(one.challenge, passkey.create({ ...one, origin: 'https://evil.example' }))).toBe('wrong_passkey');
  expect(await add(one.challenge, passkey.create(one))).toBe('challenge_not_found');
  const two = await begin();
  expect(await add(two.challenge, passkey.create({ ...two, site: 'evil.example' }))).toBe('wrong_passkey');
  const three = await begin();
  expect(await add(three.challenge, passkey.create(three, { isVerified: false }))).toBe('wrong_passkey');
  const four = await begin();
  expect(await add(four.challenge, passkey.create({ ...four, challenge: three.challenge }))).toBe('wrong_passkey');
  const stolen = await begin('manager');
  expect(await add(stolen.challenge, passkey.create(stolen))).toBe('challenge_not_found');
  const proof = (await app.as('editor', { method: 'POST', url: '/api/admin/verify/challenge' })).json();
  expect(await add(proof.challenge, passkey.create(proof))).toBe('challenge_not_found');
  expect((await ownOf('editor')).passkeys).toEqual([]);
});

test('a passkey is added to one account only', async () => {
  const passkey = new TestPasskey();
  expect((await addPasskey('editor', 'Phone', passkey)).statusCode).toBe(201);
  expect((await addPasskey('manager', 'Phone', passkey)).json().code).toBe('factor_exists');
});

test('adding, removing and new recovery codes need the identity confirmed within 5 minutes', async () => {
  await addApp('editor');
  const { app: own } = await ownOf('editor');
  app.clock.advance(5 * 60_000 + 1);
  for (const answer of [
    await post('manager', 'new-app'),
    await post('editor', 'new-passkey'),
    await post('editor', 'recovery-codes'),
    await remove('editor', own?.id ?? 0),
  ])
    expect(answer.json().code).toBe('verification_required');
});

test('nobody removes the factor of another, and with the last one the recovery codes end', async () => {
  await addApp('editor');
  const { app: own } = await ownOf('editor');
  expect((await remove('superadmin', own?.id ?? 0)).json().code).toBe('factor_not_found');
  expect((await remove('editor', own?.id ?? 0)).statusCode).toBe(200);
  expect(await ownOf('editor')).toMatchObject({ app: null, recovery_codes_left: 0 });
  expect((await login('editor')).statusCode).toBe(200);
  expect((await post('editor', 'recovery-codes')).json().code).toBe('factor_not_found');
});

test('new recovery codes replace the old ones', async () => {
  const { codes } = await addApp('editor');
  const renewed = (await post('editor', 'recovery-codes')).json().recovery_codes;
  const { second_step } = (await login('editor')).json();
  const statusOf = async (code: string) => {
    const payload = { challenge: second_step.challenge, code };
    return (await app.send({ method: 'POST', url: '/api/admin/login/second-step', payload })).statusCode;
  };
  expect([await statusOf(codes[0] ?? ''), await statusOf(renewed[0])]).toEqual([401, 200]);
});

test('neither the database nor the log contains a secret, a code or a token', async () => {
  const { secret, codes } = await addApp('editor');
  const { second_step } = (await login('editor')).json();
  const tables = ['factors', 'challenges', 'audit_log'] as const;
  const rows = await Promise.all(tables.map((name) => app.database.reader.selectFrom(name).selectAll().execute()));
  for (const hidden of [secret, ...codes, second_step.challenge]) expect(JSON.stringify(rows)).not.toContain(hidden);
});

test('an encrypted secret opens only for its account and with its key', () => {
  const box = new SecretBox('a token secret, long enough for anybody');
  const closed = box.close('the secret', '7');
  expect(box.open(closed, '7')).toBe('the secret');
  expect(box.open(closed, '8')).toBeUndefined();
  expect(new SecretBox('another token secret, also long enough').open(closed, '7')).toBeUndefined();
  expect(box.open(`${closed.slice(0, -2)}AA`, '7')).toBeUndefined();
  expect(box.open('short', '7')).toBeUndefined();
  expect(box.close('the secret', '7')).not.toBe(closed);
});

test('a role that must have a second factor can only add one, and is free afterwards', async () => {
  const require = (as: Role, chosen: readonly Role[]) =>
    app.as(as, { method: 'PUT', url: '/api/settings/second-factor', payload: { roles: chosen } });
  expect((await require('admin', ['tiketing'])).statusCode).toBe(403);
  const set = await require('superadmin', ['tiketing', 'admin', 'tiketing']);
  expect(set.json()).toEqual({ message: 'Setting saved.', requirement: { roles: ['admin', 'tiketing'] } });
  expect((await login('tiketing')).json()).toMatchObject({ must_add_factor: true });
  const shifts = async () => (await app.as('tiketing', { url: '/api/gate/shifts' })).statusCode;
  const refused = await app.as('admin', { url: '/api/shops' });
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'second_factor_missing']);
  expect(await shifts()).toBe(403);
  expect((await app.as('manager', { url: '/api/shops' })).statusCode).toBe(200);
  expect(await ownOf('tiketing')).toMatchObject({ is_required: true });
  await addApp('tiketing');
  expect(await shifts()).toBe(200);
  expect((await app.as('tiketing', { url: '/api/admin/session' })).json()).toMatchObject({ must_add_factor: false });
  const { app: own } = await ownOf('tiketing');
  await remove('tiketing', own?.id ?? 0);
  expect(await shifts()).toBe(403);
});

test('the required roles are in the audit log with their values', async () => {
  await app.as('superadmin', { method: 'PUT', url: '/api/settings/second-factor', payload: { roles: ['admin'] } });
  const log = app.database.reader.selectFrom('audit_log').selectAll();
  expect(await log.where('event_type', '=', 'Second Factor Required').execute()).toMatchObject([
    { old_value: 'roles: none', new_value: 'roles: admin', user_actioned: 'superadmin@example.com' },
  ]);
});

test('an admin removes the second factor of others, but not of a superadmin', async () => {
  for (const role of ['editor', 'superadmin'] as const) await giveFactor(app.database, role, { at: app.clock.now() });
  const idOf = async (role: Role) => {
    const found = app.database.reader.selectFrom('accounts').select('id').where('role', '=', role);
    return (await found.executeTakeFirstOrThrow()).id;
  };
  const removeOf = async (by: Role, of: Role) =>
    app.as(by, { method: 'DELETE', url: `/api/admin/accounts/${await idOf(of)}/factors` });
  const list = (await app.as('admin', { url: '/api/admin/list' })).json().admins;
  const withFactor = list.filter((one: { has_second_factor: boolean }) => one.has_second_factor);
  expect(withFactor.map(({ role }: { role: Role }) => role)).toEqual(['superadmin', 'editor']);
  expect((await removeOf('manager', 'editor')).json().code).toBe('not_allowed');
  expect((await removeOf('admin', 'superadmin')).json().code).toBe('role_too_high');
  const { second_step } = (await login('editor')).json();
  expect((await removeOf('admin', 'editor')).json()).toEqual({ message: 'Two-step sign-in removed.' });
  expect((await removeOf('admin', 'editor')).json().code).toBe('factor_not_found');
  expect((await login('editor')).statusCode).toBe(200);
  const payload = { challenge: second_step.challenge, code: codeAt(app.clock.now()) };
  const late = await app.send({ method: 'POST', url: '/api/admin/login/second-step', payload });
  expect(late.json().code).toBe('challenge_not_found');
  expect(await entriesOf('Second Factor Removed')).toEqual(['Two-step sign-in removed for editor@example.com']);
  app.clock.advance(5 * 60_000 + 1);
  expect((await removeOf('superadmin', 'superadmin')).json().code).toBe('verification_required');
});
