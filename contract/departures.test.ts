import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const [departures = '', tests = ''] = readFileSync('docs/departures.md', 'utf8').split('\n## ');
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^\| (?!---|subject)/.test(line))
    .map((line) => line.slice(2, -2).split(' | '));

const shown = rowsOf(tests).map(([subject = '', link = '']) => {
  const [, title = '', file = ''] = /^\[(.*)\]\(\.\.\/(.*)\)$/.exec(link) ?? [];
  return { subject, title, file };
});

test('every departure has a test, and no two have one subject', () => {
  const subjects = rowsOf(departures).map(([subject]) => subject);
  expect(shown.map(({ subject }) => subject).toSorted()).toEqual(subjects.toSorted());
  expect(new Set(subjects).size).toBe(subjects.length);
});

test.each(shown)('$subject: its test exists, and is not skipped', ({ title, file }) => {
  expect(existsSync(file)).toBe(true);
  const source = readFileSync(file, 'utf8');
  expect(source.split('\n').some((line) => line.includes(title) && !line.includes('.skip'))).toBe(true);
  expect(title).not.toBe('');
});
