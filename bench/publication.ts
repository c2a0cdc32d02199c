import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { type Office, proofOf } from '#scripts/demo/run-product.ts';
import { sqliteFile } from '#server/db/connect.ts';
import { inOffice, median, onCopy, processorSeconds, quantile } from './harness.ts';
import { askAll, sendRequest } from './http-client.ts';
import { deleteThisMonth } from './ledgers.ts';
import { readValues } from './loop/values.ts';
import { contentTypeOf, fillIn, type MeasuredCall, readCalls } from './loop.ts';
import { markdownTableOf } from './report.ts';

const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const CHANGES = 3;
const IDLE_SECONDS = 0.02;
const READERS = { perSecond: 300, seconds: 20, publishedAfterSeconds: [5, 12], networks: 50 };
/** Half of the readers open one of these first addresses. */
const POPULAR = 10;
const PROBES = 40;
const PROBE_EVERY_MS = 5;
const AFTERWARDS_MS = 10_000;
const SHOWN = 8;
const NANOSECONDS_PER_MS = 1e6;

/** Measures what readers notice of a publication and of the work of the office. */
export async function measurePublication(demo: string): Promise<string[]> {
  const rows = await onCopy(demo, (copy) =>
    inOffice(copy, async (office) => {
      const addresses = await listAddresses(office.server.url);
      return [await measureChange(copy, office, addresses), ...(await measureReaders(copy, office, addresses))];
    }),
  );
  const waits = await onCopy(demo, async (copy) => {
    await deleteThisMonth(copy);
    return measureWaits(copy);
  });
  return [
    `All public addresses of the site map, as a browser asks for them. Readers: ${READERS.perSecond} a second from ${READERS.networks} networks for ${READERS.seconds} s, with two publications.`,
    '',
    ...markdownTableOf(['what', 'seen', 'target'], rows),
    '',
    `Processor time of the main thread between a reader's request and its answer, in ms, during a call of the office and ${AFTERWARDS_MS / 1000} s after it. Target: 50.`,
    '',
    ...markdownTableOf(
      ['call', 'p99', 'maximum', 'requests'],
      waits
        .toSorted((one, other) => other.maximumMs - one.maximumMs)
        .slice(0, SHOWN)
        .map(({ what, p99Ms, maximumMs, count }) => [what, p99Ms.toFixed(1), maximumMs.toFixed(1), String(count)]),
    ),
  ];
}

async function listAddresses(url: string): Promise<string[]> {
  const { body } = await sendRequest(`${url}/sitemap.xml`);
  const addresses = [...body.toString().matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  if (addresses.length === 0) throw new Error('the site map is empty');
  await askAll([...addresses, ...addresses], BROWSER);
  return addresses;
}

/** Changes the newest price of a product by a cent. */
async function changePrice(dataDir: string, office: Office, productId: number): Promise<void> {
  const db = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
  const newest = db
    .prepare('select date, min_cents, max_cents from prices where product_id = ? order by date desc limit 1')
    .get(productId);
  db.close();
  if (newest === undefined) throw new Error(`product ${productId} has no price`);
  const prices = { min_price: Number(newest.min_cents) / 100, max_price: (Number(newest.max_cents) + 100) / 100 };
  const address = `/api/prices/product/${productId}/date/${String(newest.date)}`;
  await sendAs(office, { method: 'PUT', address, body: JSON.stringify(prices) });
}

async function sendAs(
  { server, authorization }: Office,
  { method, address, body }: { method: string; address: string; body: string },
): Promise<void> {
  const headers = {
    authorization,
    'content-type': contentTypeOf(body),
    accept: 'application/json, text/event-stream',
  };
  const answer = await sendRequest(server.url + address, { method, headers, content: body });
  if (answer.status >= 300) throw new Error(`${method} ${address} answered ${answer.status}: ${answer.body}`);
}

async function measureChange(dataDir: string, office: Office, addresses: readonly string[]): Promise<string[]> {
  const { pid } = office.server;
  const seconds: number[] = [];
  for (let product = 1; product <= CHANGES; product += 1) {
    await untilIdle(pid);
    const before = processorSeconds(pid);
    await changePrice(dataDir, office, product);
    await askAll(addresses, BROWSER);
    await untilIdle(pid);
    seconds.push(processorSeconds(pid) - before);
  }
  const seen = `${median(seconds).toFixed(2)} s of the processor`;
  return [`all ${addresses.length} addresses after a change of one price, compressed again`, seen, '8 s'];
}

async function untilIdle(pid: number): Promise<void> {
  for (let before = processorSeconds(pid); ; ) {
    await wait(1000);
    const now = processorSeconds(pid);
    if (now - before < IDLE_SECONDS) return;
    before = now;
  }
}

async function measureReaders(dataDir: string, office: Office, addresses: readonly string[]): Promise<string[][]> {
  const agents = Array.from(
    { length: READERS.networks },
    (_, at) => new Agent({ keepAlive: true, localAddress: `127.0.1.${at + 1}` }),
  );
  const times: number[] = [];
  let refused = 0;
  const began = performance.now();
  const publications = READERS.publishedAfterSeconds.map(async (second, at) => {
    await wait(second * 1000);
    await changePrice(dataDir, office, at + 1);
  });
  const readers = Array.from({ length: READERS.perSecond * READERS.seconds }, async (_, at) => {
    const dueMs = (at * 1000) / READERS.perSecond;
    await wait(dueMs);
    const address = addresses[at % 2 === 0 ? at % POPULAR : (at * 7) % addresses.length] ?? '';
    const agent = agents[at % agents.length];
    const { status } = await sendRequest(address, { headers: BROWSER, ...(agent && { agent }) });
    if (status !== 200) refused += 1;
    times.push(performance.now() - began - dueMs);
  });
  await Promise.all([...publications, ...readers]);
  for (const agent of agents) agent.destroy();
  const part = (100 * refused) / readers.length;
  return [
    ['readers during publications, refused', `${part.toFixed(2)}%`, '0.1%'],
    ['the same, answered within, p99', `${quantile(times, 0.99).toFixed(0)} ms`, '250 ms'],
    ['the same, the slowest', `${Math.max(...times).toFixed(0)} ms`, ''],
  ];
}

interface ReadersWait {
  what: string;
  p99Ms: number;
  maximumMs: number;
  count: number;
}

async function measureWaits(dataDir: string): Promise<ReadersWait[]> {
  const calls = readCalls().filter(({ market }) => market === 'demo');
  const waits: ReadersWait[] = [];
  for (const role of ['admin', 'superadmin'] as const)
    await inOffice(
      dataDir,
      async (office) => {
        const probes = (await listAddresses(office.server.url)).slice(0, PROBES);
        await office.post('/api/admin/verify', proofOf(role));
        const values = readValues(dataDir, office, 1);
        for (const call of calls.filter((one) => one.role === role))
          waits.push(await measureWait(office, { call, values, probes }));
      },
      role,
    );
  return waits;
}

interface Probed {
  call: MeasuredCall;
  values: Record<string, string>;
  probes: readonly string[];
}

async function measureWait(office: Office, { call, values, probes }: Probed): Promise<ReadersWait> {
  const waits: number[] = [];
  const controller = new AbortController();
  const agent = new Agent({ keepAlive: true });
  const probing = (async () => {
    for (let at = 0; !controller.signal.aborted; at += 1) {
      const before = mainThreadMs(office.server.pid);
      await sendRequest(probes[at % probes.length] ?? '', { headers: BROWSER, agent });
      waits.push(mainThreadMs(office.server.pid) - before);
      await wait(PROBE_EVERY_MS);
    }
  })();
  const { method } = call;
  await sendAs(office, { method, address: fillIn(call.address, values), body: fillIn(call.body, values) });
  await wait(AFTERWARDS_MS);
  controller.abort();
  await probing;
  agent.destroy();
  const figures = { p99Ms: quantile(waits, 0.99), maximumMs: Math.max(...waits), count: waits.length };
  console.log(`${call.what}: p99 ${figures.p99Ms.toFixed(1)}, maximum ${figures.maximumMs.toFixed(1)} ms`);
  return { what: call.what, ...figures };
}

function mainThreadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / NANOSECONDS_PER_MS;
}
