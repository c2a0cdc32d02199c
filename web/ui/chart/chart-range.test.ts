import { expect, test } from 'vitest';
import { addDays, type Day, day, dayNumber, fromDayNumber } from '#billing/calendar.ts';
import { CHART_RANGES, type ChartRange, chartPoints, type PriceSeries, stretchesOf } from './chart-range.ts';
import { dayTicks } from './chart-ticks.ts';

function seriesOf(from: Day, to: Day, closed: string[] = []): PriceSeries {
  const days: number[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) if (!closed.includes(date)) days.push(dayNumber(date));
  return { days, minCents: days.map(() => 10_000), maxCents: days.map(() => 12_000) };
}

const datesOf = (points: readonly { day: number }[]) => points.map((point) => fromDayNumber(point.day));
const threeYears = seriesOf(day('2023-11-21'), day('2026-11-20'));

test.each<[ChartRange, string, number]>([
  ['5D', '2026-11-16', 5],
  ['10D', '2026-11-11', 10],
  ['1M', '2026-10-21', 31],
  ['1Y', '2025-11-21', 365],
  ['5Y', '2023-11-21', 1096],
  ['all', '2023-11-21', 1096],
])('%s begins on %s and has %i days when the market never closes', (range, first, count) => {
  const points = chartPoints(threeYears, range, 'daily');
  expect(datesOf(points)[0]).toBe(first);
  expect(points).toHaveLength(count);
});

test('a span ends with the last day on which the product was sold, not with today', () => {
  const mangoes = seriesOf(day('2026-04-01'), day('2026-06-30'));
  expect(datesOf(chartPoints(mangoes, '5D', 'daily'))).toEqual([
    '2026-06-26',
    '2026-06-27',
    '2026-06-28',
    '2026-06-29',
    '2026-06-30',
  ]);
});

test('a month back from the 31st of March is the end of February', () => {
  const points = chartPoints(seriesOf(day('2026-01-01'), day('2026-03-31')), '1M', 'daily');
  expect(datesOf(points)[0]).toBe('2026-03-01');
});

test('weekly shows every 7th point, counting list days and not calendar days', () => {
  const poya = ['2026-11-05'];
  const points = chartPoints(seriesOf(day('2026-11-01'), day('2026-11-20'), poya), 'all', 'weekly');
  expect(datesOf(points)).toEqual(['2026-11-01', '2026-11-09', '2026-11-16']);
});

test('monthly shows the first point of each month', () => {
  const points = chartPoints(seriesOf(day('2026-08-20'), day('2026-11-20'), ['2026-10-01']), 'all', 'monthly');
  expect(datesOf(points)).toEqual(['2026-08-20', '2026-09-01', '2026-10-02', '2026-11-01']);
});

test('a product without a price has no points in any span', () => {
  for (const range of CHART_RANGES)
    expect(chartPoints({ days: [], minCents: [], maxCents: [] }, range, 'daily')).toEqual([]);
});

test('a day with half a price is omitted', () => {
  expect(chartPoints({ days: [1, 2], minCents: [100, 100], maxCents: [200] }, 'all', 'daily')).toHaveLength(1);
});

test('a daily line breaks at every day without a list', () => {
  const points = chartPoints(seriesOf(day('2026-11-01'), day('2026-11-07'), ['2026-11-04']), 'all', 'daily');
  expect(stretchesOf(points, 'daily').map(datesOf)).toEqual([
    ['2026-11-01', '2026-11-02', '2026-11-03'],
    ['2026-11-05', '2026-11-06', '2026-11-07'],
  ]);
});

test('a weekly line continues over a holiday and breaks at a season', () => {
  const newYear = ['2026-04-13', '2026-04-14', '2026-04-15'];
  const open = chartPoints(seriesOf(day('2026-04-01'), day('2026-05-31'), newYear), 'all', 'weekly');
  expect(stretchesOf(open, 'weekly')).toHaveLength(1);
  const days = [...open, { ...open[0], day: dayNumber(day('2026-09-01')), minCents: 1, maxCents: 2 }];
  expect(stretchesOf(days, 'weekly')).toHaveLength(2);
});

test('a monthly line joins neighbouring months and breaks where one is missing', () => {
  const firsts = ['2026-01-01', '2026-02-01', '2026-03-04', '2026-05-01'].map((date) => ({
    day: dayNumber(day(date)),
    minCents: 1,
    maxCents: 2,
  }));
  expect(stretchesOf(firsts, 'monthly').map(datesOf)).toEqual([
    ['2026-01-01', '2026-02-01', '2026-03-04'],
    ['2026-05-01'],
  ]);
});

test('no points make no segment', () => {
  expect(stretchesOf([], 'daily')).toEqual([]);
});

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
