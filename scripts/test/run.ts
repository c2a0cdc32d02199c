import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runQuietly } from '../run-quietly.ts';
import { findPrograms } from '../setup/postgres.ts';
import { ensureBrowser, ensureLibreOffice, ensureSqliteTool } from '../setup/programs.ts';
import { bareEnvironment } from './bare-environment.ts';
import { ERRORS_VARIABLE } from './errors-reporter.ts';
import { findSlowTests, MEASURED_VARIABLE, processorSecondsOfChildren, RESULTS_FOLDER } from './measured.ts';
import {
  describeFailure,
  type FailedTest,
  fromJourneys,
  fromVitest,
  type Results,
  readErrors,
  readReport,
} from './read-results.ts';
import { describeSecondTry, filesOfSecondTry, type SecondTry } from './second-try.ts';
import { readTier, type TierSelection, tiers } from './tiers.ts';

/**
 * `npm test` (quick), `npm run test:all`, and part of `npm run faults` (nightly). Suites run side by side, because each
 * of them spends a third of its time waiting. A missing program is installed or reported; nothing is skipped. The files
 * of at most three failed tests run a second time, and the failures of the first are named (second-try.ts).
 */
const tier = readTier(process.argv[2]);
const { vitest, playwright, leftOut, needsLibreOffice, hasSecondTry } = tiers[tier];
const folder = mkdtempSync(path.join(tmpdir(), 'pola-results-'));
const measured = path.join(RESULTS_FOLDER, `${tier}.jsonl`);
const errors = path.join(folder, 'errors.jsonl');
const begun = performance.now();
const failures: string[] = [];
let passed = 0;

try {
  rmSync(measured, { force: true });
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  const browser = ensureBrowser();
  if (browser) process.env.CHROMIUM_PATH = browser;
  if (needsLibreOffice) process.env.LIBREOFFICE_PATH = ensureLibreOffice();
  if (tier !== 'quick') process.env.SQLITE3_PATH = ensureSqliteTool();
  if (process.env.TEST_DATABASE_URL === undefined) findPrograms();
  const installing = processorSecondsOfChildren();
  // Compiled code is cached, because a hundred servers and commands start from the same files.
  process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled');
  await runQuietly('Building the product', { command: 'npm', parameters: ['run', '--silent', 'build'] });
  Object.assign(process.env, bareEnvironment(folder), {
    TEST_TIER: tier,
    [MEASURED_VARIABLE]: path.resolve(measured),
    [ERRORS_VARIABLE]: errors,
  });
  const results = await Promise.all([runVitest('first', vitest), runJourneys('first', playwright)]);
  const first = results.flat();
  const failed = first.flatMap((each) => each.failed);
  const outside = readErrors(errors);
  const files = hasSecondTry && outside.length === 0 ? filesOfSecondTry(failed) : undefined;
  const left = files ? await runAgain(files) : failed;
  failures.push(...[...left, ...outside].map(describeFailure));
  passed = first.reduce((sum, each) => sum + each.passed, 0) + Math.max(0, failed.length - left.length);
  const secondTry = files ? describeSecondTry(failed) : '';
  writeFileSync(path.join(RESULTS_FOLDER, `${tier}-second-try.txt`), secondTry);
  if (secondTry !== '') console.log(`\n== failed at the first try\n${secondTry}`);
  const slow = tier === 'quick' ? findSlowTests(measured) : [];
  if (slow.length > 0) console.log(`\n== untagged, but slow\n${slow.join('\n')}`);
  const seconds = Math.round(processorSecondsOfChildren() - installing);
  console.log(
    `\n${Math.round((performance.now() - begun) / 1000)} s, of the processor ${seconds} s besides installing`,
  );
} catch (error) {
  failures.push(error instanceof Error ? error.message : String(error));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
writeFileSync(path.join(RESULTS_FOLDER, `${tier}-failures.txt`), failures.map((line) => `${line}\n`).join(''));
if (failures.length > 0) console.log(`\n== failed\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function runVitest(name: string, runs: TierSelection['vitest']): Promise<Results[]> {
  const results: Results[] = [];
  for (const [at, options] of runs.entries()) {
    const file = path.join(folder, `vitest-${name}-${at}.json`);
    const isFine = await run('vitest', ['run', `--outputFile.json=${file}`, ...options]);
    results.push(expectComplete('tests', isFine, () => fromVitest(readReport(file), leftOut)));
  }
  return results;
}

async function runJourneys(name: string, options: TierSelection['playwright']): Promise<Results[]> {
  const file = path.join(folder, `journeys-${name}.json`);
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = file;
  const isFine = await run('playwright', ['test', '--reporter=dot,json', ...options]);
  return [expectComplete('journeys', isFine, () => fromJourneys(readReport(file)))];
}

/** Runs files with failed tests again, while nothing else runs. Returns the tests that failed again. */
async function runAgain(files: SecondTry): Promise<FailedTest[]> {
  const again = [
    ...(files.tests.length === 0
      ? []
      : await runVitest(
          'second',
          vitest.map((one) => [...one, ...files.tests]),
        )),
    ...(files.journeys.length === 0 ? [] : await runJourneys('second', [...playwright, ...files.journeys])),
  ];
  failures.push(...readErrors(errors).map(describeFailure));
  return again.flatMap((each) => each.failed);
}

async function run(command: string, options: readonly string[]): Promise<boolean> {
  const [code] = await once(spawn(command, options, { stdio: ['ignore', 'inherit', 'inherit'] }), 'close');
  return code === 0;
}

/** Records a failure if the suite is incomplete. Never throws, so that the other suites can finish. */
function expectComplete(title: string, isFine: boolean, read: () => Results): Results {
  try {
    const results = read();
    if (results.skipped > 0) failures.push(`${title}: ${results.skipped} were skipped; none may be.`);
    if (!isFine && results.failed.length === 0) failures.push(`${title}: failed outside the tests`);
    return results;
  } catch (error) {
    failures.push(`${title}: ${error instanceof Error ? error.message : error}`);
    return { passed: 0, failed: [], skipped: 0 };
  }
}
