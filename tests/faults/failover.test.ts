import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findPrograms, freePort, unprivilegedOwner } from '#scripts/setup/postgres.ts';
import { CHIEF_ENVIRONMENT, RealServer } from '#server/testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '#server/testing/server-copy.ts';
import { Clerks } from './take-payments.ts';

const OPTIONS = ['fsync=off', 'shared_buffers=32MB', 'listen_addresses=127.0.0.1', 'wal_level=replica'];

interface Cluster {
  port: number;
  folder: string;
  process: ReturnType<typeof spawn>;
}

interface StandbyPair {
  url: string;
  killPrimary(): Promise<void>;
  promoteStandby(): Promise<void>;
  pauseStandby(): void;
  continueStandby(): void;
}

async function startStandbyPair(): Promise<StandbyPair> {
  const home = mkdtempSync(path.join(tmpdir(), 'pola-pair-'));
  const owner = unprivilegedOwner();
  if (owner) chownSync(home, owner.uid, owner.gid);
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const run = (program: string, ...parameters: string[]) =>
    execFileSync(path.join(findPrograms(), program), parameters, { ...owner, stdio: 'ignore' });

  const primaryFolder = path.join(home, 'primary');
  run('initdb', '-D', primaryFolder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
  const primary = await startCluster(primaryFolder, home);
  const standbyFolder = path.join(home, 'standby');
  run('pg_basebackup', '-D', standbyFolder, '-d', urlAt(primary.port), '-R', '-X', 'stream', '-c', 'fast');
  const standby = await startCluster(standbyFolder, home);
  await query(primary.port, "alter system set synchronous_standby_names = '*'");
  await query(primary.port, 'select pg_reload_conf()');
  await until(async () => (await query(primary.port, 'select sync_state from pg_stat_replication')).includes('sync'));

  const address = await startAddress(primary.port);
  return {
    url: urlAt(address.port),
    async killPrimary() {
      primary.process.kill('SIGKILL');
      address.leadTo(undefined);
      await once(primary.process, 'exit');
    },
    async promoteStandby() {
      run('pg_ctl', 'promote', '-D', standbyFolder, '-w');
      address.leadTo(standby.port);
    },
    pauseStandby: () => signalCluster(standby, 'SIGSTOP'),
    continueStandby: () => signalCluster(standby, 'SIGCONT'),
  };
}

async function startCluster(folder: string, socketFolder: string): Promise<Cluster> {
  const port = await freePort();
  const options = [...OPTIONS, `port=${port}`, `unix_socket_directories=${socketFolder}`];
  const child = spawn(
    path.join(findPrograms(), 'postgres'),
    ['-D', folder, ...options.flatMap((option) => ['-c', option])],
    { ...unprivilegedOwner(), stdio: 'ignore' },
  );
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGQUIT');
    await once(child, 'exit');
  });
  await until(async () => (await query(port, 'select 1')).length === 1);
  return { port, folder, process: child };
}

function signalCluster({ process: { pid = 0 } }: Cluster, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  for (const one of [...children, pid]) process.kill(one, signal);
}

interface Address {
  port: number;
  leadTo(port: number | undefined): void;
}

/**
 * Opens one address that leads to whichever server is the primary, as a changed DNS name or a floating IP address does
 * in a real network.
 */
async function startAddress(first: number): Promise<Address> {
  let goal: number | undefined = first;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const listener = createServer((client) => {
    keep(client);
    if (goal === undefined) {
      client.destroy();
      return;
    }
    const server = connectSocket(goal, '127.0.0.1');
    keep(server);
    client.pipe(server).pipe(client);
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    listener.close();
  });
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    leadTo(port) {
      goal = port;
      cut();
    },
  };
}

function urlAt(port: number): string {
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

async function query(port: number, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: urlAt(port) });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
    return rows.map(([first]) => first);
  } finally {
    await client.end();
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; !(await isSo().catch(() => false)); attempt += 1) {
    if (attempt === 300) throw new Error('the PostgreSQL servers did not start');
    await wait(100);
  }
}

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
  // While the standby is paused it cannot store a payment, so no payment was acknowledged.
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
