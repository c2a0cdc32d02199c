import { expect, test } from 'vitest';
import { describeFailure, fromJourneys, fromVitest } from './read-results.ts';

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
