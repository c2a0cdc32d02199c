import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import { ensureStrace } from '#scripts/setup/programs.ts';
import { systemClock } from '#server/clock.ts';
import { connect, sqliteFile } from '#server/db/connect.ts';
import { verifyMarket } from '#server/features/ledger/verify-market.ts';
import { TERMS } from '#server/testing/office.ts';
import { type Running, startProcess } from '#server/testing/process.ts';
import { CHIEF_ENVIRONMENT, RealServer } from '#server/testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '#server/testing/server-copy.ts';

interface DiskFault {
  call: 'pwrite64' | 'fsync';
  error: 'ENOSPC' | 'EIO';
  lasts: boolean;
}

const describeDiskFault = ({ call, error, lasts }: DiskFault): string =>
  `${call} ${error} ${lasts ? 'from then on' : 'once'}`;

async function breakDisk(
  pid: number,
  { call, error, lasts }: DiskFault,
  { nth, log }: { nth: number; log: string },
): Promise<{ end(): Promise<number> }> {
  const when = `${nth}${lasts ? '+' : ''}`;
  const options = ['-p', String(pid), '-e', 'signal=none', '-e', `trace=${call}`, '-o', log];
  const strace = spawn(ensureStrace(), [...options, '-e', `inject=${call}:error=${error}:when=${when}`]);
  const closed = once(strace, 'close');
  let output = '';
  strace.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  while (!output.includes('attached')) {
    if (strace.exitCode !== null) throw new Error(`strace could not attach: ${output}`);
    await Promise.race([once(strace.stderr, 'data'), closed]);
  }
  return {
    async end() {
      strace.kill('SIGINT');
      await closed;
      return readFileSync(log, 'utf8').split('(INJECTED)').length - 1;
    },
  };
}

const SHOPS = Array.from({ length: 10 }, (_, at) => `S-${at + 1}`);
const GOODS = ['Beans', 'Carrot', 'Leeks'];
const PERSON = { name: 'Kamala Dias', contact: '000 000 0009', address: 'Dambulla', email: 'kamala@example.com' };
const CHECKPOINT_FRAMES = 1000;
const LEAST_FRAMES = 12;
const RESTART_EVERY = 25;

const FAULTS: readonly DiskFault[] = [
  { call: 'pwrite64', error: 'ENOSPC', lasts: true },
  { call: 'pwrite64', error: 'EIO', lasts: false },
  { call: 'fsync', error: 'EIO', lasts: true },
  { call: 'fsync', error: 'EIO', lasts: false },
];

test.each(FAULTS.map((fault) => [describeDiskFault(fault), fault] as const))(
  'the disk fails at every write of a payment, a price list and a checkpoint (%s): nothing acknowledged is lost, nothing is half there',
  { timeout: 600_000 },
  async (name, fault) => {
    const tree = makeServerCopy();
    const folder = mkdtempSync(path.join(tmpdir(), 'pola-broken-'));
    onTestFinished(() => {
      tree.remove();
      rmSync(folder, { recursive: true });
    });
    const market = await Market.open(tree, folder);
    const places = await breakAtEvery(market, fault, { from: 1, isCheckpointed: false });
    const ofPayment = market.counts.lastRefused;
    const from = fault.call === 'fsync' ? 1 : ofPayment;
    const withCheckpoint = await breakAtEvery(market, fault, { from, isCheckpointed: true });
    expect(withCheckpoint).toBeGreaterThan(ofPayment);
    await market.restart();
    await market.expectWhole();
    const { refused, acknowledged, storedAlthoughRefused } = market.counts;
    console.log(
      `figures: ${name}: ${places + withCheckpoint - from + 1} places, ${acknowledged} payments acknowledged, ${refused} refused, ${storedAlthoughRefused} of these stored`,
    );
  },
);

async function breakAtEvery(
  market: Market,
  fault: DiskFault,
  { from, isCheckpointed }: { from: number; isCheckpointed: boolean },
): Promise<number> {
  for (let nth = from; ; nth += 1) {
    if (isCheckpointed) await market.makeCheckpointDue();
    const failed = await market.write(fault, { nth, isPublishing: !isCheckpointed });
    await market.expectWhole();
    await market.retry(nth);
    if (failed === 0) return nth - 1;
    if (nth % RESTART_EVERY === 0) await market.restart();
  }
}

interface Payment {
  key: string;
  shopId: string;
}

class Market {
  readonly counts = { acknowledged: 0, refused: 0, storedAlthoughRefused: 0, lastRefused: 0 };
  readonly #folder: string;
  readonly #start: () => Running;
  readonly #acknowledged = new Set<string>();
  #process: Running;
  #server: RealServer;
  #refused: Payment | undefined;
  #published = { acknowledged: 0, sent: 0 };

  private constructor(folder: string, start: () => Running, [process, server]: readonly [Running, RealServer]) {
    this.#folder = folder;
    this.#start = start;
    this.#process = process;
    this.#server = server;
  }

  static async open(tree: ServerCopy, folder: string): Promise<Market> {
    const environment = {
      HOST: '127.0.0.1',
      PORT: '0',
      ...CHIEF_ENVIRONMENT,
      SCHEDULE: 'off',
      DATA_DIR: path.join(folder, 'data'),
    };
    const start = () => startProcess([tree.main], environment);
    const process = start();
    const server = await RealServer.enter(process);
    for (const shop_id of SHOPS) {
      expect((await server.send('POST', '/api/shops', { ...TERMS, shop_id })).status).toBe(201);
      expect((await server.send('POST', '/api/tenants', { ...PERSON, shop_id })).status).toBe(201);
    }
    for (const name of GOODS)
      expect((await server.send('POST', '/api/products', { name, type: 'vegetable' })).status).toBe(201);
    const market = new Market(folder, start, [process, server]);
    expect(await market.#publish()).toBe(true);
    return market;
  }

  async write(fault: DiskFault, { nth, isPublishing }: { nth: number; isPublishing: boolean }): Promise<number> {
    const broken = await breakDisk(this.#process.pid, fault, { nth, log: path.join(this.#folder, 'trace') });
    const payment = this.#nextPayment();
    const isPaid = await this.#pay(payment);
    if (!isPaid) {
      this.counts.refused += 1;
      this.counts.lastRefused = Math.max(this.counts.lastRefused, nth);
      this.#refused = payment;
    }
    const isLastTaken = isPublishing ? await this.#publish() : isPaid;
    await this.#expectReads();
    const ready = await this.#server.send('GET', '/readyz');
    expect(ready).toMatchObject({ status: 200, body: { writes: isLastTaken ? 'taken' : 'refused' } });
    return broken.end();
  }

  async retry(nth: number): Promise<void> {
    const refused = this.#refused;
    if (!refused) return;
    expect(await this.#pay(refused), `after ${nth}`).toBe(true);
    this.#refused = undefined;
    const ready = await this.#server.send('GET', '/readyz');
    expect(ready).toMatchObject({ status: 200, body: { writes: 'taken' } });
  }

  async restart(): Promise<void> {
    await this.#server.kill();
    this.#process = this.#start();
    this.#server = await RealServer.enter(this.#process, this.#server.token);
    await this.#expectReads();
  }

  async expectWhole(): Promise<void> {
    const left = path.join(this.#folder, 'left');
    cpSync(this.#dataDir, left, { recursive: true, filter: (file) => !file.endsWith('-shm') });
    const database = connect({ databaseUrl: undefined, dataDir: left });
    try {
      expect((await verifyMarket(database)).differences).toEqual([]);
      const rows = await database.reader
        .selectFrom('ledger_entries')
        .select('note')
        .where('kind', '=', 'payment')
        .execute();
      const stored = rows.map(({ note }) => note);
      expect(new Set(stored).size).toBe(stored.length);
      const refused = this.#refused?.key;
      if (refused !== undefined && stored.includes(refused)) this.counts.storedAlthoughRefused += 1;
      expect(new Set(stored.filter((note) => note !== refused))).toEqual(this.#acknowledged);
      const prices = await database.reader.selectFrom('prices').select('min_cents').execute();
      this.#expectOneRound(prices.map(({ min_cents }) => min_cents / 100));
    } finally {
      await database.close();
      rmSync(left, { recursive: true });
    }
  }

  async makeCheckpointDue(): Promise<void> {
    if (this.#framesToCopy() > CHECKPOINT_FRAMES) return;
    const reader = new DatabaseSync(sqliteFile(this.#dataDir), { readOnly: true });
    reader.exec('begin; select count(*) from shops');
    for (let paid = 0; paid < CHECKPOINT_FRAMES / LEAST_FRAMES; paid += 1)
      expect(await this.#pay(this.#nextPayment())).toBe(true);
    reader.close();
    expect(this.#framesToCopy()).toBeGreaterThan(CHECKPOINT_FRAMES);
  }

  get #dataDir(): string {
    return path.join(this.#folder, 'data');
  }

  #framesToCopy(): number {
    const index = readFileSync(`${sqliteFile(this.#dataDir)}-shm`);
    return index.readUInt32LE(16) - index.readUInt32LE(96);
  }

  #nextPayment(): Payment {
    const at = this.counts.acknowledged + this.counts.refused;
    return { key: `payment-${at}`, shopId: SHOPS[at % SHOPS.length] ?? '' };
  }

  async #pay({ key, shopId }: Payment): Promise<boolean> {
    const body = { amountPaid: 100, paymentDate: dayOf(systemClock.now()), note: key };
    if (!(await this.#isTaken(`/api/payments/by-shop/${shopId}`, body, key))) return false;
    this.#acknowledged.add(key);
    this.counts.acknowledged += 1;
    return true;
  }

  async #publish(): Promise<boolean> {
    const round = this.#published.sent + 1;
    this.#published.sent = round;
    const date = dayOf(systemClock.now());
    const rows = GOODS.map((_, at) => ({ product_id: at + 1, date, min_price: round, max_price: round }));
    if (!(await this.#isTaken('/api/prices/update-multiple', rows))) return false;
    this.#published.acknowledged = round;
    return true;
  }

  async #isTaken(url: string, body: object, key?: string): Promise<boolean> {
    const answer = await this.#server.send('POST', url, body, key);
    if (answer.status === 200) return true;
    expect(answer).toMatchObject({ status: 503, body: { success: false, code: 'not_ready' } });
    return false;
  }

  async #expectReads(): Promise<void> {
    const ask = () => this.#server.send('GET', `/api/prices/by-date/${dayOf(systemClock.now())}`);
    let list = await ask();
    // While the computer is busy, the server may briefly refuse visitors.
    for (let tries = 0; list.status === 503 && tries < 10; tries += 1) {
      await wait(500);
      list = await ask();
    }
    expect(list.status).toBe(200);
    this.#expectOneRound((list.body as { min_price: number }[]).map(({ min_price }) => min_price));
    expect((await this.#server.send('GET', '/api/shops')).status).toBe(200);
  }

  #expectOneRound(rounds: readonly number[]): void {
    const [round = 0] = rounds;
    expect(rounds).toEqual(GOODS.map(() => round));
    expect(round).toBeGreaterThanOrEqual(this.#published.acknowledged);
    expect(round).toBeLessThanOrEqual(this.#published.sent);
  }
}
