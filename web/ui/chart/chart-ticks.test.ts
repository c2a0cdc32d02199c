import { expect, test } from 'vitest';
import { day, dayNumber, fromDayNumber } from '#billing/calendar.ts';
import { dayTicks } from './chart-ticks.ts';

const marks = (from: string, to: string, most: number) => {
  const { unit, days } = dayTicks(dayNumber(day(from)), dayNumber(day(to)), most);
  return [unit, ...days.map(fromDayNumber)];
};

test('a few days are marked one by one', () => {
  expect(marks('2026-11-18', '2026-11-20', 5)).toEqual(['day', '2026-11-18', '2026-11-19', '2026-11-20']);
});

test('a month is marked by weeks or fortnights', () => {
  expect(marks('2026-10-21', '2026-11-20', 6)[0]).toBe('day');
  expect(marks('2026-10-21', '2026-11-20', 6)).toHaveLength(6);
});

test('a year is marked where months begin', () => {
  expect(marks('2025-11-21', '2026-11-20', 5)).toEqual([
    'month',
    '2026-01-01',
    '2026-04-01',
    '2026-07-01',
    '2026-10-01',
  ]);
});

test('many years are marked where years begin', () => {
  expect(marks('2016-05-01', '2026-11-20', 6)).toEqual([
    'year',
    '2018-01-01',
    '2020-01-01',
    '2022-01-01',
    '2024-01-01',
    '2026-01-01',
  ]);
});

test('there are never more marks than fit, and always at least one', () => {
  for (const to of ['2026-01-02', '2026-02-01', '2026-06-01', '2027-01-01', '2030-01-01', '2046-01-01']) {
    for (const most of [2, 3, 5, 12]) {
      const { length } = dayTicks(dayNumber(day('2026-01-01')), dayNumber(day(to)), most).days;
      expect(length).toBeLessThanOrEqual(most);
      expect(length).toBeGreaterThan(0);
    }
  }
});

test('an axis between two days without a mark of its own has no mark', () => {
  expect(dayTicks(10.2, 10.8, 4).days).toEqual([]);
});
