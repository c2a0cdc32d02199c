import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CHIEF_ENVIRONMENT, RealServer } from '#server/testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '#server/testing/server-copy.ts';
import { startStandbyPair } from '#server/testing/standby-pair.ts';
import { Clerks } from './take-payments.ts';

const CLERKS = 6;
const PAUSE_MS = 45_000;
const WRITES_AGAIN_WITHIN_MS = 15_000;

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

test('a primary is killed under payments and its synchronous standby promoted: every acknowledged payment is recorded once, and writes go on within 15 seconds', {
  timeout: 300_000,
}, async () => {
  const pair = await startStandbyPair();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-failover-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const server = await RealServer.open(tree, { ...CHIEF_ENVIRONMENT, DATA_DIR: dataDir, DATABASE_URL: pair.url });
  await Clerks.letShops(server);
  const clerks = new Clerks();
  const working = Array.from({ length: CLERKS }, (_, at) => clerks.work(at + 1, () => server));
  await wait(5000);

  pair.pauseStandby();
  await wait(1000);
  const duringPause = clerks.taken.length;
  await wait(PAUSE_MS);
  // What the standby has not stored must not be acknowledged.
  expect(clerks.taken.length).toBe(duringPause);
  pair.continueStandby();
  while (clerks.taken.length < duringPause + 50) await wait(50);

  await pair.killPrimary();
  const beforePromotion = clerks.taken.length;
  await wait(3000);
  expect(clerks.taken.length).toBe(beforePromotion);
  await pair.promoteStandby();
  const promotedAt = performance.now();
  while (clerks.taken.length === beforePromotion) {
    expect(performance.now() - promotedAt).toBeLessThan(WRITES_AGAIN_WITHIN_MS);
    await wait(20);
  }
  const writesAgainMs = Math.round((clerks.taken[beforePromotion]?.at ?? 0) - performance.timeOrigin - promotedAt);
  await wait(5000);
  clerks.stop();
  await Promise.all(working);

  await clerks.expectRecordedOnce(server);
  console.log(`figures: ${clerks.taken.length} payments acknowledged, writes again after ${writesAgainMs} ms`);
});
