import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ERRORS_VARIABLE, ErrorsReporter } from './errors-reporter.ts';
import { describeFailure, fromJourneys, fromVitest, readErrors } from './read-results.ts';

test('failed tests of Vitest are named by file and test, and a file that cannot be loaded is one', () => {
  const assertionResults = [
    { fullName: 'adds', status: 'passed', failureMessages: [], tags: [] },
    {
      fullName: 'subtracts',
      status: 'failed',
      failureMessages: ['\u001B[31mexpected 2\u001B[39m\n to be 3'],
      tags: [],
    },
    { fullName: 'multiplies for a minute', status: 'skipped', failureMessages: [], tags: ['slow'] },
    { fullName: 'divides', status: 'skipped', failureMessages: [], tags: ['postgres'] },
    { fullName: 'will divide', status: 'todo', failureMessages: [], tags: [] },
  ];
  const testResults = [
    { name: `${process.cwd()}/billing/sum.test.ts`, status: 'failed', assertionResults },
    { name: `${process.cwd()}/billing/gone.test.ts`, status: 'failed', message: 'no module', assertionResults: [] },
    { name: `${process.cwd()}/billing/fine.test.ts`, status: 'passed', assertionResults: [] },
  ];
  const { passed, failed, skipped } = fromVitest({ numPassedTests: 1, testResults }, ['slow']);
  expect([passed, skipped]).toEqual([1, 2]);
  expect(failed.map(describeFailure)).toEqual([
    'billing/sum.test.ts: subtracts\n    expected 2\n     to be 3',
    'billing/gone.test.ts: the file\n    no module',
  ]);
});

test('failed journeys are found in every suite, and what failed outside of them is thrown', () => {
  const journey = (title: string, ok: boolean) => {
    const tests = [{ results: [{}, { error: { message: 'closed' } }] }];
    return { ok, file: 'gate.spec.ts', line: 7, title, tests };
  };
  const inner = { specs: [journey('a ticket is printed', false)] };
  const suites = [{ specs: [journey('a shift is closed', true)], suites: [inner] }];
  const report = { stats: { expected: 1, skipped: 0 }, suites, errors: [] };
  expect(fromJourneys(report).failed.map(describeFailure)).toEqual([
    'tests/gate.spec.ts:7: a ticket is printed\n    closed',
  ]);
  expect(() => fromJourneys({ ...report, errors: [{ message: 'no browser' }] })).toThrow('no browser');
});

test('what is thrown outside of all tests is named by the file that was running', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'errors-'));
  const file = path.join(folder, 'errors.jsonl');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  vi.stubEnv(ERRORS_VARIABLE, file);
  const end = (errors: Parameters<ErrorsReporter['onTestRunEnd']>[1]) =>
    new ErrorsReporter().onTestRunEnd([], errors, 'failed');
  end([]);
  expect(readErrors(file)).toEqual([]);
  end([
    { message: 'late', stack: 'Error: late\n    at sum.ts:3', VITEST_TEST_PATH: path.resolve('billing/sum.test.ts') },
  ]);
  end([{ message: 'no worker' }]);
  expect(readErrors(file).map(describeFailure)).toEqual([
    'billing/sum.test.ts: an error outside of all tests\n    Error: late\n        at sum.ts:3',
    'no file: an error outside of all tests\n    no worker',
  ]);
});
