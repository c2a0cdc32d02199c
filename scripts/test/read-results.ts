import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const LINES_OF_FAILURE = 8;

export interface FailedTest {
  /** The path of the file in the repository. */
  file: string;
  name: string;
  message: string;
}

export interface Results {
  passed: number;
  failed: FailedTest[];
  skipped: number;
}

/** The report of Vitest's `--reporter=json`. */
export interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[]; tags: string[] }[];
  }[];
}

/** The report of Playwright's `--reporter=json`. */
export interface JourneysReport {
  stats: { expected: number; skipped: number };
  suites: JourneySuite[];
  errors: { message?: string }[];
}

interface JourneySuite {
  specs: {
    ok: boolean;
    file: string;
    line: number;
    title: string;
    tests: { results: { error?: { message?: string } }[] }[];
  }[];
  suites?: JourneySuite[];
}

/** Throws if the suite did not finish. */
export function readReport<Report>(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error('The tests did not run to their end.');
  }
}

/**
 * Returns the errors that errors-reporter.ts wrote. Vitest names the file that was running at that time, which need not
 * be the cause.
 */
export function readErrors(file: string): FailedTest[] {
  if (!existsSync(file)) return [];
  const errors: Pick<FailedTest, 'file' | 'message'>[] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return errors.map(({ file: where, message }) => ({
    file: path.relative(process.cwd(), where) || 'no file',
    name: 'an error outside of all tests',
    message,
  }));
}

/**
 * A file that fails outside its tests counts as one failed test. Tests excluded by their tag do not count as skipped.
 */
export function fromVitest({ numPassedTests, testResults }: VitestReport, leftOut: readonly string[]): Results {
  const failed = testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const file = path.relative(process.cwd(), name);
    const tests = assertionResults
      .filter((result) => result.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ file, name: fullName, message: failureMessages[0] ?? '' }));
    return tests.length === 0 && status === 'failed' ? [{ file, name: 'the file', message }] : tests;
  });
  const skipped = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(
      ({ status, tags }) => status !== 'passed' && status !== 'failed' && !tags.some((tag) => leftOut.includes(tag)),
    );
  return { passed: numPassedTests, failed, skipped: skipped.length };
}

export function fromJourneys({ stats, suites, errors: [error] }: JourneysReport): Results {
  if (error) throw new Error(error.message);
  return { passed: stats.expected, failed: suites.flatMap(failedJourneys), skipped: stats.skipped };
}

function failedJourneys({ specs, suites = [] }: JourneySuite): FailedTest[] {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => ({
      file: `tests/${file}:${line}`,
      name: title,
      message: tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message ?? '',
    }));
  return [...failed, ...suites.flatMap(failedJourneys)];
}

export function describeFailure({ file, name, message }: FailedTest): string {
  const said = stripVTControlCharacters(message).trim().split('\n').slice(0, LINES_OF_FAILURE);
  return [`${file}: ${name}`, ...said].join('\n    ');
}
