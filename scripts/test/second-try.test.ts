import { expect, test } from 'vitest';
import { describeSecondTry, filesOfSecondTry } from './second-try.ts';

const failed = (file: string) => ({ file, name: 'adds', message: 'expected 2' });

test('the files of a few failed tests run again, each once', () => {
  const files = ['tests/gate.spec.ts:7', 'tests/gate.spec.ts:70', 'billing/sum.test.ts'];
  expect(filesOfSecondTry(files.map(failed))).toEqual({
    tests: ['billing/sum.test.ts'],
    journeys: ['tests/gate.spec.ts'],
  });
});

test('after no failure, and after more than three, nothing runs again', () => {
  expect(filesOfSecondTry([])).toBe(undefined);
  expect(filesOfSecondTry(['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts'].map(failed))).toBe(undefined);
});

test('what failed at the first try is named with its file', () => {
  expect(describeSecondTry([failed('billing/sum.test.ts')])).toBe('billing/sum.test.ts: adds\n    expected 2\n');
});
