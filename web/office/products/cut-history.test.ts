import { expect, test } from 'vitest';
import { day, dayNumber } from '#billing/calendar.ts';
import { isSinglePoint, lineOf, rowsOf, since } from './cut-history.ts';

const first = dayNumber(day('2026-11-16'));
const series = {
  days: [first, first + 1, first + 4],
  min_cents: [12000, 12550, 13000],
  max_cents: [15000, 15000, 16000],
};

test('the line has a point for every day and breaks where the market had no price', () => {
  expect(lineOf(series.days, series.min_cents)).toEqual([
    { x: first, y: 120 },
    { x: first + 1, y: 125.5 },
    { x: first + 2, y: null },
    { x: first + 3, y: null },
    { x: first + 4, y: 130 },
  ]);
  expect(lineOf([], [])).toEqual([]);
});

test('a price between two days without one is drawn as a dot', () => {
  const line = lineOf(series.days, series.min_cents);
  expect([0, 1, 4].map((at) => isSinglePoint(line, at))).toEqual([false, false, true]);
});

test('the table of the same figures is newest first', () => {
  expect(rowsOf(series)[0]).toEqual({ day: '2026-11-20', min: 130, max: 160 });
});

test('a shorter time shows the newest prices, also when none are in it', () => {
  expect(since(series, first + 1).days).toEqual([first + 1, first + 4]);
  expect(since(series, first + 2).min_cents).toEqual([13000]);
  expect(since(series, first + 9)).toEqual({ days: [], min_cents: [], max_cents: [] });
});
