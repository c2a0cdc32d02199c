/** @module-tag sqlite-only */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { makeTestDatabase } from '../../testing/database.ts';
import type { Database, Writer } from '../connect.ts';
import { Unavailable } from '../transaction.ts';
import { watchWrites } from '../watch-writes.ts';
import { DiskReserve } from './disk-space.ts';
import { WriteState } from './write-state.ts';

const NOW = '2026-11-20T03:00:00.000Z' as Instant;

const withCode = (more: object) => Object.assign(new Error('refused by the engine'), more);
const sayNothingIsTaken = {
  'a full disk of SQLite': withCode({ errcode: 13 }),
  'a failed write of SQLite': withCode({ errcode: 778 }),
  'a disk that became read-only': withCode({ errcode: 8 }),
  'a database file that cannot be opened': withCode({ errcode: 14 }),
  'a full disk of PostgreSQL': withCode({ code: '53100' }),
  'a standby': withCode({ code: '25006' }),
  'a cut connection': withCode({ code: '08006' }),
  'a full disk of a file': withCode({ code: 'ENOSPC' }),
  'a full quota': withCode({ code: 'EDQUOT' }),
  'a read-only file system': withCode({ code: 'EROFS' }),
  'a failing disk': withCode({ code: 'EIO' }),
  'a lost database file': new Unavailable('pola.db was removed'),
};

test.each(Object.entries(sayNothingIsTaken))('%s is a fault until a write succeeds', (_, error) => {
  const writes = new WriteState(undefined);
  writes.failed(error);
  expect(writes.fault).toBe('refused');
  writes.succeeded();
  expect(writes.fault).toBeUndefined();
});

test('a fault of the program or of a request says nothing about the disk', () => {
  const writes = new WriteState(undefined);
  for (const error of [new Error('a bug'), withCode({ errcode: 2067 }), withCode({ code: '23505' }), 'a string'])
    writes.failed(error);
  expect(writes.fault).toBeUndefined();
  expect(writes.hadFault()).toBe(false);
});

test('a scrape of the next 90 seconds still learns of a fault that is over', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const writes = new WriteState(undefined);
  writes.failed(withCode({ errcode: 13 }));
  writes.succeeded();
  vi.advanceTimersByTime(89_999);
  expect(writes.hadFault()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(writes.hadFault()).toBe(false);
});

async function openDatabase(): Promise<Database> {
  const made = await makeTestDatabase();
  onTestFinished(() => made.remove());
  return made.database;
}

const limitPages = (database: Database, count: number) =>
  sql`pragma max_page_count = ${sql.lit(count)}`.execute(database.owner);
const putMuch = (tx: Writer) =>
  tx
    .insertInto('settings')
    .values({ name: 'much', value: 'x'.repeat(100_000), updated_at: NOW })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();

test.each(['write', 'writeSession', 'writeRescue', 'dryRun'] as const)(
  '%s of a database that cannot grow is a fault',
  async (kind) => {
    const database = await openDatabase();
    await limitPages(database, 1);
    await expect(database[kind](putMuch)).rejects.toMatchObject({ errcode: 13 });
    expect(database.writes.fault).toBe('refused');
    await limitPages(database, 1_000_000);
    await database.dryRun(putMuch);
    expect(database.writes.fault).toBe('refused');
    await database.writeSession(putMuch);
    expect(database.writes.fault).toBeUndefined();
  },
);

test('when nobody writes, a fault is found within half a minute, and its end within ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const writes = new WriteState(undefined);
  let fault: Error | undefined;
  let tries = 0;
  const writeSession = async <Result>(): Promise<Result> => {
    tries += 1;
    if (fault) throw fault;
    writes.succeeded();
    return undefined as Result;
  };
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      vi.advanceTimersByTime(1000);
      await new Promise(setImmediate);
    }
  };
  const stop = watchWrites({ writes, writeSession }, { dataDir: '/nowhere', clock: { now: () => NOW } });
  await pass(60);
  expect(tries).toBe(3);
  fault = withCode({ code: '25006' });
  await pass(30);
  expect(writes.fault).toBe('refused');
  fault = undefined;
  await pass(10);
  expect(writes.fault).toBeUndefined();
  stop();
  const last = tries;
  await pass(60);
  expect(tries).toBe(last);
});

test('the reserve has 32 MB, also where an older release left a smaller one, and is given up once', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-reserve-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'reserve');
  writeFileSync(file, Buffer.alloc(16 * 1024 * 1024));
  const reserve = new DiskReserve(folder);
  expect(await reserve.make()).toBe(true);
  expect(statSync(file).size).toBe(32 * 1024 * 1024);
  expect(reserve.giveUp()).toBe(true);
  expect(reserve.giveUp()).toBe(false);
});
