import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ensureClusterTools } from './setup/programs.ts';

interface Fault {
  fault: string;
  done: string;
  holds: string;
  command: readonly string[];
  settings: Record<string, string>;
  /**
   * Returns what this machine lacks for the test; undefined if nothing is missing. A test for which something is
   * missing is not run and counts as failed.
   */
  findMissing?: () => string | undefined;
}

const vitest = (...options: string[]) => ['vitest', 'run', '--disable-console-intercept', ...options];
/** Returns the command that runs a file of tests/faults, or only those of its tests whose names contain `words`. */
const test = (file: string, ...words: string[]) =>
  vitest('--project', 'faults', `tests/faults/${file}.test.ts`, ...words.flatMap((each) => ['-t', each]));
/** Returns the command that runs the tests of a file that are tagged `nightly`. */
const atNight = (engines: readonly ('sqlite' | 'postgres')[], file: string) =>
  vitest('--tags-filter', 'nightly', ...engines.flatMap((engine) => ['--project', engine]), file);
const BOTH = ['sqlite', 'postgres'] as const;

const FAULTS: readonly Fault[] = [
  {
    fault: 'nightly tests',
    done: 'tests that are too long for CI, all server tests on PostgreSQL, every screen in every language, width and colour',
    holds: 'all pass',
    command: ['node', 'scripts/test/run.ts', 'nightly'],
    settings: {},
  },
  {
    fault: 'faulty packages',
    done: 'each package of the lock file is compared with the faults that the registry knows',
    holds: 'none is known',
    command: ['node', 'scripts/audit-packages.ts'],
    settings: {},
  },
  {
    fault: 'overload',
    done: '600 attackers and 150 who never read, for a minute',
    holds: 'cached pages, payments, memory, recovery',
    command: ['node', 'bench/overload.ts', '--check'],
    settings: {},
  },
  {
    fault: 'servers killed',
    done: 'one of three is killed 30 times under payments',
    holds: 'each acknowledged payment is recorded once',
    command: test('power-loss', 'killed every two seconds'),
    settings: { FAULTS: 'yes' },
  },
  {
    fault: 'server stopped',
    done: 'one of three is stopped for 20 s, five times, under payments',
    holds: 'the others go on, each acknowledged payment is recorded once',
    command: test('power-loss', 'stopped for 20 seconds'),
    settings: { FAULTS: 'yes' },
  },
  {
    fault: 'primary lost',
    done: 'PostgreSQL is killed under payments, its synchronous standby promoted',
    holds: 'no acknowledged payment is lost, writes go on within 15 s',
    command: test('failover'),
    settings: { FAULTS: 'yes' },
  },
  {
    fault: 'cluster',
    done: 'the machines of docs/operating.md, with Patroni, etcd, haproxy and pgbouncer: each server restarted, the primary killed, its network cut',
    holds:
      'no refused request, no lost payment, writes again within 30 s, never a second primary, readers served by the replica',
    command: test('cluster'),
    settings: { FAULTS: 'yes' },
    findMissing: ensureClusterTools,
  },
  {
    fault: 'update',
    done: 'the installer updates a market while every reading call, paper and script is asked for once a second; before that its build fails, the network is cut, files cannot be written',
    holds:
      'nothing is refused, the program before starts after each failure, pages loaded before the update find their scripts',
    command: test('update'),
    settings: { FAULTS: 'yes' },
  },
  {
    fault: 'power loss',
    done: 'the power fails at 400 moments, unsynced writes are lost or reordered',
    holds: 'the database is whole, each acknowledged payment is there',
    command: test('power-loss', 'the power fails'),
    settings: { FAULTS: 'yes' },
  },
  {
    fault: 'disk full or broken',
    done: 'each write and sync of payments, price lists and checkpoints fails, once or from then on',
    holds: 'what is not acknowledged is refused with 503, the database is whole, reads go on, then writes',
    command: test('broken-disk'),
    settings: { FAULTS: 'yes' },
  },
  {
    fault: 'bucket',
    done: 'a copy and 250 MB are sent to a real S3 service (that of BACKUP_ENDPOINT, else Swift of Debian)',
    holds: 'what is read back is identical and opens a new market, old copies are deleted, memory does not grow',
    command: test('real-bucket'),
    settings: { FAULTS: 'yes' },
    findMissing: findMissingBucket,
  },
  {
    fault: 'clock jumps',
    done: '12 jumps of an hour to a year at each of 361 minutes of a night with bills, fines, a VAT rate and a copy',
    holds: 'nothing is done that the night does not do, what is due is done once, no copy is lost',
    command: atNight(['sqlite'], 'server/features/schedule/clock-jumps.test.ts'),
    settings: {},
  },
  {
    fault: 'tampering',
    done: '1,000 random changes of single cells by SQL',
    holds: 'verification names each',
    command: atNight(BOTH, 'server/features/ledger/tampering.test.ts'),
    settings: {},
  },
  {
    fault: 'alert rules',
    done: 'the cause of each alert of deploy/alerts.yml, its scrapes evaluated by promtool where that is installed',
    holds: 'the alert fires, and no other',
    command: atNight(['sqlite'], 'server/features/metrics/metrics.test.ts'),
    settings: {},
  },
  {
    fault: 'alarms in Prometheus',
    done: 'each alarm of deploy/alerts.yml by a real fault of a real server: killed, full disk, changed amount, lost bucket and mail, a night without work; and a normal day of the demo',
    holds: 'Prometheus fires the alarms of the fault and no other, and none on the normal day',
    command: test('alarms'),
    settings: { FAULTS: 'yes' },
    findMissing: findMissingPrometheus,
  },
  ...BOTH.map((engine) => ({
    fault: `alerts cut off (${engine})`,
    done: '30 kills while alerts are sent by email and web push',
    holds: 'each alert is sent at most once, or reported as unknown',
    command: atNight([engine], 'server/features/alerts/kill.test.ts'),
    settings: {},
  })),
  {
    fault: 'many alerts',
    done: '10,000 alerts by web push and 10,000 by email',
    holds: 'handed over within 60 s, each once',
    command: atNight(['sqlite'], 'server/features/alerts/push.test.ts'),
    settings: {},
  },
  ...BOTH.map((engine) => ({
    fault: `emails cut off (${engine})`,
    done: '20 kills and 20 ends in the middle of a batch',
    holds: 'each email is sent at most once, or reported as unknown',
    command: atNight([engine], 'server/features/mail/kill.test.ts'),
    settings: {},
  })),
  {
    fault: 'billing cut off',
    done: '10,000 bills, deletions and credit notes by two servers, one of them killed',
    holds: 'tax serials are consecutive, schedules equal the ledger',
    command: atNight(['postgres'], 'server/features/tax/kill.test.ts'),
    settings: {},
  },
  {
    fault: 'hostile requests',
    done: '10,000 made-up requests to each subject',
    holds: 'answers of the contract, a refusal changes nothing',
    command: atNight(BOTH, 'server/every-call-fuzz.test.ts'),
    settings: {},
  },
  {
    fault: 'two engines',
    done: '5,000 made-up commands to SQLite and PostgreSQL',
    holds: 'equal answers',
    command: atNight(['postgres'], 'server/engine-parity.test.ts'),
    settings: {},
  },
];

/** The prefix of the lines that tests and benchmarks print for the table. */
const FIGURES = 'figures: ';

/**
 * `npm run faults` runs the tests and benchmarks that take longer than a minute, and prints one table of the results.
 * With `-- overload` it runs only those whose name contains "overload".
 */
const wanted = process.argv[2] ?? '';
const chosen = FAULTS.filter(({ fault }) => fault.includes(wanted));
const rows: string[] = [];
let failed = 0;
for (const { fault, done, holds, command, settings, findMissing } of chosen) {
  const begun = performance.now();
  console.log(`\n== ${fault}: ${done}`);
  const missing = findMissing?.();
  const { hasHeld, figures } =
    missing === undefined ? await attack(command, settings) : { hasHeld: false, figures: [missing] };
  if (!hasHeld) failed += 1;
  const result = hasHeld ? 'held' : missing === undefined ? 'FAILED' : 'NOT RUN';
  const seconds = Math.round((performance.now() - begun) / 1000);
  rows.push(`| ${[fault, done, holds, result, [...figures, `${seconds} s`].join('; ')].join(' | ')} |`);
  if (hasHeld) writeFigures(fault, figures);
}
console.log(
  [
    '',
    '| fault | what was done | what must hold | result | figures |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n'),
);
console.log(`\n${chosen.length - failed} of ${chosen.length} held`);
process.exitCode = failed === 0 && chosen.length > 0 ? 0 : 1;

/** Replaces the figures of a fault in docs/trust.md, if that page has a place for them. */
function writeFigures(fault: string, figures: readonly string[]): void {
  const file = path.resolve(import.meta.dirname, '../docs/trust.md');
  const text = readFileSync(file, 'utf8');
  const begin = `<!-- npm run faults -- ${fault} -->\n`;
  const [before, after] = text.split(begin, 2);
  if (before === undefined || after === undefined) return;
  const rest = after.replace(/^(- .*\n)*/, '');
  writeFileSync(file, `${before}${begin}${figures.map((figure) => `- ${figure}\n`).join('')}${rest}`);
}

function findMissingPrometheus(): string | undefined {
  return spawnSync('prometheus', ['--version']).error ? 'no Prometheus (Debian package prometheus)' : undefined;
}

function findMissingBucket(): string | undefined {
  if (process.env.BACKUP_ENDPOINT || ['/usr/bin/apt-get', '/usr/bin/python3'].every((place) => existsSync(place)))
    return undefined;
  return 'no S3 service: set BACKUP_ENDPOINT, BACKUP_ACCESS_KEY, BACKUP_SECRET_KEY and BACKUP_BUCKET';
}

async function attack(
  [program = '', ...parameters]: readonly string[],
  settings: Record<string, string>,
): Promise<{ hasHeld: boolean; figures: string[] }> {
  const child = spawn(program, parameters, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settings },
  });
  const closed = once(child, 'close');
  const figures: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    console.log(line);
    if (line.startsWith(FIGURES)) figures.push(line.slice(FIGURES.length));
  }
  const [code] = await closed;
  return { hasHeld: code === 0, figures };
}
