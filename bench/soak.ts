import { systemClock } from '#server/clock.ts';
import { openMailServer } from '#server/testing/mail-server.ts';
import { startWeatherService } from '#server/testing/weather-service.ts';
import { quantile } from './median.ts';
import { fillDemoFolder, startProduct } from './servers.ts';
import { beRude } from './soak/be-rude.ts';
import { countRows, type Rows, verifyBooks } from './soak/check-books.ts';
import { keepPace } from './soak/errand.ts';
import { issueTickets } from './soak/issue-tickets.ts';
import { type Course, type Judgement, judgeSamples } from './soak/judge-samples.ts';
import { enterMarket } from './soak/market.ts';
import { publish } from './soak/publish.ts';
import { readOffice } from './soak/read-office.ts';
import { readSite } from './soak/read-site.ts';
import { takeMoney } from './soak/take-money.ts';
import { type Tally, visit } from './soak/visitor.ts';
import { type Sample, watchProcess } from './soak/watch-process.ts';

/**
 * `npm run soak`: the product on the demo's five years, as `npm start` runs it, under everything that people of a market
 * do, at a steady pace for half an hour (SOAK_MINUTES). Says whether its memory and its descriptors stayed flat, every
 * answer was as expected, and every payment and ticket that was acknowledged is in the books once; ends with 1 when not.
 */
const MINUTE_MS = 60_000;
const FAULTS_SHOWN = 20;

const minutes = Number(process.env.SOAK_MINUTES || 30);
if (!(minutes > 0)) throw new Error('SOAK_MINUTES must be a number of minutes above 0.');
if (process.platform !== 'linux') throw new Error('npm run soak reads /proc, which only Linux has.');

const demo = await fillDemoFolder();
const weather = await startWeatherService(systemClock.now());
const post = await openMailServer();
try {
  process.exitCode = (await soak(demo.folder)) ? 0 : 1;
} finally {
  await post.close();
  await weather.close();
  demo.remove();
}

/** True when all held. */
async function soak(folder: string): Promise<boolean> {
  const before = await countRows(folder);
  const product = await startProduct(folder, {
    ...{ LOG_LEVEL: 'info', SCHEDULE: 'on', WEATHER_URL: weather.url },
    // The address says how impatient tests are; here a mail may take as long as it does.
    SMTP_URL: post.url.replace(/\?.*/, ''),
  });
  const faults: string[] = [];
  const onFault = (fault: string) => {
    faults.push(fault);
    if (faults.length <= FAULTS_SHOWN) console.log(`FAULT ${fault}`);
  };
  const payments = new Set<number>();
  const tickets = { sanitation: new Set<number>(), vehicles: new Set<number>() };
  try {
    const market = await enterMarket(visit(product.url));
    const errands = [
      ...[...readSite(market), ...readOffice(market), ...beRude(market)],
      ...[...takeMoney(market, payments), ...issueTickets(market, tickets), ...(await publish(market))],
    ];
    console.log(
      `${errands.length} errands for ${minutes} minutes\n\n minute  requests  faults     MB  descriptors  threads`,
    );
    const onSample = (sample: Sample) => {
      if (sample.atMs % MINUTE_MS === 0) tellMinute(sample, market.tally, faults.length);
    };
    const [samples, leftOut] = await Promise.all([
      watchProcess(product.pid, minutes * MINUTE_MS, onSample),
      keepPace(errands, minutes * MINUTE_MS, onFault),
    ]);
    await product.stop();
    const acknowledged = {
      payments: payments.size,
      sanitation: tickets.sanitation.size,
      vehicles: tickets.vehicles.size,
    };
    const isKept = tellKept(acknowledged, before, await countRows(folder));
    const ledger = verifyBooks(folder);
    const judgement = judgeSamples(samples);
    tellEnd(market.tally, faults.length, judgement);
    if (leftOut > 0) console.log(`errands left out, for the machine could not keep up: ${leftOut}`);
    console.log(`books: ${ledger.said.split('\n').slice(-4).join(' ')}`);
    const held = faults.length === 0 && isKept && ledger.isClean && judgement.grown.length === 0;
    console.log(held ? 'It held.' : `It did NOT hold. ${judgement.grown.join('; ')}`);
    return held;
  } finally {
    await product.stop();
  }
}

function tellMinute({ atMs, megabytes, descriptors, threads }: Sample, { requests }: Tally, faults: number): void {
  const figures = [atMs / MINUTE_MS, requests, faults, Math.round(megabytes), descriptors, threads];
  const widths = [7, 10, 8, 7, 13, 9];
  console.log(figures.map((figure, at) => String(figure).padStart(widths[at] ?? 0)).join(''));
}

/** True when each acknowledged write is a row, and no row is without one. */
function tellKept(acknowledged: Rows, before: Rows, after: Rows): boolean {
  console.log('');
  const kinds = ['payments', 'sanitation', 'vehicles'] as const;
  const wrong = kinds.filter((kind) => {
    const added = after[kind] - before[kind];
    console.log(`${kind}: ${acknowledged[kind]} acknowledged, ${added} rows added`);
    return added !== acknowledged[kind];
  });
  return wrong.length === 0;
}

function tellEnd(tally: Tally, faults: number, { megabytes, descriptors, threads }: Judgement): void {
  const { requests, writes, dropped, waitsMs, statuses } = tally;
  const course = ({ start, middle, end }: Course) => [start, middle, end].map(Math.round).join(' / ');
  const counts = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${status} x ${count}`);
  const perSecond = requests / (minutes * 60);
  console.log(
    `minutes: ${minutes}; requests: ${requests} (${perSecond.toFixed(1)} a second), of which writes: ${writes}`,
  );
  console.log(`answers: ${counts.join(', ')}; cut off on purpose: ${dropped}; faults: ${faults}`);
  console.log(`latency: p50 ${quantile(waitsMs, 0.5).toFixed(1)} ms, p99 ${quantile(waitsMs, 0.99).toFixed(1)} ms`);
  console.log(`memory, MB, at start / middle / end: ${course(megabytes)}`);
  console.log(`descriptors at start / middle / end: ${course(descriptors)}; threads: ${course(threads)}`);
}
