import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import { prices } from '#contract/prices.ts';
import { findPrograms, freePort, unprivilegedOwner } from '#scripts/setup/postgres.ts';
import { ensureClusterTools } from '#scripts/setup/programs.ts';
import { systemClock } from '#server/clock.ts';
import { type Running, startProcess } from '#server/testing/process.ts';
import { CHIEF_ENVIRONMENT, clientOf, type MarketClient, RealServer } from '#server/testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '#server/testing/server-copy.ts';
import { Clerks } from './take-payments.ts';

const MEMBERS = ['one', 'two', 'three'] as const;
const NODES = ['one', 'two'] as const;
type Node = (typeof NODES)[number];
const CLERKS = 6;
const READERS = 4;
const LISTS = 30;
const WRITES_AGAIN_WITHIN_MS = 30_000;
const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/operating.md'), 'utf8');

/** Returns the indented block in docs/operating.md after the first line that contains these words. */
function blockAfter(words: string): string {
  const [, after] = guide.split(words, 2);
  const [, block] = /\n\n((?: {4}.*\n|\n)+)/.exec(after ?? '') ?? [];
  if (block === undefined) throw new Error(`docs/operating.md has no block after "${words}"`);
  return block.replaceAll(/^ {4}/gm, '');
}

/**
 * Forwards one port to another. While the link is cut, it forwards nothing in either direction and closes no
 * connection, like a broken network.
 */
class Link {
  readonly port: number;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(port: number) {
    this.port = port;
  }

  static async to(goal: number): Promise<Link> {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const link = new Link(address.port);
    listener.on('connection', (client) => {
      link.#hold(client);
      if (link.#isCut) {
        client.pause();
        return;
      }
      const server = link.#hold(connectSocket(goal, '127.0.0.1'));
      client.pipe(server).pipe(client);
      client.on('close', () => server.destroy());
      server.on('close', () => client.destroy());
    });
    onTestFinished(() => {
      link.join();
      listener.close();
    });
    return link;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  join(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  #hold(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
  }
}

interface Program {
  kill(): Promise<void>;
}

/**
 * Runs a program of the cluster as the account of PostgreSQL, until the test has finished. Its output is written to a
 * file.
 */
function run(home: string, [name, ...command]: readonly string[], environment: Record<string, string> = {}): Program {
  const [program = '', ...parameters] = command;
  const log = openSync(path.join(home, `${name}.log`), 'a');
  const env = { PATH: `/usr/sbin:/usr/bin:/bin:${process.env.PATH}`, HOME: home, LANG: 'C.UTF-8', ...environment };
  const child: ChildProcess = spawn(program, parameters, {
    ...unprivilegedOwner(),
    stdio: ['ignore', log, log],
    cwd: home,
    env,
  });
  closeSync(log);
  const ended = once(child, 'exit');
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return { kill };
}

interface Machine {
  postgresPort: number;
  apiPort: number;
  /** The links through which the other machines reach this machine, and through which it reaches etcd. */
  links: { postgres: Link; api: Link; etcd: Link[] };
  folder: string;
  patroni?: Program;
}

class Cluster {
  readonly home: string;
  readonly ports: Record<'primary' | 'replica' | 'web' | 'pool' | 'reader', number>;
  readonly serverPorts: number[];
  readonly #machines: Record<Node, Machine>;
  readonly #etcdPorts: { client: number; peer: number }[];
  readonly #etcd: Program[] = [];

  private constructor(parts: Pick<Cluster, 'home' | 'ports' | 'serverPorts'> & ClusterParts) {
    this.home = parts.home;
    this.ports = parts.ports;
    this.serverPorts = parts.serverPorts;
    this.#machines = parts.machines;
    this.#etcdPorts = parts.etcdPorts;
  }

  static async start(): Promise<Cluster> {
    const home = mkdtempSync(path.join(tmpdir(), 'pola-cluster-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    own(home);
    const etcdPorts = await Promise.all(
      MEMBERS.map(async () => ({ client: await freePort(), peer: await freePort() })),
    );
    const machineOf = async (name: Node): Promise<Machine> => {
      const postgresPort = await freePort();
      const apiPort = await freePort();
      const links = {
        postgres: await Link.to(postgresPort),
        api: await Link.to(apiPort),
        etcd: await Promise.all(etcdPorts.map(({ client }) => Link.to(client))),
      };
      return { postgresPort, apiPort, links, folder: path.join(home, name) };
    };
    const cluster = new Cluster({
      home,
      etcdPorts,
      machines: { one: await machineOf('one'), two: await machineOf('two') },
      ports: {
        primary: await freePort(),
        replica: await freePort(),
        web: await freePort(),
        pool: await freePort(),
        reader: await freePort(),
      },
      serverPorts: await Promise.all(MEMBERS.map(() => freePort())),
    });
    for (const at of MEMBERS.keys()) cluster.#startEtcd(at);
    for (const node of NODES) cluster.#startPatroni(node);
    await until('the cluster has a leader and a synchronous standby', () => cluster.hasBoth());
    await cluster.#query(await cluster.leader(), blockAfter('which a pooler cannot remember:'));
    cluster.#startProxies();
    return cluster;
  }

  /** The roles as Patroni reports them. */
  async #roles(): Promise<Record<string, string>> {
    for (const node of NODES) {
      const { apiPort } = this.#machines[node];
      const answer = await fetch(`http://127.0.0.1:${apiPort}/cluster`).catch(() => undefined);
      if (!answer?.ok) continue;
      const { members } = (await answer.json()) as { members: { name: string; role: string; state: string }[] };
      return Object.fromEntries(members.map(({ name, role, state }) => [name, `${role} ${state}`]));
    }
    return {};
  }

  async hasBoth(): Promise<boolean> {
    const roles = Object.values(await this.#roles());
    return roles.includes('leader running') && roles.some((role) => /^sync_standby (running|streaming)$/.test(role));
  }

  async leader(): Promise<Node> {
    const roles = await this.#roles();
    const found = NODES.find((node) => roles[node]?.startsWith('leader'));
    if (!found) throw new Error('there is no leader');
    return found;
  }

  /** Kills PostgreSQL, Patroni and etcd of a machine at once. */
  async kill(node: Node): Promise<void> {
    const { folder, patroni } = this.#machines[node];
    const [postmaster = ''] = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(postmaster), 'SIGKILL');
    await Promise.all([patroni?.kill(), this.#etcd[MEMBERS.indexOf(node)]?.kill()]);
  }

  restart(node: Node): void {
    this.#startEtcd(MEMBERS.indexOf(node));
    this.#startPatroni(node);
  }

  cutOff(node: Node): void {
    for (const link of this.#linksOf(node)) link.cut();
  }

  join(node: Node): void {
    for (const link of this.#linksOf(node)) link.join();
  }

  #linksOf(node: Node): Link[] {
    const { postgres, api, etcd } = this.#machines[node].links;
    return [postgres, api, ...etcd];
  }

  /** Returns the machines whose PostgreSQL accepts writes now. */
  async primaries(): Promise<Node[]> {
    const isPrimary = async (node: Node) => {
      const rows = await this.#query(node, 'select not pg_is_in_recovery()', 'postgres').catch(() => []);
      return rows[0] === true;
    };
    const found = await Promise.all(NODES.map(isPrimary));
    return NODES.filter((_, at) => found[at]);
  }

  /** Sends a command to haproxy and returns its answer. */
  async proxy(command: string): Promise<string> {
    const socket = connectSocket(path.join(this.home, 'admin.sock'));
    socket.end(`${command}\n`);
    let answer = '';
    for await (const text of socket.setEncoding('utf8')) answer += text;
    return answer;
  }

  async sessionsOf(server: string): Promise<number> {
    const rows = (await this.proxy('show stat')).split('\n').map((line) => line.split(','));
    const column = rows[0]?.indexOf('scur') ?? -1;
    return Number(rows.find(([, name]) => name === server)?.[column]);
  }

  #startEtcd(at: number): void {
    const name = MEMBERS[at] ?? '';
    const lines = this.#here(blockAfter('`/etc/default/etcd`:'), name).split('\n').filter(Boolean);
    const environment = Object.fromEntries(lines.map((line) => /^(\w+)=(.*)$/.exec(line)?.slice(1, 3) ?? []));
    const data = { ETCD_DATA_DIR: path.join(this.home, `etcd-${name}`), ETCD_LOG_LEVEL: 'warn' };
    this.#etcd[at] = run(this.home, [`etcd-${name}`, 'etcd'], { ...environment, ...data });
  }

  #startPatroni(node: Node): void {
    const machine = this.#machines[node];
    const { links, folder } = machine;
    const hosts = links.etcd.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const config = blockAfter('`/etc/patroni/config.yml` on machines one and two')
      .replace('name: one', `name: ${node}`)
      .replace('listen: 0.0.0.0:8008', `listen: 127.0.0.1:${machine.apiPort}`)
      .replace('connect_address: 10.0.0.1:8008', `connect_address: 127.0.0.1:${links.api.port}`)
      // With `use_proxies` Patroni uses the links. Otherwise it would ask etcd for its addresses and connect to them
      // directly.
      .replace(/hosts: .*/, `hosts: ${hosts}\n  use_proxies: true`)
      .replace('listen: 0.0.0.0:5432', `listen: 127.0.0.1:${machine.postgresPort}`)
      .replace('connect_address: 10.0.0.1:5432', `connect_address: 127.0.0.1:${links.postgres.port}`)
      .replace('/var/lib/postgresql/pola', folder)
      .replace('/usr/lib/postgresql/15/bin', findPrograms())
      .replaceAll('10.0.0.0/24', '127.0.0.1/32')
      .replace('  authentication:', `  parameters: { unix_socket_directories: '${this.home}' }\n  authentication:`);
    const file = this.#write(`patroni-${node}.yml`, config);
    machine.patroni = run(this.home, [`patroni-${node}`, 'patroni', file]);
  }

  #startProxies(): void {
    const { primary, replica, web, pool, reader } = this.ports;
    const pooler = blockAfter('`/etc/pgbouncer/pgbouncer.ini`:')
      .replace('port=5000', `port=${primary}`)
      .replace('port=5001', `port=${replica}`)
      .replace('6432', String(pool))
      .replace('/etc/pgbouncer/userlist.txt', this.#write('userlist.txt', '"pola" "THIRD-PASSWORD"\n'));
    run(this.home, ['pgbouncer', 'pgbouncer', this.#write('pgbouncer.ini', pooler)]);
    const { one, two } = this.#machines;
    const proxies = blockAfter('`/etc/haproxy/haproxy.cfg`:')
      .replace('/run/haproxy/admin.sock', path.join(this.home, 'admin.sock'))
      .replaceAll(/10\.0\.0\.([12]):5432 check port 8008/g, (_, at: string) => {
        const { links } = at === '1' ? one : two;
        return `127.0.0.1:${links.postgres.port} check port ${links.api.port}`;
      })
      .replace('127.0.0.1:5000', `127.0.0.1:${primary}`)
      .replace('127.0.0.1:5001', `127.0.0.1:${replica}`)
      .replace('127.0.0.1:8080', `127.0.0.1:${web}`)
      .replaceAll(/10\.0\.0\.(\d):3000/g, (_, at: string) => `127.0.0.1:${this.serverPorts[Number(at) - 1]}`)
      .replace('10.0.0.3:3001', `127.0.0.1:${reader}`);
    run(this.home, ['haproxy', 'haproxy', '-db', '-f', this.#write('haproxy.cfg', proxies)]);
  }

  /** Replaces the addresses of etcd in a block of the guide with addresses on this computer. */
  #here(block: string, name: string): string {
    const at = (MEMBERS as readonly string[]).indexOf(name);
    return block
      .replace('ETCD_NAME=one', `ETCD_NAME=${name}`)
      .split('\n')
      .map((line) => (line.startsWith('ETCD_INITIAL_CLUSTER=') ? line : line.replace('10.0.0.1', `10.0.0.${at + 1}`)))
      .join('\n')
      .replaceAll(/10\.0\.0\.(\d):(2379|2380)/g, (_, member: string, port: string) => {
        const ports = this.#etcdPorts[Number(member) - 1];
        return `127.0.0.1:${port === '2379' ? ports?.client : ports?.peer}`;
      });
  }

  #write(name: string, text: string): string {
    const file = path.join(this.home, name);
    writeFileSync(file, text, { mode: 0o600 });
    own(file);
    return file;
  }

  async #query(node: Node, statements: string, database = 'postgres'): Promise<unknown[]> {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: this.#machines[node].postgresPort,
      user: 'postgres',
      password: 'FIRST-PASSWORD',
      database,
      connectionTimeoutMillis: 1000,
      query_timeout: 1000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      let last: unknown[] = [];
      for (const text of statements.split(';').filter((each) => each.trim() !== '')) {
        const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
        last = rows.map(([first]) => first);
      }
      return last;
    } finally {
      await client.end();
    }
  }
}

interface ClusterParts {
  machines: Record<Node, Machine>;
  etcdPorts: { client: number; peer: number }[];
}

function own(file: string): void {
  const owner = unprivilegedOwner();
  if (owner) chownSync(file, owner.uid, owner.gid);
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - begun > 120_000) throw new Error(`not within two minutes: ${what}`);
    await wait(200);
  }
  return performance.now() - begun;
}

class Watch {
  readonly secondPrimaries: string[] = [];
  #isOpen = true;

  /** Asks both PostgreSQL servers five times a second whether they accept writes. */
  async work(cluster: Cluster): Promise<void> {
    while (this.#isOpen) {
      // The servers are asked one after the other. If the primary changes in between, both may answer that they accept
      // writes, so a second round must confirm it.
      if ((await cluster.primaries()).length > 1 && (await cluster.primaries()).length > 1)
        this.secondPrimaries.push(new Date(performance.timeOrigin + performance.now()).toISOString());
      await wait(200);
    }
  }

  stop(): void {
    this.#isOpen = false;
  }
}

class Readers {
  answers = 0;
  readonly refused: string[] = [];
  #isOpen = true;

  async work(url: string): Promise<void> {
    while (this.#isOpen) {
      const status = await fetch(url).then(
        async (answer) => (await answer.text()) && answer.status,
        (error: unknown) => String(error),
      );
      this.answers += 1;
      if (status !== 200) this.refused.push(String(status));
      await wait(20);
    }
  }

  stop(): void {
    this.#isOpen = false;
  }
}

let tree: ServerCopy;
beforeAll(() => {
  expect(ensureClusterTools()).toBeUndefined();
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

test('three machines of docs/operating.md restart one after the other, lose their primary and its network, and serve readers from the replica', {
  timeout: 900_000,
}, async () => {
  const cluster = await Cluster.start();
  const { web, pool, reader } = cluster.ports;
  const environmentOf = (name: string, port: number): Record<string, string> => {
    const dataDir = path.join(cluster.home, `data-${name}`);
    mkdirSync(dataDir, { recursive: true });
    return {
      ...CHIEF_ENVIRONMENT,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://pola:THIRD-PASSWORD@127.0.0.1:${pool}/${name === 'reader' ? 'pola_read' : 'pola'}`,
      TOKEN_SECRET: 'a secret that several servers share, long enough',
      AUDIT_KEY_FILE: path.join(cluster.home, 'audit-key'),
      TRUST_PROXY: 'loopback',
      WEATHER_URL: 'http://127.0.0.1:9',
      ...(name === 'reader' && { SCHEDULE: 'off' }),
    };
  };
  const names = ['pola-1', 'pola-2', 'pola-3', 'reader'];
  const startServer = async (name: string): Promise<Running> => {
    const port = cluster.serverPorts[names.indexOf(name)] ?? reader;
    const running = startProcess([tree.main], environmentOf(name, port));
    await running.says(/Server listening at/);
    await until(`${name} is ready`, async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
    return running;
  };
  const { token } = await RealServer.enter(startProcess([tree.main], environmentOf('first', await freePort())));
  const servers = new Map<string, Running>();
  for (const name of names) servers.set(name, await startServer(name));
  expect(servers.get('reader')?.output()).toContain('The database takes no writes');
  const address = `http://127.0.0.1:${web}`;
  const market = clientOf(address, token);
  await until('haproxy has all servers', async () => (await fetch(`${address}/readyz`)).ok);
  await Clerks.letShops(market);
  const watch = new Watch();
  const clerks = new Clerks();
  const working = [
    watch.work(cluster),
    ...Array.from({ length: CLERKS }, (_, at) => clerks.work(at + 1, () => market)),
  ];
  const payments = async (count: number) => {
    const before = clerks.taken.length;
    while (clerks.taken.length < before + count) await wait(20);
  };
  await payments(50);

  // A rolling restart.
  const readers = new Readers();
  const reading = Array.from({ length: READERS }, () => readers.work(`${address}/api/products`));
  const beforeRestart = { ...clerks.counts, taken: clerks.taken.length };
  for (const name of names) {
    const place = `${name === 'reader' ? 'readers' : 'servers'}/${name}`;
    await cluster.proxy(`set server ${place} state drain`);
    await until(`${name} has no sessions`, async () => (await cluster.sessionsOf(name)) === 0);
    servers.get(name)?.kill('SIGTERM');
    expect(await servers.get(name)?.ended).toBe(0);
    servers.set(name, await startServer(name));
    await cluster.proxy(`set server ${place} state ready`);
    await payments(20);
  }
  readers.stop();
  await Promise.all(reading);
  expect(readers.refused).toEqual([]);
  expect(clerks.counts).toEqual({ ...clerks.counts, unanswered: beforeRestart.unanswered, away: beforeRestart.away });
  console.log(
    `figures: rolling restart of 4 servers: ${readers.answers} reads and ${clerks.taken.length - beforeRestart.taken} payments, none refused`,
  );

  // Public pages are served from the replica.
  const delays = await publishLists(market, address);
  console.log(
    `figures: a new list is on the replica's pages after at most ${Math.max(...delays)} ms (${LISTS} lists), never an older one after it`,
  );

  // The machine of the primary is lost.
  const first = await cluster.leader();
  await cluster.kill(first);
  const killedMs = await writesAgain(clerks);
  expect(killedMs).toBeLessThan(WRITES_AGAIN_WITHIN_MS);
  cluster.restart(first);
  const backMs = await until('the lost machine is a standby again', () => cluster.hasBoth());
  await payments(50);
  console.log(
    `figures: primary, Patroni and etcd killed: writes again after ${seconds(killedMs)}, a standby again ${seconds(backMs)} after its start`,
  );

  // The network of the primary is lost.
  const second = await cluster.leader();
  expect(second).not.toBe(first);
  cluster.cutOff(second);
  const cutMs = await writesAgain(clerks);
  expect(cutMs).toBeLessThan(WRITES_AGAIN_WITHIN_MS);
  expect(await cluster.primaries()).toEqual([first]);
  cluster.join(second);
  const joinedMs = await until('the separated machine is a standby again', () => cluster.hasBoth());
  await payments(50);
  console.log(
    `figures: primary cut off: writes again after ${seconds(cutMs)}, a standby again ${seconds(joinedMs)} after the network`,
  );

  watch.stop();
  clerks.stop();
  await Promise.all(working);
  expect(watch.secondPrimaries).toEqual([]);
  await clerks.expectRecordedOnce(market);
  console.log(`figures: ${clerks.taken.length} payments acknowledged, each recorded once; never a second primary`);
});

/** Waits a second, and then for the next acknowledged payment. Returns the milliseconds since the call. */
async function writesAgain(clerks: Clerks): Promise<number> {
  const begun = performance.now();
  await wait(1000);
  const before = clerks.taken.length;
  while (clerks.taken.length === before) {
    if (performance.now() - begun > 2 * WRITES_AGAIN_WITHIN_MS) break;
    await wait(20);
  }
  return performance.now() - begun;
}

/** Publishes price lists one after the other. Returns for each the milliseconds until it is on the public pages. */
async function publishLists(market: MarketClient, address: string): Promise<number[]> {
  const date = dayOf(systemClock.now());
  expect((await market.send('POST', '/api/products', { name: 'Beans', type: 'vegetable' })).status).toBe(201);
  const delays: number[] = [];
  for (let round = 1; round <= LISTS; round += 1) {
    const row = { product_id: 1, date, min_price: round, max_price: round };
    expect((await market.send('POST', '/api/prices/update-multiple', [row])).status).toBe(200);
    const published = performance.now();
    for (let shown = 0; shown !== round; ) {
      const answer = await fetch(`${address}/api/prices/by-date/${date}`);
      const list = prices.byDate.answer.parse(await answer.json());
      shown = list[0]?.min_price ?? 0;
      expect([round - 1, round]).toContain(shown);
      expect(performance.now() - published).toBeLessThan(5000);
    }
    delays.push(Math.round(performance.now() - published));
  }
  return delays;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
