import { once } from 'node:events';
import { statSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { addDays, dayOf } from '#billing/calendar.ts';
import { startProduct } from '#scripts/demo/run-product.ts';
import { systemClock } from '#server/clock.ts';
import { sqliteFile } from '#server/db/connect.ts';
import { onCopy, processorSeconds, quantile, residentBytes } from './harness.ts';
import { sendRequest } from './http-client.ts';
import { markdownTableOf } from './report.ts';

const CENTRES = 18;
const DAYS = 365;
const READERS = { perSecond: 50, seconds: 45 };
/** The schedule looks once a minute, so the dead centres are first asked a minute after the start. */
const FIRST_LOOK_MS = 60_000;
const TARGET_MB = 300;

/** Measures 18 centres of a year, and readers while none of the centres answers. */
export async function measureCentres(demo: string): Promise<string[]> {
  return onCopy(demo, async (copy) => {
    const dead = await startDeadCentre();
    const before = bytesOf(copy);
    const rows = fillCentres(copy, dead.address);
    const added = bytesOf(copy) - before;
    const began = performance.now();
    // Without a public address, because centres on this computer cannot be read with one.
    const settings = { SCHEDULE: 'on', LOOPBACK_CENTRES: 'localhost', PUBLIC_URL: '' };
    const server = await startProduct(copy, settings);
    try {
      const addresses = await listPages(server.url);
      for (const address of addresses) await sendRequest(address);
      const resident = residentBytes(server.pid);
      const idle = await measureWaits(server.pid, addresses);
      await wait(Math.max(0, FIRST_LOOK_MS - (performance.now() - began)));
      const whileDead = await measureWaits(server.pid, addresses);
      const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
      return markdownTableOf(
        ['what', 'measured', 'target'],
        [
          [`${CENTRES} centres of ${DAYS} days, ${rows} prices, on disk`, megabytes(added), `${TARGET_MB} MB`],
          ['resident memory after all pages that compare them', megabytes(resident), `${TARGET_MB} MB`],
          ['readers, centres not asked, p99', sayWaits(idle), ''],
          [`readers while ${dead.asked()} connections to dead centres are open, p99`, sayWaits(whileDead), 'the same'],
        ],
      );
    } finally {
      await server.stop();
      dead.close();
    }
  });
}

/** A server that takes connections and never answers. */
async function startDeadCentre() {
  let asked = 0;
  const server = net.createServer((socket) => {
    asked += 1;
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `http://localhost:${port}`, asked: () => asked, close: () => server.close() };
}

function bytesOf(dataDir: string): number {
  return statSync(sqliteFile(dataDir)).size;
}

/** Fills centres with the products of this market and prices of a year, which differ from centre to centre. */
function fillCentres(dataDir: string, address: string): number {
  const db = new DatabaseSync(sqliteFile(dataDir));
  const now = systemClock.now();
  const today = dayOf(now);
  const products = db.prepare('select id, code, name, name_si, name_ta, unit from products').all();
  const centre = db.prepare(
    `insert into other_centres (market_key, address, name, name_si, name_ta, licence, distance_km, usual_time, fault_detail,
       faults, last_change, etags, answered_at, next_read_at, added_at, added_by)
     values (?, ?, ?, '', '', '', ?, '05:00', '', 0, 0, '{}', ?, ?, ?, 'bench') returning id`,
  );
  const product = db.prepare(
    `insert into other_products (centre_id, code, name, name_si, name_ta, unit, product_id, mapped_by)
     values (?, ?, ?, ?, ?, ?, ?, 'name') returning id`,
  );
  const price = db.prepare('insert into other_prices values (?, ?, ?, ?)');
  const day = db.prepare("insert into other_days values (?, ?, 'list', ?, null, null, null, 0)");
  let rows = 0;
  db.exec('begin');
  for (let at = 0; at < CENTRES; at += 1) {
    const { id } = centre.get(`bench ${at}`, address, `Centre ${at}`, 20 * at, now, now, now) ?? {};
    const ids = products.map(({ id: own, code, name, name_si, name_ta, unit }) =>
      product.get(id ?? 0, code ?? '', name ?? '', name_si ?? '', name_ta ?? '', unit ?? '', own ?? 0),
    );
    for (let ago = 0; ago < DAYS; ago += 1) {
      const date = addDays(today, -ago);
      day.run(id ?? 0, date, ids.length);
      for (const [place, made] of ids.entries()) {
        const cents = 5000 + ((place * 977 + ago * 31 + at * 53) % 400) * 100;
        price.run(made?.id ?? 0, date, cents, cents + 2000);
        rows += 1;
      }
    }
  }
  db.exec('commit');
  db.exec('pragma wal_checkpoint(truncate)');
  db.close();
  return rows;
}

async function listPages(url: string): Promise<string[]> {
  const { body } = await sendRequest(`${url}/where-to-sell`);
  const products = [...body.toString().matchAll(/product=(\d+)/g)].map(([, id]) => id);
  if (products.length === 0) throw new Error('no product is compared');
  return [...new Set(products)].map((id) => `${url}/where-to-sell?product=${id}`);
}

interface Waits {
  p99Ms: number;
  /** Of the processor, for each answer. */
  answerMs: number;
}

function sayWaits({ p99Ms, answerMs }: Waits): string {
  return `${p99Ms.toFixed(1)} ms, ${answerMs.toFixed(2)} ms of the processor each`;
}

/** Measures the time from when a request is due to its answer, and what the server needs for it. */
async function measureWaits(pid: number, addresses: readonly string[]): Promise<Waits> {
  const times: number[] = [];
  const began = performance.now();
  const before = processorSeconds(pid);
  const readers = Array.from({ length: READERS.perSecond * READERS.seconds }, async (_, at) => {
    const dueMs = (at * 1000) / READERS.perSecond;
    await wait(dueMs);
    await sendRequest(addresses[at % addresses.length] ?? '');
    times.push(performance.now() - began - dueMs);
  });
  await Promise.all(readers);
  const answerMs = ((processorSeconds(pid) - before) * 1000) / readers.length;
  return { p99Ms: quantile(times, 0.99), answerMs };
}
