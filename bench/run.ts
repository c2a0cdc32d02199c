import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { addDays, type Day, day } from '#billing/calendar.ts';
import { measureAuditLog } from './audit-log.ts';
import { measureBackup } from './backup.ts';
import { measureBooks } from './books.ts';
import { ask, askAll, type WireAnswer } from './load.ts';
import { median } from './median.ts';
import { processorSeconds, residentBytes } from './processor-time.ts';
import { type Ratio, writeReport } from './report.ts';
import { measureScreens } from './screens.ts';
import { type BareServer, fillDemoFolder, type MeasuredServer, startBare, startProduct } from './servers.ts';
import { measureGrowth } from './ten-times.ts';
import { measureTickets } from './tickets.ts';

/**
 * `npm run bench`: processor time a request of the product against a bare node:http server that sends the same bytes, in
 * the same run, as the median of rounds that take turns; then how long the books, the back office, the tickets, the audit log and
 * the backup let people wait, and what ten times the data changes. Writes bench/results.md. Absolute figures are for the record alone.
 */
const ROUNDS = 5;
const REQUESTS = 12_000;
/** A browser, for what is kept; a program that takes plain bytes, for what is made anew, as peers were measured. */
const BROWSER = { 'accept-encoding': 'gzip, deflate, br' };
const PROGRAM = {};

const demo = await fillDemoFolder();
const product = await startProduct(demo.folder);
const bare = await startBare();
const rows: Ratio[] = [];
try {
  const days = await listDays(product, 1200);
  const byDate = (one: Day) => `/api/prices/by-date/${one}`;
  const newest = days[0] ?? day('2026-01-01');
  rows.push(await warm('prices by date, warm', byDate(newest), 1.7));
  rows.push(await warm('price chart (series of 5 years), warm', '/api/prices/product/1/series', 1.7));
  rows.push(await warm('price page, English, warm', '/home-dailyprice', 1.7));
  rows.push(await warm('price page, Sinhala, warm', '/si/home-dailyprice', 1.7));
  rows.push(await warm('chart page, warm', '/product/1/chart', 1.7));
  rows.push(await notModified('304 on If-None-Match, price page', '/home-dailyprice', 1.5));
  rows.push(await cold('prices by date, cold', (round) => days.map((one) => `${byDate(one)}?round=${round}`), 10));
  rows.push(await warm('open data, prices of a day, warm', `/api/v1/prices?date=${newest}`, 1.7));
  rows.push(
    await cold(
      'open data, prices of a day, cold',
      (round) => days.map((one) => `/api/v1/prices?date=${one}&round=${round}`),
      10,
    ),
  );
  // Every product six times over: enough requests for the processor's clock, and for a compiler that has warmed up.
  const ids = Array.from({ length: 600 }, (_, index) => `${1 + (index % 100)}`);
  rows.push(
    await cold(
      'price chart (series of 5 years), cold',
      (round) => ids.map((id, at) => `/api/prices/product/${id}/series?round=${round}.${at}`),
      30,
    ),
  );
  rows.push(
    await cold(
      'price chart (older form, 5 years), cold',
      (round) => ids.map((id, at) => `/api/prices/product/${id}/chart?round=${round}.${at}`),
      30,
    ),
  );
  rows.push(
    await cold(
      'price page, cold (rendered)',
      (round) => days.map((one) => `/home-dailyprice?date=${one}&round=${round}`),
      30,
    ),
  );
  rows.push(
    await cold(
      'chart page, cold (rendered)',
      (round) => ids.map((id, at) => `/product/${id}/chart?round=${round}.${at}`),
      30,
    ),
  );
  const chart = await ask(`${product.url}/api/prices/product/1/series?size`, { 'accept-encoding': 'gzip' });
  await wait(2000);
  const resident = residentBytes(product.pid);
  await product.stop();
  const notes = [
    `- start to ready: ${Math.round(await measureRestart())} ms (target 1000), median of ${ROUNDS}; the very first start ${Math.round(product.readyMs)} ms`,
    `- resident memory, idle after that data was read: ${Math.round(resident / 1024 / 1024)} MB (target 200)`,
    `- chart of 5 years before compression: ${(gunzipSync(chart.body).length / 1024).toFixed(1)} kB (target 64)`,
  ];
  writeReport({
    ratios: rows,
    notes,
    ledger: await measureBooks(demo.folder),
    growth: await measureGrowth(demo.folder),
    office: await measureScreens(demo.folder),
    tickets: await measureTickets(demo.folder),
    auditLog: await measureAuditLog(demo.folder),
    backup: await measureBackup(demo.folder),
  });
} finally {
  await product.stop();
  await bare.stop();
  demo.remove();
}

/** How long the product takes to be ready when it was started before, in milliseconds. */
async function measureRestart(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const again = await startProduct(demo.folder);
    times.push(again.readyMs);
    await again.stop();
  }
  return median(times);
}

/** The newest days with a list, by walking back through the product's own answers. */
async function listDays(server: MeasuredServer, most: number): Promise<Day[]> {
  const found: Day[] = [];
  let from: Day | null = day('2999-01-01');
  while (from !== null && found.length < most) {
    const answer = await ask(`${server.url}/api/prices/days/${from}`, {});
    const told: { previous: Day | null } = JSON.parse(answer.body.toString());
    from = told.previous;
    if (from) found.push(from);
  }
  return found.filter((one) => one > addDays(day('2000-01-01'), 0));
}

async function warm(what: string, address: string, target: number): Promise<Ratio> {
  await askAll(
    Array.from({ length: 20 }, () => product.url + address),
    BROWSER,
  );
  await wait(200);
  const sample = await ask(product.url + address, BROWSER);
  const perRound = () => Array.from({ length: REQUESTS }, () => address);
  return compare(what, target, sample, perRound, BROWSER, 200);
}

async function notModified(what: string, address: string, target: number): Promise<Ratio> {
  const { headers } = await ask(product.url + address, BROWSER);
  const asking = { ...BROWSER, 'if-none-match': headers.etag ?? '' };
  const sample = await ask(product.url + address, asking);
  return compare(what, target, sample, () => Array.from({ length: REQUESTS }, () => address), asking, 304);
}

async function cold(what: string, addresses: (round: number) => string[], target: number): Promise<Ratio> {
  await askAll(
    addresses(0)
      .slice(0, 50)
      .map((address) => `${product.url}${address}&warmup`),
    PROGRAM,
  );
  const sample = await ask(product.url + (addresses(-1)[0] ?? ''), PROGRAM);
  return compare(what, target, sample, (round) => addresses(round), PROGRAM, 200);
}

/** Rounds of the product and the bare server in turns, with the same answers over the wire. */
async function compare(
  what: string,
  target: number,
  sample: WireAnswer,
  addresses: (round: number) => string[],
  headers: Record<string, string>,
  status: number,
): Promise<Ratio> {
  const { connection: _connection, 'keep-alive': _keepAlive, date: _date, ...sent } = sample.headers;
  await bare.tell({ ...sample, headers: sent });
  const productCosts: number[] = [];
  const bareCosts: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const asked = addresses(round);
    productCosts.push(await cost(product, asked, headers, status));
    const enough = Array.from({ length: REQUESTS }, (_, index) => asked[index % asked.length] ?? '');
    bareCosts.push(await cost(bare, enough, headers, status));
  }
  const row = {
    what,
    target,
    ratio: median(productCosts) / median(bareCosts),
    microseconds: median(productCosts) * 1e6,
    bytes: sample.body.length,
  };
  console.log(
    `${row.what.padEnd(44)} ${row.ratio.toFixed(2).padStart(7)} x  (target ${target})  ${Math.round(row.microseconds)} us, bare ${Math.round(median(bareCosts) * 1e6)} us`,
  );
  return row;
}

/** Processor seconds a request. */
async function cost(
  server: MeasuredServer | BareServer,
  addresses: string[],
  headers: Record<string, string>,
  status: number,
): Promise<number> {
  const before = processorSeconds(server.pid);
  await askAll(
    addresses.map((address) => server.url + address),
    headers,
    status,
  );
  return (processorSeconds(server.pid) - before) / addresses.length;
}
