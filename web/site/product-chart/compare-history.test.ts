import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths, day, dayNumber, fromDayNumber } from '#billing/calendar.ts';
import type { PricePoint } from '#web/ui/chart/chart-range.ts';
import { compareHistory } from './compare-history.ts';

const seriesOf = (prices: readonly (readonly [string, number, number])[]) => ({
  days: prices.map(([date]) => dayNumber(day(date))),
  minCents: prices.map(([, min]) => min),
  maxCents: prices.map(([, , max]) => max),
});
const dateOf = (point: PricePoint | undefined) => point && fromDayNumber(point.day);

test('the days compared are the nearest lists on or before a week, a month and a year ago', () => {
  const compared = compareHistory(
    seriesOf([
      ['2025-11-18', 100, 110],
      ['2025-11-21', 900, 990],
      ['2026-10-20', 200, 210],
      ['2026-11-11', 250, 260],
      ['2026-11-14', 999, 999],
      ['2026-11-18', 300, 310],
      ['2026-11-20', 350, 360],
    ]),
  );
  expect(compared?.latest.minCents).toBe(350);
  expect(dateOf(compared?.previous)).toBe('2026-11-18');
  expect(dateOf(compared?.week)).toBe('2026-11-11');
  expect(dateOf(compared?.month)).toBe('2026-10-20');
  expect(dateOf(compared?.year)).toBe('2025-11-18');
});

test.each([
  ['2026-11-13', '2026-11-13'],
  ['2026-11-10', '2026-11-10'],
  ['2026-11-09', undefined],
  ['2026-11-14', undefined],
] as const)('with a list only on %s, last week is %s', (date, week) => {
  const compared = compareHistory(
    seriesOf([
      [date, 1, 2],
      ['2026-11-20', 1, 2],
    ]),
  );
  expect(dateOf(compared?.week)).toBe(week);
});

test('a product with one list has nothing to compare; one without a list has no comparison', () => {
  expect(compareHistory(seriesOf([['2026-11-20', 5, 7]]))).toMatchObject({
    previous: undefined,
    week: undefined,
    month: undefined,
    year: undefined,
    sameWeek: undefined,
    yearRange: { low: { minCents: 5 }, high: { maxCents: 7 }, days: 1 },
  });
  expect(compareHistory(seriesOf([]))).toBeUndefined();
});

test('the same week is that of each of the last five years, with gaps left out', () => {
  const compared = compareHistory(
    seriesOf([
      ['2020-11-20', 1, 9999],
      ['2021-11-23', 80, 90],
      ['2022-11-24', 1, 9999],
      ['2024-11-17', 50, 60],
      ['2024-11-20', 70, 200],
      ['2026-11-20', 100, 120],
    ]),
  );
  expect(compared?.sameWeek).toEqual({ minCents: 50, maxCents: 200, years: 2, days: 3 });
});

test('every comparison equals a search through all days', () => {
  const price = fc.record({
    gap: fc.integer({ min: 1, max: 40 }),
    min: fc.integer({ min: 1, max: 9 }),
    more: fc.nat(3),
  });
  fc.assert(
    fc.property(fc.array(price, { minLength: 1, maxLength: 120 }), (prices) => {
      let at = 19_000;
      const points = prices.map(({ gap, min, more }) => {
        at += gap;
        return { day: at, minCents: min, maxCents: min + more };
      });
      const compared = compareHistory({
        days: points.map((point) => point.day),
        minCents: points.map((point) => point.minCents),
        maxCents: points.map((point) => point.maxCents),
      });
      const onDay = new Map(points.slice(0, -1).map((point) => [point.day, point]));
      const search = (start: number, most: number) => {
        for (let back = 0; back <= most; back += 1) if (onDay.has(start - back)) return onDay.get(start - back);
        return undefined;
      };
      const monthsAgo = (months: number) => dayNumber(addMonths(fromDayNumber(at), -months));
      expect(compared?.previous).toEqual(search(at - 1, 40));
      expect(compared?.week).toEqual(search(at - 7, 3));
      expect(compared?.month).toEqual(search(monthsAgo(1), 7));
      expect(compared?.year).toEqual(search(monthsAgo(12), 7));
      const week = [12, 24, 36, 48, 60].flatMap((months) =>
        [-3, -2, -1, 0, 1, 2, 3].flatMap((shift) => onDay.get(monthsAgo(months) + shift) ?? []),
      );
      expect(compared?.sameWeek?.days ?? 0).toBe(week.length);
      expect(compared?.sameWeek?.minCents).toBe(week.map(({ minCents }) => minCents).toSorted((a, b) => a - b)[0]);
      const year = points.filter((point) => point.day > at - 365);
      expect(compared?.yearRange.days).toBe(year.length);
      expect(year.every(({ minCents }) => minCents >= (compared?.yearRange.low.minCents ?? 0))).toBe(true);
      expect(year.every(({ maxCents }) => maxCents <= (compared?.yearRange.high.maxCents ?? 0))).toBe(true);
    }),
  );
});
