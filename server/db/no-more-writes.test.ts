/** @module-tag postgres-quick */

import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type Instant, instantOf } from '#billing/calendar.ts';
import { PASSWORD } from '../testing/accounts.ts';
import { openTestApp, type TestApp } from '../testing/app-context.ts';
import { makeTestDatabase } from '../testing/database.ts';
import { METRICS_TOKEN, readMetrics } from '../testing/metrics.ts';
import type { Database } from './connect.ts';
import { clearAttempts, countAttempt, countDelayedAttempt } from './rate-limits.ts';

test('while the database refuses writes, writes are answered 503, reads continue, and it recovers by itself', async () => {
  const app = await openTestApp({ METRICS_TOKEN });
  onTestFinished(() => app.close());
  await Promise.all([app.tokenOf('manager'), app.tokenOf('tiketing')]);
  const restore = await (app.database.engine === 'sqlite' ? fillDisk(app) : becomeStandby(app));

  let refused = await signIn(app, 0);
  for (let attempt = 1; refused.statusCode === 200 && attempt < 200; attempt += 1) refused = await signIn(app, attempt);
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toMatchObject({ success: false, code: 'not_ready' });
  expect((await app.send({ url: '/readyz' })).json()).toMatchObject({ status: 'ready', writes: 'refused' });
  expect(await figuresOf(app)).toMatchObject({ pola_database_fault: 1, pola_errors_total: 0 });

  app.clock.advance(3_600_000);
  await untilItAnswers(app, 'manager');

  await restore();
  expect((await signIn(app, 1000)).statusCode).toBe(200);
  expect((await app.send({ url: '/readyz' })).json()).toMatchObject({ writes: 'taken' });
  expect(await figuresOf(app)).toMatchObject({ pola_database_fault: 1, pola_errors_total: 0 });
});

async function figuresOf(app: TestApp): Promise<Record<string, number>> {
  const { body } = await app.send({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return Object.fromEntries(readMetrics(body).samples.map(({ name, value }) => [name, value]));
}

const signIn = (app: TestApp, place: number) =>
  app.send({
    method: 'POST',
    url: '/api/admin/login',
    payload: { email: app.emailOf('editor'), password: PASSWORD },
    remoteAddress: `10.0.${Math.floor(place / 250)}.${place % 250}`,
  });

/** Simulates a full disk: SQLite's file may not grow by another page. */
async function fillDisk({ database }: TestApp): Promise<() => Promise<void>> {
  await sql`pragma max_page_count = 1`.execute(database.owner);
  return async () => {
    await sql`pragma max_page_count = 1000000`.execute(database.owner);
  };
}

/** Makes PostgreSQL read-only for new connections, like a standby, and closes the existing connections. */
async function becomeStandby(app: TestApp): Promise<() => Promise<void>> {
  const change = async (isReadOnly: boolean) => {
    const client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
    await client.query('set default_transaction_read_only = off');
    const { rows } = await client.query('select current_database() as name');
    await client.query(
      `alter database ${rows[0].name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
    );
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await client.end();
    await untilItAnswers(app);
  };
  await change(true);
  return () => change(false);
}

/**
 * Waits until the server answers with 200. Until then only 503 is accepted, because a cut connection may be noticed
 * only by the next query.
 */
async function untilItAnswers(app: TestApp, role: 'manager' | 'tiketing' = 'tiketing'): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const { statusCode } = await app.as(role, { url: '/api/admin/session' });
    expect([200, 503]).toContain(statusCode);
    if (statusCode === 200) return;
  }
  throw new Error('the database did not come back');
}

const NOON = '2026-11-20T06:30:00.000Z' as Instant;
const after = (seconds: number) => instantOf(Date.parse(NOON) + seconds * 1000);

async function openDatabase(): Promise<Database> {
  const made = await makeTestDatabase();
  onTestFinished(() => made.remove());
  return made.database;
}

test('the attempts of a minute are counted, and the first above the limit is answered with the waiting time', async () => {
  const database = await openDatabase();
  const waits: (number | undefined)[] = [];
  for (const second of [0, 10, 20, 30, 59.5])
    waits.push(await countAttempt(database, { subject: 'clerk', most: 3, now: after(second) }));
  expect(waits).toEqual([undefined, undefined, undefined, 30, 1]);
});

test('after the minute a new minute begins', async () => {
  const database = await openDatabase();
  for (const second of [0, 1, 2]) await countAttempt(database, { subject: 'clerk', most: 2, now: after(second) });
  expect(await countAttempt(database, { subject: 'clerk', most: 2, now: after(60) })).toBeUndefined();
  expect(await countAttempt(database, { subject: 'clerk', most: 2, now: after(61) })).toBeUndefined();
  expect(await countAttempt(database, { subject: 'clerk', most: 2, now: after(62) })).toBe(58);
});

test('delays begin after the given number of attempts, double, and are forgotten after an hour', async () => {
  const database = await openDatabase();
  const tryAt = (seconds: number) => countDelayedAttempt(database, { subject: 'clerk', most: 2, now: after(seconds) });
  const waits: (number | undefined)[] = [];
  for (const second of [0, 30, 30, 89, 90, 91, 210, 211]) waits.push(await tryAt(second));
  expect(waits).toEqual([undefined, undefined, 60, 1, undefined, 119, undefined, 239]);
  expect(await tryAt(210 + 3600)).toBeUndefined();
  expect(await tryAt(210 + 3600)).toBeUndefined();
  expect(await tryAt(210 + 3600)).toBe(60);
});

test('a clock that is put back by days starts a new minute, and one that is put back by seconds does not', async () => {
  const database = await openDatabase();
  await countAttempt(database, { subject: 'clerk', most: 1, now: after(86_400) });
  expect(await countAttempt(database, { subject: 'clerk', most: 1, now: NOON })).toBeUndefined();
  expect(await countAttempt(database, { subject: 'clerk', most: 1, now: after(-5) })).toBe(65);
});

test('attempts during a refusal do not extend the minute', async () => {
  const database = await openDatabase();
  for (let second = 0; second < 60; second += 1)
    await countAttempt(database, { subject: 'clerk', most: 2, now: after(second) });
  expect(await countAttempt(database, { subject: 'clerk', most: 2, now: after(60) })).toBeUndefined();
});

test('each subject has its own minute, and a deleted one begins again', async () => {
  const database = await openDatabase();
  await countAttempt(database, { subject: 'clerk', most: 1, now: NOON });
  expect(await countAttempt(database, { subject: 'other', most: 1, now: NOON })).toBeUndefined();
  expect(await countAttempt(database, { subject: 'clerk', most: 1, now: NOON })).toBe(60);
  await clearAttempts(database, 'clerk');
  expect(await countAttempt(database, { subject: 'clerk', most: 1, now: NOON })).toBeUndefined();
  expect(await countAttempt(database, { subject: 'other', most: 1, now: NOON })).toBe(60);
});

test('fifty simultaneous attempts by a new subject are all counted', async () => {
  const database = await openDatabase();
  const waits = await Promise.all(
    Array.from({ length: 50 }, () => countAttempt(database, { subject: 'stranger', most: 10, now: NOON })),
  );
  expect(waits.filter((wait) => wait === undefined)).toHaveLength(10);
});

test('an entry older than an hour is deleted', async () => {
  const database = await openDatabase();
  for (let index = 0; index < 20; index += 1)
    await countAttempt(database, { subject: `address ${index}`, most: 5, now: NOON });
  await countAttempt(database, { subject: 'late', most: 5, now: after(3601) });
  const remaining = await database.reader.selectFrom('rate_limits').select('subject').execute();
  expect(remaining).toEqual([{ subject: 'late' }]);
});

test('attempts that are counted while others are deleted are all counted or deleted, and none fails', async () => {
  const database = await openDatabase();
  for (let round = 0; round < 20; round += 1) {
    const steps = Array.from({ length: 12 }, (_, at) =>
      at % 2 === 0
        ? countAttempt(database, { subject: 'somebody', most: 1000, now: NOON })
        : clearAttempts(database, 'somebody'),
    );
    expect(await Promise.all(steps)).toEqual(Array(12).fill(undefined));
  }
});
