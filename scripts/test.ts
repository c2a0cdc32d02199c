import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { collectOutput } from './run-quietly.ts';
import { ensureBrowser, ensureLibreOffice, ensureSqliteTool } from './setup/programs.ts';
import { describeFailure, fromJourneys, fromVitest, type Results, readReport } from './test/read-results.ts';

/** A test that passes without others beside it was disturbed by them; when more than these fail, it is a fault. */
const MOST_TRIED_AGAIN = 30;
const REPORTERS = { vitest: ['--reporter=default', '--reporter=json'], playwright: ['--reporter=list,json'] };

/**
 * `npm test`: all tests side by side, because each waits for something a third of its time. What fails is tried once more
 * with nothing beside it. What is missing is installed or named; nothing is skipped.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'pola-results-'));
let passed = 0;
const failures: string[] = [];

try {
  const browser = ensureBrowser();
  if (browser) process.env.CHROMIUM_PATH = browser;
  process.env.LIBREOFFICE_PATH = ensureLibreOffice();
  process.env.SQLITE3_PATH = ensureSqliteTool();
  // A hundred servers and commands are started from the same files.
  process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled');
  if (!(await show('check', 'node', ['scripts/check.ts']))) failures.push('check');
  if (!(await show('build', 'npm', ['run', '--silent', 'build']))) throw new Error('The product could not be built.');
  const [tests, journeys] = await Promise.all([
    runVitest(show, 'unit, component and server tests', []),
    runJourneys(hold, 'journeys', []),
  ]);
  await settle(tests, (files) => runVitest(show, 'failed tests, second try', ['--maxWorkers=1', ...files]));
  await settle(journeys, () => runJourneys(show, 'failed journeys, second try', ['--last-failed', '--workers=1']));
} catch (error) {
  failures.push(error instanceof Error ? error.message : String(error));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failures.length > 0) console.log(`\n== failed\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

type Run = (title: string, command: string, options: readonly string[]) => Promise<boolean>;

async function show(title: string, command: string, options: readonly string[]): Promise<boolean> {
  console.log(`\n== ${title}`);
  const [code] = await once(spawn(command, options, { stdio: ['ignore', 'inherit', 'inherit'] }), 'close');
  return code === 0;
}

/** Its output is shown when it is over, because another step prints meanwhile. */
async function hold(title: string, command: string, options: readonly string[]): Promise<boolean> {
  const { output, failure } = await collectOutput(command, options);
  console.log(`\n== ${title}\n${output}`);
  return failure === undefined;
}

async function runVitest(run: Run, title: string, options: readonly string[]): Promise<Results> {
  const file = path.join(folder, `${title}.json`);
  const isFine = await run(title, 'vitest', ['run', ...REPORTERS.vitest, `--outputFile.json=${file}`, ...options]);
  return expectComplete(title, isFine, () => fromVitest(readReport(file)));
}

async function runJourneys(run: Run, title: string, options: readonly string[]): Promise<Results> {
  const file = path.join(folder, `${title}.json`);
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = file;
  const isFine = await run(title, 'playwright', ['test', ...REPORTERS.playwright, ...options]);
  return expectComplete(title, isFine, () => fromJourneys(readReport(file)));
}

/** Never throws, so that the suite beside it goes on to its end. */
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

async function settle(first: Results, again: (files: string[]) => Promise<Results>): Promise<void> {
  passed += first.passed;
  if (first.failed.length === 0) return;
  if (first.failed.length > MOST_TRIED_AGAIN) {
    failures.push(...first.failed.map(describeFailure));
    return;
  }
  const files = [...new Set(first.failed.map(({ file }) => file))];
  const second = await again(files);
  failures.push(...second.failed.map(describeFailure));
  passed += first.failed.length - second.failed.length;
  console.log(`\n== failed at the first try\n${first.failed.map(describeFailure).join('\n')}`);
}
