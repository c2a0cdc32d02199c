/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import type { Database } from '../../db/connect.ts';
import { makeTestDatabase } from '../../testing/database.ts';
import { verifyPassword } from '../session/hash-password.ts';
import { ensureSuperadmin } from './superadmin.ts';

const ACT = { actor: 'first start', now: '2026-11-20T03:00:00.000Z' as Instant, requestId: 'first-start' };
const CHIEF = { email: 'chief@market.example', password: 'mango-river-42-lantern' };

async function openDatabase(): Promise<Database> {
  const made = await makeTestDatabase();
  onTestFinished(() => made.remove());
  return made.database;
}

const accountsOf = (database: Database) => database.reader.selectFrom('accounts').selectAll().execute();

test('in a new market the configured superadmin can sign in and need not change the password', async () => {
  const database = await openDatabase();
  expect(await ensureSuperadmin(database, ACT, CHIEF)).toBeUndefined();
  const [account, ...others] = await accountsOf(database);
  expect(others).toEqual([]);
  expect(account).toMatchObject({
    email: CHIEF.email,
    role: 'superadmin',
    must_change_password: 0,
    one_time_until: null,
  });
  expect(await verifyPassword(account?.password_hash ?? '', CHIEF.password)).toBe(true);
});

test('without a configured one, a password is created that is shown once, works, and must be changed', async () => {
  const database = await openDatabase();
  const login = await ensureSuperadmin(database, ACT, undefined);
  const [account] = await accountsOf(database);
  expect(account).toMatchObject({ email: login?.email, role: 'superadmin', must_change_password: 1 });
  expect(account?.one_time_until).toBe('2026-11-23T03:00:00.000Z');
  expect(await verifyPassword(account?.password_hash ?? '', login?.password ?? '')).toBe(true);
  expect(await ensureSuperadmin(database, ACT, undefined)).toBeUndefined();
});

test('a market that has a superadmin does not change it, whatever is configured later', async () => {
  const database = await openDatabase();
  await ensureSuperadmin(database, ACT, CHIEF);
  const before = await accountsOf(database);
  await ensureSuperadmin(database, ACT, { email: 'other@market.example', password: 'another long password' });
  await ensureSuperadmin(database, ACT, { ...CHIEF, password: 'another long password' });
  expect(await accountsOf(database)).toEqual(before);
});

test('of servers that start at the same moment one creates the superadmin and shows the password', {
  tags: ['slow'],
}, async () => {
  const database = await openDatabase();
  const servers = Array.from({ length: 8 });
  await Promise.all(servers.map(() => accountsOf(database)));
  const told = await Promise.all(servers.map(() => ensureSuperadmin(database, ACT, undefined)));
  expect(await accountsOf(database)).toHaveLength(1);
  expect(told.filter(Boolean)).toHaveLength(1);
});

test('the first superadmin is in the audit log, without the password', async () => {
  const database = await openDatabase();
  const login = await ensureSuperadmin(database, ACT, undefined);
  const entries = await database.reader.selectFrom('audit_log').selectAll().execute();
  expect(entries).toMatchObject([{ event_type: 'Account Registered', user_actioned: 'first start' }]);
  expect(JSON.stringify(entries)).not.toContain(login?.password);
});
