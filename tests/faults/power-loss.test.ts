import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ensureStrace } from '#scripts/setup/programs.ts';
import { diceOf } from '#server/testing/dice.ts';
import { startProcess } from '#server/testing/process.ts';
import { CHIEF_ENVIRONMENT, RealServer } from '#server/testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '#server/testing/server-copy.ts';
import { Disk, readDiskTrace, TRACED } from './disk-trace.ts';
import { Clerks, openServers } from './take-payments.ts';

const CUTS = 400;
const PAYMENTS = 300;
const CLERKS = 4;

test('the power fails at hundreds of moments, with unsynced writes lost or reordered: the database is whole and every acknowledged payment is there', {
  timeout: 600_000,
}, async () => {
  const tree = makeServerCopy();
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-power-'));
  onTestFinished(() => {
    tree.remove();
    rmSync(folder, { recursive: true });
  });
  const dataDir = path.join(folder, 'data');
  const trace = path.join(folder, 'trace');
  const running = startProcess([tree.main], { HOST: '127.0.0.1', PORT: '0', ...CHIEF_ENVIRONMENT, DATA_DIR: dataDir }, [
    ensureStrace(),
    '-f',
    '-y',
    '-ttt',
    '-xx',
    '-s',
    '1000000',
    '-e',
    'signal=none',
    '-e',
    TRACED,
    '-o',
    trace,
  ]);
  const server = await RealServer.enter(running);
  const clerks = new Clerks();
  await Clerks.letShops(server);
  const working = Array.from({ length: CLERKS }, (_, at) => clerks.work(at + 1, () => server));
  while (clerks.taken.length < PAYMENTS) await wait(50);
  clerks.stop();
  await Promise.all(working);
  const [, pid] = await running.says(/"pid":(\d+)/);
  process.kill(Number(pid), 'SIGTERM');
  await running.ended;

  const database = path.join(dataDir, 'pola.db');
  const events = readDiskTrace(readFileSync(trace, 'utf8'));
  const firstAt = clerks.taken[0]?.at ?? 0;
  const first = events.findIndex(({ at }) => at > firstAt);
  const dice = diceOf(CUTS);
  const cuts = new Set(Array.from({ length: CUTS }, () => first + dice(events.length - first)));
  const disk = new Disk();
  let most = 0;
  for (const [at, event] of events.entries()) {
    disk.add(event);
    if (!cuts.has(at)) continue;
    const left = openLeft(path.join(folder, 'left.db'), (ending) => disk.afterPowerLoss(database + ending, dice));
    const acknowledged = clerks.taken.filter((payment) => payment.at < event.at);
    expect(left.integrity).toBe('ok');
    expect(acknowledged.filter(({ key }) => !left.notes.has(key))).toEqual([]);
    most = Math.max(most, acknowledged.length);
  }
  console.log(
    `figures: ${cuts.size} cuts among ${events.length - first} writes and syncs, with up to ${most} acknowledged payments`,
  );
});

function openLeft(
  place: string,
  contentOf: (ending: string) => Buffer | undefined,
): { integrity: unknown; notes: Set<unknown> } {
  for (const ending of ['', '-wal']) {
    const content = contentOf(ending);
    if (content) writeFileSync(place + ending, content);
  }
  const db = new DatabaseSync(place);
  try {
    const { integrity_check: integrity } = db.prepare('pragma integrity_check').get() ?? {};
    const rows = db.prepare("select note from ledger_entries where kind = 'payment'").all();
    return { integrity, notes: new Set(rows.map(({ note }) => note)) };
  } finally {
    db.close();
    for (const ending of ['', '-wal', '-shm']) rmSync(place + ending, { force: true });
  }
}

describe('stopped server', () => {
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
    console.log(
      `figures: ${STOPS} stops, ${clerks.taken.length} payments acknowledged, at least ${least} during a stop`,
    );
  });
});

describe('killed servers', () => {
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
    const working = Array.from({ length: CLERKS }, (_, at) =>
      clerks.work(at + 1, () => servers[dice(SERVERS)] ?? first),
    );
    await Promise.all([killAndStart(), ...working]);

    await clerks.expectRecordedOnce(servers[0] ?? first);
    expect(clerks.counts.unanswered).toBeGreaterThan(KILLS);
    console.log(`figures: ${KILLS} kills, ${clerks.taken.length} payments acknowledged`);
  });
});
