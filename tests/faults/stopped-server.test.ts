import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diceOf } from '#server/testing/dice.ts';
import type { RealServer } from '#server/testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '#server/testing/server-copy.ts';
import { Clerks, openServers } from './take-payments.ts';

const SERVERS = 3;
const CLERKS = 6;
const STOPS = 5;
const STOPPED_MS = 20_000;

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

test('of three servers one is stopped for 20 seconds and goes on: the others take payments, and each acknowledged one is recorded once', {
  timeout: 400_000,
}, async () => {
  const { first, servers } = await openServers(tree, SERVERS);

  const clerks = new Clerks();
  const dice = diceOf(STOPS);
  let stopped: RealServer | undefined;
  const anyRunning = () => {
    const running = servers.filter((server) => server !== stopped);
    return running[dice(running.length)] ?? first;
  };
  const working = Array.from({ length: CLERKS }, (_, at) => clerks.work(at + 1, anyRunning));
  let least = Infinity;
  for (let stop = 0; stop < STOPS; stop += 1) {
    await wait(1000);
    stopped = servers[stop % SERVERS];
    const before = clerks.taken.length;
    stopped?.signal('SIGSTOP');
    await wait(STOPPED_MS);
    least = Math.min(least, clerks.taken.length - before);
    stopped?.signal('SIGCONT');
    stopped = undefined;
  }
  clerks.stop();
  await Promise.all(working);

  expect(least).toBeGreaterThan(0);
  await clerks.expectRecordedOnce(first);
  console.log(`figures: ${STOPS} stops, ${clerks.taken.length} payments acknowledged, at least ${least} during a stop`);
});
