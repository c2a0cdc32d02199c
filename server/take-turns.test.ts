/** @module-tag sqlite-only */
import { expect, onTestFinished, test } from 'vitest';
import { elapsedMs } from './clock.ts';
import { runDrawer } from './documents/run-drawer.ts';
import { drawPriceSheet } from './features/sharing/draw-price-sheet.ts';
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
