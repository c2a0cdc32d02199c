/** @module-tag sqlite-only */

import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { elapsedMs } from './clock.ts';
import { runDrawer } from './documents/drawing.ts';
import { drawPriceSheet } from './features/sharing/draw-price-sheet.ts';
import { limitWork } from './limit-work.ts';
import { makeTestDatabase } from './testing/database.ts';

const LONG_MS = 300;

async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let handle = setImmediate(function next() {
    turns += 1;
    handle = setImmediate(next);
  });
  await work();
  clearImmediate(handle);
  return turns;
}

test('queries that follow each other on SQLite let other work have its turn, in reads, snapshots and writes', {
  tags: ['slow'],
}, async () => {
  const { database, remove } = await makeTestDatabase();
  onTestFinished(remove);
  const { reader } = database;
  const untilLong = async (db: Pick<typeof reader, 'selectFrom'>) => {
    const began = elapsedMs();
    while (elapsedMs() - began < LONG_MS) await db.selectFrom('data_version').selectAll().execute();
  };
  expect(await turnsDuring(() => untilLong(reader))).toBeGreaterThan(2);
  expect(await turnsDuring(() => database.snapshot(untilLong))).toBeGreaterThan(2);
  expect(await turnsDuring(() => database.snapshotApart(untilLong))).toBeGreaterThan(2);
  expect(await turnsDuring(() => database.write(untilLong))).toBeGreaterThan(2);
});

test('while a workbook is written and a price list is measured other work has its turn', {
  tags: ['slow'],
}, async () => {
  const data = Array.from({ length: 4000 }, (_, at) => [{ value: `Shop ${at}` }, { value: at, format: '0' }]);
  const written = await turnsDuring(() => runDrawer({ sheets: [{ sheet: 'Shops', data, columns: [{ width: 10 }] }] }));
  expect(written).toBeGreaterThan(20);
  const rows = Array.from({ length: 600 }, (_, at) => ({
    number: String(at),
    lang: 'si' as const,
    name: `බණ්ඩක්කා ${at} எலுமிச்சை`,
    unit: '(1 kg)',
    min: '12,500.00',
    max: '13,500.00',
  }));
  const head = { number: 'No', item: 'Item', min: 'Min', max: 'Max' };
  const paper = { market: 'Market', title: 'Prices', day: '20 Nov 2026', page: '1', head, columns: [rows] };
  expect(await turnsDuring(() => drawPriceSheet([paper]))).toBeGreaterThan(2);
});

const COUNTING = sql<{ count: number }>`with recursive numbers (n) as
  (select 1 union all select n + 1 from numbers where n < 3000000) select count(*) as count from numbers`;

test('a statement that takes long is read in a thread, which reads one state and outlives a wrong statement', {
  tags: ['slow'],
}, async () => {
  const { database, remove } = await makeTestDatabase();
  onTestFinished(remove);
  const versions = (db: typeof database.reader) => db.selectFrom('data_version').selectAll().execute();
  const turns = await turnsDuring(() => database.snapshotApart((db) => COUNTING.execute(db)));
  expect(turns).toBeGreaterThan(20);
  await database.snapshotApart(async (db) => {
    const before = await versions(db);
    await database.write((tx) => tx.updateTable('data_version').set({ version: sql`version + 1` }).execute());
    expect(await versions(db)).toEqual(before);
    await expect(sql`select * from no_table`.execute(db)).rejects.toThrow('no such table: no_table');
    const both = await Promise.all([versions(db), COUNTING.execute(db)]);
    expect(both[0]).toEqual(before);
    expect(both[1].rows).toEqual([{ count: 3_000_000 }]);
    expect(await versions(database.reader)).not.toEqual(before);
    await expect(db.updateTable('data_version').set({ version: 1 }).execute()).rejects.toThrow('readonly');
  });
  const many = sql<{ n: number }>`with recursive numbers (n) as
    (select 1 union all select n + 1 from numbers where n < 1201) select n from numbers`;
  const { rows } = await database.snapshotApart((db) => many.execute(db));
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 1201 }, (_, at) => at + 1));
});

test('beyond eight readers in the thread and 64 that wait others are refused', async () => {
  const { database, remove } = await makeTestDatabase();
  onTestFinished(remove);
  const held = Promise.withResolvers<void>();
  const readers = Array.from({ length: 8 + 64 }, () => database.snapshotApart(() => held.promise));
  await expect(database.snapshotApart(() => held.promise)).rejects.toMatchObject({ code: 'not_ready' });
  held.resolve();
  expect(await Promise.all(readers)).toHaveLength(72);
});

const BUSY = { code: 'not_ready', retryAfterSeconds: 2 };

function openWork() {
  const limit = limitWork({ running: 2, waiting: 3 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const start = (at: number) =>
    limit(async () => {
      begun.push(at);
      await new Promise<void>((end) => ends.push(end));
      return at;
    });
  return { begun, ends, start };
}

test('two pieces of work run, three wait in turn, and the next is asked to try again', async () => {
  const { begun, ends, start } = openWork();
  const accepted = [1, 2, 3, 4, 5].map(start);
  await expect(start(6)).rejects.toMatchObject(BUSY);
  expect(begun).toEqual([1, 2]);
  while (ends.length > 0) {
    ends.shift()?.();
    await turn();
  }
  expect(await Promise.all(accepted)).toEqual([1, 2, 3, 4, 5]);
  expect(begun).toEqual([1, 2, 3, 4, 5]);
});

test('work that waited ten seconds is refused and never begins', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { begun, ends, start } = openWork();
  const running = [start(1), start(2)];
  const late = expect(start(3)).rejects.toMatchObject(BUSY);
  await turn();
  vi.advanceTimersByTime(10_001);
  await late;
  for (const end of ends) end();
  expect(await Promise.all(running)).toEqual([1, 2]);
  await turn();
  expect(begun).toEqual([1, 2]);
});

test('failed work makes room for the next', async () => {
  const limit = limitWork({ running: 1, waiting: 1 });
  const failing = limit(() => Promise.reject(new Error('no ink')));
  const next = limit(async () => 'printed');
  await expect(failing).rejects.toThrow('no ink');
  expect(await next).toBe('printed');
});
