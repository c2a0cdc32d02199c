import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plantBug, readBugs } from './read-bugs.ts';
import { isNoticed } from './run-tests.ts';

const bugs = readBugs();

test('forty bugs are spread over the layers of the product', () => {
  const counts = Map.groupBy(bugs, ({ layer }) => layer);
  expect(Object.fromEntries([...counts].map(([layer, { length }]) => [layer, length]))).toEqual({
    'money-and-rules': 10,
    'sql-and-locks': 8,
    'http-and-cache': 6,
    office: 6,
    'public-site': 4,
    'gate-and-worker': 3,
    'layout-and-accessibility': 3,
  });
  expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length);
});

test.each(bugs)('it can be planted that $name', (bug) => {
  const text = readFileSync(bug.file, 'utf8');
  expect(plantBug(text, bug)).not.toBe(text);
  const files = bug.tests.map((each) => each.split(' ')[1] ?? '');
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

const bug = { name: 'a fine is free', file: 'fine.ts', find: 'a > 0', replace: 'a > 1', tests: [] };

test('a text that is missing or occurs twice is not replaced', () => {
  expect(plantBug('if (a > 0) b();', bug)).toBe('if (a > 1) b();');
  expect(() => plantBug('if (a >= 0) b();', bug)).toThrow('"a fine is free": occurs 0 times in fine.ts: a > 0');
  expect(() => plantBug('a > 0 && a > 0', bug)).toThrow('occurs 2 times');
  expect(() => plantBug('a > 0', { ...bug, also: [{ find: 'c', replace: '' }] })).toThrow('occurs 0 times');
});

test.each([
  ['AssertionError: expected 1 to be 2', true],
  ['Error: Test timed out in 60000ms.', true],
  ['Error: \u001b[2mexpect(\u001b[22m\u001b[31mlocator\u001b[39m', true],
  ["SyntaxError: The requested module './fine.ts' does not provide an export named 'fineOn'", false],
])('a test that fails with %s shows a bug: %s', (message, isShown) => {
  expect(isNoticed({ failed: [{ file: 'a.test.ts', name: 'a', message }] })).toBe(isShown);
});
