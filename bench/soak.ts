import { startProduct } from '#scripts/demo/run-product.ts';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { openMailServer } from '#server/testing/mail-server.ts';
import { startWeatherService } from '#server/testing/weather-service.ts';
import { onCopy, quantile, runScript } from './harness.ts';
import { markdownTableOf } from './report.ts';
import { type Course, type Judgement, judgeSamples, type Sample, watchProcess } from './soak/judge-samples.ts';
import { openSoakMarket, readTasks } from './soak/market.ts';
import { fileTasks, hangUpTasks, rejectedTasks, sessionTasks } from './soak/other-tasks.ts';
import { makeVisitor, runTasks, type Tally, WHOLE_MARKET_MS } from './soak/visitor.ts';
import { type Acknowledged, paymentTasks, publishTasks, ticketTasks } from './soak/write-tasks.ts';

const MINUTE_MS = 60_000;
const FAULTS_SHOWN = 20;

/**
 * Generates mixed traffic for SOAK_MINUTES. The run passes when memory and descriptors are flat (judge-samples.ts) and
 * no answer took more than a second, or WHOLE_MARKET_MS. Each acknowledged write must also be stored once, and the ledgers must be clean.
 * Otherwise the exit code is 1.
 */
export async function measureSoak(demo: string): Promise<string[]> {
  const minutes = Number(process.env.SOAK_MINUTES || 30);
  if (!(minutes > 0)) throw new Error('SOAK_MINUTES must be a number of minutes above 0.');
  if (process.platform !== 'linux') throw new Error('The soak reads /proc, which only Linux has.');
  const weather = await startWeatherService(systemClock.now());
  const post = await openMailServer();
  const settings = { WEATHER_URL: weather.url, SMTP_URL: post.url.replace(/\?.*/, '') };
  try {
    const { hasPassed, lines } = await onCopy(demo, (folder) => soak({ folder, minutes, settings }));
    if (!hasPassed) process.exitCode = 1;
    return lines;
  } finally {
    await post.close();
    await weather.close();
  }
}

type Rows = Record<keyof Acknowledged, number>;

interface Soak {
  folder: string;
  minutes: number;
  settings: Record<string, string>;
}

async function soak({ folder, minutes, settings }: Soak): Promise<{ hasPassed: boolean; lines: string[] }> {
  const before = await countRows(folder);
  const product = await startProduct(folder, { ...settings, LOG_LEVEL: 'info', SCHEDULE: 'on' });
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
    const rows = compareRows(acknowledged, before, await countRows(folder));
    const { isDone: areLedgersClean, output } = runScript('verify-books.ts', folder);
    if (!areLedgersClean) console.log(output);
    const judgement = judgeSamples(samples);
    const { late } = market.tally;
    const failures = [
      ...judgement.grown,
      ...(faults.length > 0 ? [`${faults.length} faults, the first: ${faults[0]}`] : []),
      ...(late.length > 0 ? [`${late.length} answers were late, the first: ${late[0]}`] : []),
      ...rows
        .filter(({ added, acknowledged: said }) => added !== said)
        .map(({ kind }) => `${kind} are not stored once`),
      ...(areLedgersClean ? [] : ['the ledgers are not clean']),
      ...(skipped > 0 ? [`${skipped} tasks were skipped, because the machine could not keep up`] : []),
    ];
    for (const failure of failures) console.log(`FAILED ${failure}`);
    const verdict = failures.length === 0 ? 'It passed.' : `It failed: ${failures.join('; ')}.`;
    const table = describe(market.tally, judgement, rows);
    console.log([...table, verdict].join('\n'));
    const intro = `${tasks.length} kinds of requests by readers, staff and gate phones for ${minutes} minutes; some hang up, fail or are sent twice. Memory and descriptors are the medians of sixths, without the first, in which code is compiled and caches fill: the last may be at most a tenth, or five descriptors, above the first. Ledgers are verified at the end. ${verdict}`;
    return { hasPassed: failures.length === 0, lines: [intro, '', ...table] };
  } finally {
    await product.stop();
  }
}

/** Counts the rows. The data folder must not be in use by a server. */
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
    const sanitation = await count('sanitation_tickets');
    const vehicles = await count('vehicle_tickets');
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

interface Stored {
  kind: keyof Acknowledged;
  acknowledged: number;
  added: number;
}

function compareRows(acknowledged: Acknowledged, before: Rows, after: Rows): Stored[] {
  const kinds = ['payments', 'sanitation', 'vehicles'] as const;
  return kinds.map((kind) => ({ kind, acknowledged: acknowledged[kind].size, added: after[kind] - before[kind] }));
}

function describe(tally: Tally, { megabytes, descriptors, threads }: Judgement, rows: readonly Stored[]): string[] {
  const { requests, writes, dropped, waitsMs, statuses } = tally;
  const course = ({ start, middle, end }: Course) => [start, middle, end].map(Math.round).join(' / ');
  const counts = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${status} x ${count}`);
  return markdownTableOf(
    ['what', 'seen'],
    [
      ['requests', `${requests}, of which writes ${writes}; closed early on purpose ${dropped}`],
      ['answers', counts.join(', ')],
      [
        'waiting for an answer, ms',
        `p50 ${quantile(waitsMs, 0.5).toFixed(1)}, p99 ${quantile(waitsMs, 0.99).toFixed(1)}, slowest ${tally.slowestMs.usual.toFixed(0)} (limit 1000)`,
      ],
      [
        'backups, verifications and lists of the whole market, ms',
        `slowest ${tally.slowestMs.wholeMarket.toFixed(0)} (limit ${WHOLE_MARKET_MS})`,
      ],
      ['memory in MB, first / middle / last', course(megabytes)],
      ['descriptors', course(descriptors)],
      ['threads', course(threads)],
      ...rows.map(({ kind, acknowledged, added }) => [`${kind}: acknowledged, stored`, `${acknowledged}, ${added}`]),
    ],
  );
}
