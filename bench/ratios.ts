import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { type Day, day } from '#billing/calendar.ts';
import type { RunningProcess } from '#scripts/demo/run-product.ts';
import { sqliteFile } from '#server/db/connect.ts';
import { type BareServer, median, processorSeconds } from './harness.ts';
import { askAll, sendRequest } from './http-client.ts';

export interface Ratio {
  what: string;
  ratio: number;
  target: number;
  microseconds: number;
  bytes: number;
}

const ROUNDS = 5;
/** The number of requests in a round to a server that answers in microseconds. */
const REQUESTS = 4000;
const BROWSER = { 'accept-encoding': 'gzip, deflate, br' };
const PROGRAM = {};
const DAYS = 1200;
const RENDERED_DAYS = 300;
const PRODUCTS = 100;
const PRODUCT_BATCHES = 2;
const VERSION_READ_MS = 700;

interface Servers {
  product: RunningProcess;
  bare: BareServer;
  dataDir: string;
}

interface Comparison {
  what: string;
  target: number;
  batches: readonly (readonly string[])[];
  headers: Record<string, string>;
  status?: number;
  isCold?: boolean;
}

export async function measureRatios(servers: Servers): Promise<Ratio[]> {
  const days = await listDays(servers.product);
  const newest = days[0] ?? day('2026-01-01');
  const ofDays = (address: (one: Day) => string) => [days.map(address)];
  const ofProducts = (address: (id: number) => string) =>
    Array.from({ length: PRODUCT_BATCHES }, () => Array.from({ length: PRODUCTS }, (_, at) => address(at + 1)));
  const warm = (what: string, address: string) => compareWarm(servers, { what, target: 1.2 }, address);
  const cold = (what: string, target: number, batches: Comparison['batches']) =>
    compareCold(servers, { what, target, batches, headers: PROGRAM });
  return [
    await warm('prices by date, warm', `/api/prices/by-date/${newest}`),
    await warm('price chart (series of 5 years), warm', '/api/prices/product/1/series'),
    await warm('price page, English, warm', '/home-dailyprice'),
    await warm('price page, Sinhala, warm', '/si/home-dailyprice'),
    await warm('chart page, warm', '/product/1/chart'),
    await compareNotModified(servers, '/home-dailyprice'),
    await cold(
      'prices by date, cold',
      7,
      ofDays((one) => `/api/prices/by-date/${one}`),
    ),
    await warm('open data, prices of a day, warm', `/api/v1/prices?date=${newest}`),
    await cold(
      'open data, prices of a day, cold',
      7,
      ofDays((one) => `/api/v1/prices?date=${one}`),
    ),
    await cold(
      'price chart (series of 5 years), cold',
      30,
      ofProducts((id) => `/api/prices/product/${id}/series`),
    ),
    await cold(
      'price chart (older form, 5 years), cold',
      30,
      ofProducts((id) => `/api/prices/product/${id}/chart`),
    ),
    await cold('price page, cold (rendered)', 15, [
      days.slice(0, RENDERED_DAYS).map((one) => `/home-dailyprice?date=${one}`),
    ]),
    await cold(
      'chart page, cold (rendered)',
      30,
      ofProducts((id) => `/product/${id}/chart`),
    ),
  ];
}

/** Measures the wall-clock time of downloading all prices. The cache is emptied before each request. */
export async function measureHistory({ product, dataDir }: Omit<Servers, 'bare'>): Promise<string> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    await emptyCache(dataDir);
    const began = performance.now();
    const answer = await sendRequest(`${product.url}/api/v1/prices.csv.gz`);
    if (round > 0) times.push(performance.now() - began);
    bytes = answer.body.length;
  }
  const seen = `${Math.round(median(times))} ms (target 200), slowest of ${ROUNDS} ${Math.round(Math.max(...times))}`;
  return `- all prices of five years as CSV.gz, made anew: ${seen}; ${Math.round(bytes / 1000)} kB (target 1000)`;
}

async function listDays({ url }: RunningProcess): Promise<Day[]> {
  const found: Day[] = [];
  for (let from: Day | null = day('2999-01-01'); from !== null && found.length < DAYS; ) {
    const answer = await sendRequest(`${url}/api/prices/days/${from}`);
    ({ previous: from } = JSON.parse(answer.body.toString()) as { previous: Day | null });
    if (from) found.push(from);
  }
  return found;
}

async function compareWarm(servers: Servers, row: Pick<Ratio, 'what' | 'target'>, address: string): Promise<Ratio> {
  const asked = (count: number) => Array.from({ length: count }, () => address);
  await askAll(
    asked(20).map((one) => servers.product.url + one),
    BROWSER,
  );
  await wait(200);
  return compare(servers, { ...row, batches: [asked(REQUESTS)], headers: BROWSER });
}

async function compareNotModified(servers: Servers, address: string): Promise<Ratio> {
  const { headers } = await sendRequest(servers.product.url + address, { headers: BROWSER });
  return compare(servers, {
    what: '304 on If-None-Match, price page',
    target: 1.5,
    status: 304,
    batches: [Array.from({ length: REQUESTS }, () => address)],
    headers: { ...BROWSER, 'if-none-match': headers.etag ?? '' },
  });
}

function compareCold(servers: Servers, comparison: Comparison): Promise<Ratio> {
  return compare(servers, { ...comparison, isCold: true });
}

export async function emptyCache(dataDir: string): Promise<void> {
  const database = new DatabaseSync(sqliteFile(dataDir), { timeout: 5000 });
  database.exec('update data_version set version = version + 1');
  database.close();
  await wait(VERSION_READ_MS);
}

async function compare({ product, bare, dataDir }: Servers, comparison: Comparison): Promise<Ratio> {
  const { what, target, batches, headers, status = 200, isCold = false } = comparison;
  const sample = await sendRequest(product.url + (batches[0]?.[0] ?? ''), { headers });
  const { connection: _connection, 'keep-alive': _keepAlive, date: _date, ...sent } = sample.headers;
  await bare.answerWith({ ...sample, headers: sent });
  const cost = async (server: RunningProcess, asked: readonly string[]) => {
    const before = processorSeconds(server.pid);
    await askAll(
      asked.map((address) => server.url + address),
      headers,
      status,
    );
    return processorSeconds(server.pid) - before;
  };
  const asked = batches.flat();
  const enough = Array.from({ length: REQUESTS }, (_, index) => asked[index % asked.length] ?? '');
  const costs: { own: number; least: number }[] = [];
  // The first round is discarded, because it compiles code.
  for (let round = 0; round <= ROUNDS; round += 1) {
    let seconds = 0;
    for (const batch of batches) {
      if (isCold) await emptyCache(dataDir);
      seconds += await cost(product, batch);
    }
    const least = (await cost(bare, enough)) / REQUESTS;
    if (round > 0) costs.push({ own: seconds / asked.length, least });
  }
  const ratio = median(costs.map(({ own, least }) => own / least));
  const microseconds = median(costs.map(({ own }) => own)) * 1e6;
  const row = { what, target, ratio, microseconds, bytes: sample.body.length };
  const times = `${Math.round(microseconds)} us, bare ${Math.round(median(costs.map(({ least }) => least)) * 1e6)} us`;
  console.log(`${what.padEnd(44)} ${row.ratio.toFixed(2).padStart(7)} x  (target ${target})  ${times}`);
  return row;
}
