import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diceOf } from '#server/testing/dice.ts';
import { makeServerCopy, type ServerCopy } from '#server/testing/server-copy.ts';
import { Clerks, openServers } from './take-payments.ts';

const SERVERS = 3;
const CLERKS = 6;
const KILLS = 30;
const KILL_EVERY_MS = 2000;

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

test('of several servers on one database one is killed every two seconds for a minute: every acknowledged payment is recorded once', {
  timeout: 300_000,
}, async () => {
  const { first, servers, openOne } = await openServers(tree, SERVERS);

  const clerks = new Clerks();
  const dice = diceOf(KILLS);
  const killAndStart = async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const next = wait(KILL_EVERY_MS);
      const at = kill % SERVERS;
      await servers[at]?.kill();
      servers[at] = await openOne();
      await next;
    }
    clerks.stop();
  };
  const working = Array.from({ length: CLERKS }, (_, at) => clerks.work(at + 1, () => servers[dice(SERVERS)] ?? first));
  await Promise.all([killAndStart(), ...working]);

  await clerks.expectRecordedOnce(servers[0] ?? first);
  expect(clerks.counts.unanswered).toBeGreaterThan(KILLS);
  console.log(`figures: ${KILLS} kills, ${clerks.taken.length} payments acknowledged`);
});
