import { prepareDemo, startProduct } from '#scripts/demo/run-product.ts';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { openMailServer } from '#server/testing/mail-server.ts';
import { startWeatherService } from '#server/testing/weather-service.ts';
import { runScript } from './harness.ts';
import { type Course, type Judgement, judgeSamples, type Sample, watchProcess } from './soak/judge-samples.ts';
import { openSoakMarket, readTasks } from './soak/market.ts';
import { fileTasks, hangUpTasks, rejectedTasks, sessionTasks } from './soak/other-tasks.ts';
import { makeVisitor, runTasks, type Tally } from './soak/visitor.ts';
import { type Acknowledged, paymentTasks, publishTasks, ticketTasks } from './soak/write-tasks.ts';
import { quantile } from './statistics.ts';

/** `npm run soak`. Checks memory, descriptors, answers, and that each acknowledged write is stored once. */
const MINUTE_MS = 60_000;
const FAULTS_SHOWN = 20;

const minutes = Number(process.env.SOAK_MINUTES || 30);
if (!(minutes > 0)) throw new Error('SOAK_MINUTES must be a number of minutes above 0.');
if (process.platform !== 'linux') throw new Error('npm run soak reads /proc, which only Linux has.');

const demo = await prepareDemo();
const weather = await startWeatherService(systemClock.now());
const post = await openMailServer();
try {
  process.exitCode = (await soak(demo.folder)) ? 0 : 1;
} finally {
  await post.close();
  await weather.close();
  demo.remove();
}

type Rows = Record<keyof Acknowledged, number>;

async function soak(folder: string): Promise<boolean> {
  const before = await countRows(folder);
  const product = await startProduct(folder, {
    LOG_LEVEL: 'info',
    SCHEDULE: 'on',
    WEATHER_URL: weather.url,
    SMTP_URL: post.url.replace(/\?.*/, ''),
  });
  const faults: string[] = [];
  const onFault = (fault: string) => {
    faults.push(fault);
    if (faults.length <= FAULTS_SHOWN) console.log(`FAULT ${fault}`);
  };
  const acknowledged: Acknowledged = { payments: new Set(), sanitation: new Set(), vehicles: new Set() };
  try {
    const market = await openSoakMarket(makeVisitor(product.url));
    const reading = [...readTasks(market), ...fileTasks(market)];
    const writing = [
      ...paymentTasks(market, acknowledged),
      ...ticketTasks(market, acknowledged),
      ...publishTasks(market),
    ];
    const failing = [...sessionTasks(market), ...rejectedTasks(market), ...hangUpTasks(market)];
    const tasks = [...reading, ...writing, ...failing];
    console.log(
      `${tasks.length} tasks for ${minutes} minutes\n\n minute  requests  faults     MB  descriptors  threads`,
    );
    const onSample = (sample: Sample) => {
      if (sample.atMs % MINUTE_MS === 0) printMinute(sample, market.tally, faults.length);
    };
    const [samples, skipped] = await Promise.all([
      watchProcess(product.pid, minutes * MINUTE_MS, onSample),
      runTasks(tasks, minutes * MINUTE_MS, onFault),
    ]);
    await product.stop();
    const areRowsRight = compareRows(acknowledged, before, await countRows(folder));
    const { isDone: areLedgersClean, output } = runScript('verify-books.ts', folder);
    const judgement = judgeSamples(samples);
    printEnd(market.tally, faults.length, judgement);
    if (skipped > 0) console.log(`tasks skipped because the machine could not keep up: ${skipped}`);
    console.log(`ledgers: ${output.split('\n').slice(-4).join(' ')}`);
    const passed = faults.length === 0 && areRowsRight && areLedgersClean && judgement.grown.length === 0;
    console.log(passed ? 'The soak passed.' : `The soak FAILED. ${judgement.grown.join('; ')}`);
    return passed;
  } finally {
    await product.stop();
  }
}

/** Nothing may serve the data folder meanwhile. */
async function countRows(dataDir: string): Promise<Rows> {
  const database = connect({ databaseUrl: undefined, dataDir });
  const count = async (table: 'ledger_entries' | 'sanitation_tickets' | 'vehicle_tickets') => {
    const { all } = await database.reader
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .$if(table === 'ledger_entries', (query) => query.where('kind', '=', 'payment'))
      .executeTakeFirstOrThrow();
    return Number(all);
  };
  try {
    const [sanitation, vehicles] = [await count('sanitation_tickets'), await count('vehicle_tickets')];
    return { payments: await count('ledger_entries'), sanitation, vehicles };
  } finally {
    await database.close();
  }
}

function printMinute({ atMs, megabytes, descriptors, threads }: Sample, { requests }: Tally, faults: number): void {
  const figures = [atMs / MINUTE_MS, requests, faults, Math.round(megabytes), descriptors, threads];
  const widths = [7, 10, 8, 7, 13, 9];
  console.log(figures.map((figure, at) => String(figure).padStart(widths[at] ?? 0)).join(''));
}

function compareRows(acknowledged: Acknowledged, before: Rows, after: Rows): boolean {
  console.log('');
  const kinds = ['payments', 'sanitation', 'vehicles'] as const;
  const wrong = kinds.filter((kind) => {
    const added = after[kind] - before[kind];
    console.log(`${kind}: ${acknowledged[kind].size} acknowledged, ${added} rows added`);
    return added !== acknowledged[kind].size;
  });
  return wrong.length === 0;
}

function printEnd(tally: Tally, faults: number, { megabytes, descriptors, threads }: Judgement): void {
  const { requests, writes, dropped, waitsMs, statuses } = tally;
  const course = ({ start, middle, end }: Course) => [start, middle, end].map(Math.round).join(' / ');
  const counts = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${status} x ${count}`);
  const perSecond = requests / (minutes * 60);
  console.log(
    `minutes: ${minutes}; requests: ${requests} (${perSecond.toFixed(1)} a second), of which writes: ${writes}`,
  );
  console.log(`answers: ${counts.join(', ')}; closed early on purpose: ${dropped}; faults: ${faults}`);
  console.log(`latency: p50 ${quantile(waitsMs, 0.5).toFixed(1)} ms, p99 ${quantile(waitsMs, 0.99).toFixed(1)} ms`);
  console.log(`memory, MB, at start / middle / end: ${course(megabytes)}`);
  console.log(`descriptors at start / middle / end: ${course(descriptors)}; threads: ${course(threads)}`);
}
