/** @module-tag postgres-only */
import { Kysely, sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeEmptyDatabase } from '../testing/database.ts';
import { PoolDialect } from './connect.ts';

let open: (limits: object) => Kysely<unknown>;

beforeEach(async () => {
  const { databaseUrl = '', remove } = await makeEmptyDatabase();
  onTestFinished(remove);
  open = (limits) => {
    const all = { connections: 1, lockMs: 0, statementMs: 0, idleMs: 0, silentMs: 0, ...limits };
    const db = new Kysely<unknown>({ dialect: new PoolDialect(databaseUrl, () => undefined, all) });
    onTestFinished(() => db.destroy());
    return db;
  };
});

test.each([
  ['statement', { statementMs: 150 }, '57014'],
  ['connection on which nothing moves', { silentMs: 150 }, undefined],
])('a %s that takes too long is ended, and the next one works', async (_, limits, code) => {
  const db = open(limits);
  const asked = performance.now();
  const failed = await sql`select pg_sleep(30)`.execute(db).catch((error: { code?: string }) => error);
  expect((failed as { code?: string }).code).toBe(code);
  expect(performance.now() - asked).toBeLessThan(5000);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('a wait for a lock ends', async () => {
  const [holder, waiter] = [open({}), open({ lockMs: 150 })];
  await sql`create table things (id bigint)`.execute(holder);
  await holder.transaction().execute(async (tx) => {
    await sql`lock table things`.execute(tx);
    await expect(sql`select * from things`.execute(waiter)).rejects.toMatchObject({ code: '55P03' });
  });
});

test('a transaction that does nothing for too long is ended, and its locks with it', async () => {
  const [forgotten, other] = [open({ idleMs: 150 }), open({ lockMs: 5000 })];
  await sql`create table things (id bigint)`.execute(other);
  const ended = forgotten.transaction().execute(async (tx) => {
    await sql`lock table things`.execute(tx);
    expect((await sql`select * from things`.execute(other)).rows).toEqual([]);
    await sql`select 1`.execute(tx);
  });
  await expect(ended).rejects.toThrow();
});

test('a free connection is waited for, and not without end', { tags: ['nightly'] }, async () => {
  const db = open({});
  await db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    await expect(sql`select 1`.execute(db)).rejects.toThrow(/timeout/);
  });
});
