/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { addDays, type Day } from '#billing/calendar.ts';
import { chooseOldCopies } from './store-copy.ts';

const LAST = '2026-11-22' as Day;
const nights = (count: number, last: Day = LAST) => Array.from({ length: count }, (_, back) => addDays(last, -back));
const keptOf = (days: readonly Day[], firstDay: Day) => {
  const old = new Set(chooseOldCopies(days, firstDay));
  return days.filter((day) => !old.has(day));
};

test('after three years, besides the last two weeks, the last copy of 8 weeks and of 24 months remains', () => {
  const kept = keptOf(nights(1100), addDays(LAST, -14));
  expect(kept.slice(0, 15)).toEqual(nights(15));
  expect(kept.slice(15)).toEqual([
    '2026-11-01',
    '2026-10-31',
    '2026-10-25',
    '2026-10-18',
    '2026-10-11',
    '2026-10-04',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
    '2026-01-31',
    '2025-12-31',
    '2025-11-30',
    '2025-10-31',
    '2025-09-30',
    '2025-08-31',
    '2025-07-31',
    '2025-06-30',
    '2025-05-31',
    '2025-04-30',
    '2025-03-31',
    '2025-02-28',
    '2025-01-31',
    '2024-12-31',
  ]);
});

test('a clock that is years ahead for a night leaves the newest seven copies and those of the weeks', () => {
  const days = ['2031-05-01' as Day, ...nights(9)];
  expect(keptOf(days, '2031-04-17' as Day)).toEqual(days.filter((day) => day !== '2026-11-16' && day !== '2026-11-14'));
});

test('deleting every night leaves the same copies as deleting once', () => {
  let kept: Day[] = [];
  for (const day of nights(400).toReversed()) kept = keptOf([day, ...kept], addDays(day, -14));
  expect(kept).toEqual(keptOf(nights(400), addDays(LAST, -14)));
});
