/** @module-tag sqlite-only */
import { expect, onTestFinished, test } from 'vitest';
import { elapsedMs } from './clock.ts';
import { makeTestDatabase } from './testing/database.ts';

const LONG_MS = 60;

/** Returns how often other work had its turn. */
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

test('queries that follow each other on SQLite let other work have its turn, in reads, snapshots and writes', async () => {
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
