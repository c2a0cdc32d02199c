/** @module-tag postgres */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { addDays, type Day, type Instant, instantOf } from '#billing/calendar.ts';
import { recordSchema } from '../../db/recorded-schema.ts';
import { lockDataFolder } from '../../db/server-lock.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { onPostgres } from '../../testing/real-server.ts';
import { measureFolder } from './measure-folder.ts';
import { measureTables } from './measure-tables.ts';
import { readNightlyTimes } from './queries.ts';
import { readServerMemory } from './server-memory.ts';

const TODAY = '2026-11-29' as Day;

async function openMarket(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  return app;
}

/** Adds a closed day for each of the days before today. */
async function closeDays({ database }: TestApp, days: number): Promise<void> {
  const at = '2026-11-29T00:00:00.000Z' as Instant;
  const rows = Array.from({ length: days }, (_, ago) => ({
    date: addDays(TODAY, -ago),
    kind: 'closed' as const,
    reason: 'Festival',
    reason_si: '',
    reason_ta: '',
    created_at: at,
    updated_at: at,
  }));
  await database.write((tx) => tx.insertInto('market_days').values(rows).execute());
}

async function growthOf({ database }: TestApp, name: string) {
  const found = (await measureTables(database, TODAY)).find((table) => table.name === name);
  if (!found) throw new Error(`${name} was not measured`);
  return found;
}

test('every table has its rows and its size with indexes, together those of the database', {
  tags: ['slow'],
}, async () => {
  const { database } = await openMarket();
  const measured = await measureTables(database, TODAY);
  const { tables } = await recordSchema();
  expect(new Set(measured.map(({ name }) => name))).toEqual(new Set(tables.map(({ name }) => name)));
  expect(measured.filter(({ bytes }) => bytes <= 0)).toEqual([]);
  expect(measured.find(({ name }) => name === 'accounts')?.rows).toBeGreaterThan(0);
  if (onPostgres) return;
  const pages = await sql<{ bytes: number }>`select (select page_count from pragma_page_count)
    * (select page_size from pragma_page_size) as bytes`.execute(database.reader);
  const bytes = measured.reduce((sum, table) => sum + table.bytes, 0);
  const own = await sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat
    where name in ('sqlite_schema', 'sqlite_sequence', 'sqlite_stat1')`.execute(database.reader);
  expect(bytes + Number(own.rows[0]?.bytes)).toBe(Number(pages.rows[0]?.bytes));
});

test.each([
  ['more than a year, of its last 365 days', 400, 365 / 400],
  ['half a year, twice its rows', 200, 365 / 200],
  ['three weeks, as if they were 30 days', 21, 365 / 30],
])('a table of %s', { tags: ['slow'] }, async (_, days, share) => {
  const app = await openMarket();
  await closeDays(app, days);
  const { rows, bytes, yearlyBytes } = await growthOf(app, 'market_days');
  expect(rows).toBe(days);
  expect(yearlyBytes / bytes).toBeCloseTo(share, 6);
});

test('a table whose old rows are deleted does not grow', async () => {
  const app = await openMarket();
  await app.tokenOf('admin');
  expect(await growthOf(app, 'sessions')).toMatchObject({ rows: 1, yearlyBytes: 0 });
});

test('the median and the newest time of each task are those of its finished runs', async () => {
  const { database } = await openMarket();
  const start = Date.parse('2026-11-01T20:00:00.000Z');
  const runs = [9, 2, 3].map((seconds, night) => {
    const began = start + night * 86_400_000;
    return {
      id: `run-${night}`,
      action: 'backup' as const,
      period: `2026-11-0${night + 2}`,
      started_by: 'schedule',
      started_at: instantOf(began),
      alive_at: instantOf(began),
      ended_at: instantOf(began + seconds * 1000),
      done: 1,
      total: 1,
      outcome: 'done' as const,
      summary: '',
    };
  });
  const failed = runs.map((run) => ({
    ...run,
    id: `${run.id}-f`,
    action: 'verify' as const,
    outcome: 'failed' as const,
  }));
  await database.write((tx) =>
    tx
      .insertInto('runs')
      .values([...runs, ...failed])
      .execute(),
  );
  expect(await readNightlyTimes(database.reader)).toEqual([
    { action: 'backup', runs: 3, medianMs: 3000, newestMs: 3000 },
  ]);
});

test('the files of the data folder are measured, the largest first, and the copies among them', async () => {
  const { dataDir } = await openMarket();
  const before = measureFolder(dataDir);
  mkdirSync(path.join(dataDir, 'backups'));
  const write = (name: string, bytes: number) => writeFileSync(path.join(dataDir, name), Buffer.alloc(bytes));
  write('backups/pola-2026-11-28.sql.gz', 20_000_000);
  write('backups/unknown', 30_000_000);
  const { bytes, largest, copies, disk } = measureFolder(dataDir);
  expect(bytes - before.bytes).toBe(50_000_000);
  expect(largest.slice(0, 2)).toEqual([
    { name: 'backups/unknown', bytes: 30_000_000 },
    { name: 'backups/pola-2026-11-28.sql.gz', bytes: 20_000_000 },
  ]);
  expect(copies).toEqual({ count: 1, bytes: 20_000_000, newestBytes: 20_000_000 });
  expect(disk?.freeBytes).toBeGreaterThan(0);
});

test('the memory is that of the process that has locked the folder', async () => {
  const { dataDir } = await openMarket();
  expect(readServerMemory(dataDir)).toBeUndefined();
  const release = lockDataFolder(dataDir);
  const memory = readServerMemory(dataDir);
  release?.();
  expect(memory?.residentBytes).toBeGreaterThan(process.memoryUsage.rss() / 2);
  expect(memory?.peakBytes).toBeGreaterThanOrEqual(memory?.residentBytes ?? 0);
  expect(readServerMemory(dataDir)).toBeUndefined();
});
