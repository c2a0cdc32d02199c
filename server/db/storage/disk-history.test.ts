/** @module-tag sqlite-only */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addDays, type Day } from '#billing/calendar.ts';
import { readFreeDays, recordFreeSpace, weeksUntilFull } from './disk-history.ts';

const DAY = '2026-11-20' as Day;
const GIGABYTE = 1e9;

const history = (free: readonly number[]) =>
  free.map((gigabytes, at) => ({ day: addDays(DAY, at), freeBytes: gigabytes * GIGABYTE }));

test.each([
  ['a gigabyte a day', [20, 19, 18, 17, 16, 15, 14], 14, 2],
  ['a gigabyte a day, with a large file for one day', [20, 19, 18, 10, 16, 15, 14], 14, 2],
  ['half a gigabyte a day', [17, 16.5, 16, 15.5, 15, 14.5, 14], 14, 4],
  ['nothing', [14, 14, 14, 14, 14, 14, 14], 14, undefined],
  ['less each day', [14, 15, 16, 17, 18, 19, 20], 20, undefined],
  ['a gigabyte a day, known for six days', [19, 18, 17, 16, 15, 14], 14, undefined],
  ['a megabyte a day, for more than ten years', [14.006, 14.005, 14.004, 14.003, 14.002, 14.001, 14], 14, undefined],
])('a disk that loses %s', (_, free, now, weeks) => {
  const found = weeksUntilFull(history(free), now * GIGABYTE);
  expect(found === undefined ? undefined : Math.round(found)).toBe(weeks);
});

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-free-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('the free space is recorded once a day, for the last eight weeks', () => {
  const folder = makeFolder();
  expect(readFreeDays(folder)).toEqual([]);
  for (let at = 0; at < 60; at += 1) {
    recordFreeSpace(folder, addDays(DAY, at));
    recordFreeSpace(folder, addDays(DAY, at));
  }
  const days = readFreeDays(folder).map(({ day }) => day);
  expect(days).toEqual(Array.from({ length: 56 }, (_, at) => addDays(DAY, at + 4)));
  expect(readFreeDays(folder).every(({ freeBytes }) => freeBytes > 0)).toBe(true);
  expect(readdirSync(folder)).toEqual(['free-space.json']);
});

test('days after a clock that was put back, and a file that is not whole, are forgotten', () => {
  const folder = makeFolder();
  recordFreeSpace(folder, addDays(DAY, 5));
  recordFreeSpace(folder, DAY);
  expect(readFreeDays(folder).map(({ day }) => day)).toEqual([DAY]);
  for (const content of ['[{"day":"2026-1', 'null', '{}', '[1,null,{"day":"2026-13-01","freeBytes":1}]', '']) {
    writeFileSync(path.join(folder, 'free-space.json'), content);
    expect(readFreeDays(folder), content).toEqual([]);
  }
  recordFreeSpace(folder, DAY);
  expect(readFreeDays(folder)).toHaveLength(1);
});
