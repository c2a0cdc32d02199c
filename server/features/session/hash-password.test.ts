/** @module-tag sqlite-only */
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { PASSWORD, START } from '../../testing/accounts.ts';
import { makePeopledDatabase } from '../../testing/database.ts';
import { TOKEN_SECRET } from '../../testing/sign-in.ts';
import { drawCode } from '../factors/draw-code.ts';
import { hashPassword, isWeakPassword, verifyPassword } from './hash-password.ts';

test('a hash matches its password and no other', { tags: ['slow'] }, async () => {
  const hash = await hashPassword('mango river');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await verifyPassword(hash, 'mango river')).toBe(true);
  for (const other of ['mango rive', 'mango river ', 'Mango river', '', hash]) {
    expect(await verifyPassword(hash, other)).toBe(false);
  }
});

test('the same password never has the same hash twice', async () => {
  expect(await hashPassword('mango river')).not.toBe(await hashPassword('mango river'));
});

test('while a password is hashed or checked other requests are served', { tags: ['slow'] }, async () => {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  expect(await verifyPassword(await hashPassword('mango river'), 'mango river')).toBe(true);
  isOver = true;
  expect(turns).toBeGreaterThan(100);
});

test('each of the 10,000 commonest passwords is too easy to guess', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const commonest = dictionary['passwords-common'].slice(0, 10_000);
  expect(commonest).toHaveLength(10_000);
  const taken: string[] = [];
  for (const password of commonest) if (!(await isWeakPassword(password, 'clerk@market.example'))) taken.push(password);
  expect(taken).toEqual([]);
});

test('a hash made elsewhere with other costs is understood', { tags: ['slow'] }, async () => {
  const madeByReferenceProgram =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPassword(madeByReferenceProgram, 'password')).toBe(true);
  expect(await verifyPassword(madeByReferenceProgram, 'passwort')).toBe(false);
});

test.each([
  // A test vector of crypt_blowfish.
  ['$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U', true],
  ['$2y$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK', 'U*U*', true],
  ['$2b$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a', 'U*U*U', true],
  ['$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*V', false],
  // bcrypt ignores all bytes after the first 72.
  ['$2b$05$abcdefghijklmnopqrstuuLkMZtUsVwf9Ptg/wgiNv8ZhtnAHnix.', '0123456789'.repeat(8), true],
  ['$2b$05$abcdefghijklmnopqrstuuLkMZtUsVwf9Ptg/wgiNv8ZhtnAHnix.', '0123456789'.repeat(7), false],
  // A cost at which the check would take minutes.
  ['$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U', false],
])('the bcrypt hash %s and the password "%s": %s', async (hash, password, matches) => {
  expect(await verifyPassword(hash, password)).toBe(matches);
});

test.each(['', 'mango river', '$2b$10$abcdefghijklmnopqrstuv', '$argon2i$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAA'])(
  'the unreadable hash "%s" matches nothing, not even the same text',
  async (hash) => {
    expect(await verifyPassword(hash, hash)).toBe(false);
  },
);

test.each([
  'password',
  'PASSWORD',
  'Password123',
  '12345678',
  'qwertyuiop',
  'iloveyou!',
  'p-a-s-s-w-o-r-d-1',
  'pola',
  'Pola2026',
  'pola-pola-2026!',
  'clerk@market.example',
  'Clerk@Market.Example',
  'rajakaruna',
])('"%s" is too easy to guess', async (password) => {
  const email = password === 'rajakaruna' ? 'rajakaruna@market.example' : 'clerk@market.example';
  expect(await isWeakPassword(password, email)).toBe(true);
});

test.each([
  'mango-river-42-lantern',
  'tr0ub4dor&zebra',
  'polaris-north-seven',
  '83649172640558',
  'අම්මාගේ ගෙදර වත්ත',
  'மாம்பழம் ஆறு விளக்கு',
  '芒果河流灯笼照夜',
  '!!?-(%)-;;;-&$#',
])('"%s" is accepted, in any script', async (password) => {
  expect(await isWeakPassword(password, 'clerk@market.example')).toBe(false);
});

test('one-time passwords are long, easy to read aloud, and never the same', async () => {
  const drawn = Array.from({ length: 200 }, () => drawCode(20));
  for (const password of drawn) expect(password).toMatch(/^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/);
  expect(new Set(drawn).size).toBe(200);
  expect(await isWeakPassword(drawn[0] ?? '', 'clerk@market.example')).toBe(false);
});

/** Opens an app that hashes at the real cost. */
async function openRealApp() {
  const { database, dataDir, remove } = await makePeopledDatabase();
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const app = await buildApp({ config, database, clock: { now: () => START }, tokenSecret: TOKEN_SECRET });
  onTestFinished(async () => {
    await app.close();
    await remove();
  });
  const password_hash = await hashPassword(PASSWORD);
  await database.write((tx) => tx.updateTable('accounts').set({ password_hash }).execute());
  const login = (email: string, password: string) =>
    app.inject({ method: 'POST', url: '/api/admin/login', payload: { email, password } });
  return { app, database, login };
}

test('an unknown email takes as much work as a wrong password, so that the time reveals nothing', {
  tags: ['slow'],
}, async () => {
  const { login } = await openRealApp();
  const workOf = async (email: string) => {
    const before = process.cpuUsage();
    expect((await login(email, 'not the password')).statusCode).toBe(401);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await workOf('warm-up@example.com');
  const known: number[] = [];
  const unknown: number[] = [];
  for (let pair = 0; pair < 7; pair += 1) {
    known.push(await workOf('editor@example.com'));
    unknown.push(await workOf('nobody@example.com'));
  }
  const ratio = middleOf(unknown) / middleOf(known);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test('the app that is served stores a new password at the real cost', { tags: ['slow'] }, async () => {
  const { app, database, login } = await openRealApp();
  const { token } = (await login('editor@example.com', PASSWORD)).json<{ token: string }>();
  const payload = { currentPassword: PASSWORD, newPassword: 'lantern over the paddy field' };
  const headers = { authorization: `Bearer ${token}` };
  const answer = await app.inject({ method: 'PUT', url: '/api/admin/change-password', payload, headers });
  expect(answer.statusCode).toBe(200);
  const { password_hash } = await database.reader
    .selectFrom('accounts')
    .select('password_hash')
    .where('email', '=', 'editor@example.com')
    .executeTakeFirstOrThrow();
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

function middleOf(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}
