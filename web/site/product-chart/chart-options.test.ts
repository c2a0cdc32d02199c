import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths, day, dayNumber, fromDayNumber } from '#billing/calendar.ts';
import type { PricePoint } from '#web/ui/chart/chart-range.ts';
import { poya, strike, translatorIn } from '../../testing/site-market.ts';
import { type ChartLook, chartData, chartOptions } from './chart-options.ts';
import { closedGaps } from './closed-gaps.ts';
import { compareHistory } from './compare-history.ts';
import { outlookBand } from './outlook-band.ts';
import { amountMarks } from './plot-frame.ts';
import { chartChoiceOf, chartPath } from './product-chart-page.tsx';

const { t } = translatorIn('en');
const look: ChartLook = {
  min: 'green',
  max: 'brown',
  band: 'sand',
  ahead: 'grey',
  text: 'ink',
  grid: 'grey',
  paper: 'white',
  font: 'x',
};
const both = { min: true, max: true };
const pointOn = (day: number): PricePoint => ({ day, minCents: 12_050, maxCents: 15_000 });
const only = (...points: PricePoint[]) => ({ points, band: [] });

test('both lines are in rupees, the higher one first', () => {
  const [max, min] = chartData(only(pointOn(10)), 'daily', { lines: both, look, t }).datasets;
  expect([max?.label, max?.data]).toEqual(['Maximum price', [{ x: 10, y: 150, text: 'Rs. 150' }]]);
  expect([min?.label, min?.data]).toEqual(['Minimum price', [{ x: 10, y: 120.5, text: 'Rs. 120.50' }]]);
});

test('a dot says its price to the cent', () => {
  const options = chartOptions(only(pointOn(10)), new Map(), { look, translator: translatorIn('en') });
  const label = options.plugins?.tooltip?.callbacks?.label as (item: object) => string;
  const [max] = chartData(only(pointOn(10)), 'daily', { lines: both, look, t }).datasets;
  expect(label({ dataset: max, raw: max?.data[0] })).toBe('Maximum price: Rs. 150');
});

test('a day without a list leaves a gap that no line crosses', () => {
  const [max] = chartData(only(pointOn(10), pointOn(11), pointOn(13)), 'daily', { lines: both, look, t }).datasets;
  expect(max?.data.map(({ x, y }) => [x, y])).toEqual([
    [10, 150],
    [11, 150],
    [12.5, Number.NaN],
    [13, 150],
  ]);
  expect(max?.spanGaps).toBe(false);
});

test('a hidden line is hidden together with the band between the lines', () => {
  const [max, min] = chartData(only(pointOn(10)), 'daily', { lines: { min: false, max: true }, look, t }).datasets;
  expect([max?.hidden, min?.hidden]).toEqual([false, true]);
  expect(max?.fill).toBe(false);
});

test('the price axis begins at zero for every period', () => {
  for (const points of [[pointOn(10)], [pointOn(10), pointOn(30)], [pointOn(10), pointOn(375)]]) {
    const { scales } = chartOptions(only(...points), new Map(), { look, translator: translatorIn('en') });
    expect(scales?.y).toMatchObject({ beginAtZero: true });
    expect(scales?.y).not.toHaveProperty('min');
  }
});

test('the axis ends half a day outside the first and last point, and zooming remains within it', () => {
  const options = chartOptions(only(pointOn(10), pointOn(30)), new Map(), { look, translator: translatorIn('en') });
  expect(options.scales?.x).toMatchObject({ min: 9.5, max: 30.5 });
  expect(options.plugins?.zoom?.limits?.x).toMatchObject({ min: 9.5, max: 30.5 });
});

test('the point after a gap shows which days before it were closed, and why', () => {
  const gaps = new Map([
    [
      12,
      [
        { day: 11, closed: strike },
        { day: 10, closed: { kind: 'weekday' as const } },
      ],
    ],
  ]);
  const options = chartOptions(only(pointOn(9), pointOn(12)), gaps, { look, translator: translatorIn('en') });
  const footer = options.plugins?.tooltip?.callbacks?.footer as (items: { parsed: { x: number } }[]) => string[];
  expect(footer([{ parsed: { x: 12 } }])).toEqual(['12 Jan · Closed', 'Lorry strike', '11 Jan · Closed', 'Sunday']);
  expect(footer([{ parsed: { x: 9 } }])).toEqual([]);
});

test('a long reason is shortened to fit a phone', () => {
  const reason = 'Roads flooded between the hills and the market, no lorries came';
  const gaps = new Map([[12, [{ day: 11, closed: { ...strike, reason } }]]]);
  const options = chartOptions(only(pointOn(9), pointOn(12)), gaps, { look, translator: translatorIn('en') });
  const footer = options.plugins?.tooltip?.callbacks?.footer as (items: { parsed: { x: number } }[]) => string[];
  const [, line = ''] = footer([{ parsed: { x: 12 } }]);
  expect(line).toBe('Roads flooded between the hills and …');
});

test('the expected range is a band from the middle of the newest price; at the pointer it is one range', () => {
  const silent = { range: null, silent: 'list_old' as const, lastYear: { ranges: 0, held: 0, missed: 0 } };
  const ranged = (from: number, to: number) => ({ ...silent, silent: null, range: { from, to } });
  const newest = { day: 10, minCents: 12_000, maxCents: 15_000 };
  const band = outlookBand(newest, { next_list: ranged(11_000, 16_000), seven_days: ranged(10_000, 18_000) });
  expect(band).toEqual([
    { day: 10, fromCents: 13_500, toCents: 13_500 },
    { day: 11, fromCents: 11_000, toCents: 16_000 },
    { day: 17, fromCents: 10_000, toCents: 18_000 },
  ]);
  const { datasets } = chartData({ points: [newest], band }, 'daily', { lines: both, look, t });
  expect(datasets.slice(2).map(({ data }) => data.map(({ y, text }) => [y, text]))).toEqual([
    [
      [135, undefined],
      [160, 'Rs. 110 – 160'],
      [180, 'Rs. 100 – 180'],
    ],
    [
      [135, undefined],
      [110, undefined],
      [100, undefined],
    ],
  ]);
  const options = chartOptions({ points: [newest], band }, new Map(), { look, translator: translatorIn('en') });
  expect(options.scales?.x).toMatchObject({ min: 9.5, max: 17.5 });
  expect(outlookBand(newest, { next_list: silent, seven_days: silent })).toEqual([]);
});

test.each([
  [520, [0, 200, 400, 600]],
  [1000, [0, 200, 400, 600, 800, 1000]],
  [3, [0, 1, 2, 3]],
  [0.5, [0, 1]],
  [0, [0, 1]],
  [12_400, [0, 2500, 5000, 7500, 10_000, 12_500]],
])('the price axis of a price of %d has round marks up to it', (highest, marks) => {
  expect(amountMarks(highest)).toEqual(marks);
});

const pointsOn = (...days: number[]) => days.map((day) => ({ day, minCents: 100, maxCents: 200 }));

test('closed days belong to the point after their gap, newest first', () => {
  const closings = [
    { closed: poya, days: [12, 21] },
    { closed: strike, days: [11] },
  ];
  expect([...closedGaps(pointsOn(9, 10, 13, 14), closings, 'daily')]).toEqual([
    [
      13,
      [
        { day: 12, closed: poya },
        { day: 11, closed: strike },
      ],
    ],
  ]);
});

test('a gap of more than a week is not explained by a closed day in it', () => {
  const closings = [{ closed: poya, days: [12, 40] }];
  expect([...closedGaps(pointsOn(10, 18), closings, 'daily').keys()]).toEqual([18]);
  expect(closedGaps(pointsOn(10, 19), closings, 'daily').size).toBe(0);
});

test('points of a week or a month have no gaps', () => {
  const closings = [{ closed: poya, days: [12] }];
  for (const group of ['weekly', 'monthly'] as const)
    expect(closedGaps(pointsOn(10, 14), closings, group).size).toBe(0);
});

test('a chart shows a month day by day by default', () => {
  expect(chartChoiceOf('/product/7/chart')).toEqual({ range: '1M', group: 'daily', isWhole: false });
  expect(chartChoiceOf('/product/7/chart?range=2W&group=hourly&rows=some')).toEqual(chartChoiceOf('/product/7/chart'));
  expect(chartPath(7, chartChoiceOf('/product/7/chart'))).toBe('/product/7/chart');
});

test('an address contains the choices', () => {
  const choice = { range: '5Y', group: 'monthly', isWhole: true } as const;
  expect(chartPath(7, choice)).toBe('/product/7/chart?range=5Y&group=monthly&rows=all');
  expect(chartChoiceOf(chartPath(7, choice))).toEqual(choice);
});

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
