import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { collectOutput } from './run-quietly.ts';
import { ensureBrowser, ensureLibreOffice, ensureSqliteTool } from './setup/programs.ts';

const LINES_OF_FAILURE = 8;

interface VitestResult {
  fullName: string;
  status: string;
  failureMessages: string[];
}

interface VitestResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { name: string; status: string; assertionResults: VitestResult[] }[];
}

interface JourneySuite {
  specs: {
    ok: boolean;
    file: string;
    line: number;
    title: string;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
  suites?: JourneySuite[];
}

interface JourneyResults {
  stats: { expected: number; unexpected: number; skipped: number; flaky: number };
  suites: JourneySuite[];
}

/**
 * `npm test`: all tests side by side, because each waits for something a third of its time. What is missing is
 * installed or named; nothing is skipped.
 */
const results = mkdtempSync(path.join(tmpdir(), 'pola-results-'));
const vitestFile = path.join(results, 'vitest.json');
const journeysFile = path.join(results, 'journeys.json');
let passed = 0;
let failed = 0;
/** Tests that failed, or failed at first: place, name and start of the message. */
const failures: string[] = [];

try {
  const browser = ensureBrowser();
  if (browser) process.env.CHROMIUM_PATH = browser;
  process.env.LIBREOFFICE_PATH = ensureLibreOffice();
  process.env.SQLITE3_PATH = ensureSqliteTool();
  // A hundred servers and commands are started from the same files.
  process.env.NODE_COMPILE_CACHE = path.join(results, 'compiled');
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = journeysFile;
  await step('check', 'node', ['scripts/check.ts']);
  await step('build', 'npm', ['run', '--silent', 'build']);
  await Promise.all([
    step('unit, component and server tests', 'vitest', [
      ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestFile}`],
    ]),
    hold('journeys', 'playwright', ['test', '--reporter=list,json']),
  ]);
  countVitest();
  countJourneys();
} catch (error) {
  failed += 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  rmSync(results, { recursive: true, force: true });
}
if (failures.length > 0) console.log(`\n== to be looked at\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function step(name: string, command: string, options: string[]): Promise<void> {
  console.log(`\n== ${name}`);
  const [code] = await once(spawn(command, options, { stdio: ['ignore', 'inherit', 'inherit'] }), 'close');
  settle(name, code === 0);
}

/** A step beside others: its output is shown when it is over. */
async function hold(name: string, command: string, options: string[]): Promise<void> {
  const { output, failure } = await collectOutput(command, options);
  console.log(`\n== ${name}\n${output}`);
  settle(name, failure === undefined);
}

function settle(name: string, isDone: boolean): void {
  if (isDone) return;
  failed += 1;
  console.error(`"${name}" failed.`);
}

/** A failed test already counted its step as failed once, so that is subtracted. */
function countVitest(): void {
  const counts: VitestResults = readResults(vitestFile);
  const files = counts.testResults.filter(({ status }) => status === 'failed');
  for (const { name, assertionResults } of files) {
    const tests = assertionResults.filter(({ status }) => status === 'failed');
    const file = path.relative(process.cwd(), name);
    if (tests.length === 0) failures.push(file);
    for (const { fullName, failureMessages } of tests) nameFailure(`${file}: ${fullName}`, failureMessages[0]);
  }
  for (const { name, assertionResults } of counts.testResults) {
    const file = path.relative(process.cwd(), name);
    const retried = assertionResults.filter(({ status, failureMessages }) => status === 'passed' && failureMessages[0]);
    for (const { fullName, failureMessages } of retried)
      nameFailure(`${file}: passed at the second try: ${fullName}`, failureMessages[0]);
  }
  addCounts(counts.numPassedTests, counts.numFailedTests);
  if (counts.numPendingTests > 0) throw new Error(`${counts.numPendingTests} tests were skipped; none may be.`);
}

function countJourneys(): void {
  const { stats, suites }: JourneyResults = readResults(journeysFile);
  for (const suite of suites) nameFailures(suite);
  addCounts(stats.expected + stats.flaky, stats.unexpected);
  if (stats.skipped > 0) throw new Error(`${stats.skipped} journeys were skipped; none may be.`);
}

function nameFailures({ specs, suites = [] }: JourneySuite): void {
  for (const { ok, file, line, title, tests } of specs) {
    const message = tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message;
    if (!ok) nameFailure(`tests/${file}:${line}: ${title}`, message);
    else if (tests.some(({ status }) => status === 'flaky'))
      nameFailure(`tests/${file}:${line}: passed at the second try: ${title}`, message);
  }
  for (const suite of suites) nameFailures(suite);
}

function nameFailure(name: string, message = ''): void {
  const said = stripVTControlCharacters(message).trim().split('\n').slice(0, LINES_OF_FAILURE);
  failures.push([name, ...said].join('\n    '));
}

function addCounts(passedTests: number, failedTests: number): void {
  passed += passedTests;
  if (failedTests > 0) failed += failedTests - 1;
}

function readResults<Results>(file: string): Results {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error('The tests did not run to their end.');
  }
}
