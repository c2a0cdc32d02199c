import { expect, test } from 'vitest';
import type { PricePoint } from '#web/ui/chart-range.ts';
import { speechIn } from '../test-market.ts';
import { type ChartLook, chartData, chartOptions } from './chart-options.ts';

const { t } = speechIn('en');
const look: ChartLook = {
  min: 'green',
  max: 'brown',
  band: 'sand',
  text: 'ink',
  grid: 'grey',
  paper: 'white',
  font: 'x',
};
const both = { min: true, max: true };
const pointOn = (day: number): PricePoint => ({ day, minCents: 12_050, maxCents: 15_000 });

test('both lines are in rupees, the dearer one first', () => {
  const [max, min] = chartData([pointOn(10)], 'daily', both, look, t).datasets;
  expect([max?.label, max?.data]).toEqual(['Maximum price', [{ x: 10, y: 150 }]]);
  expect([min?.label, min?.data]).toEqual(['Minimum price', [{ x: 10, y: 120.5 }]]);
});

test('a day without a list leaves a hole that no line spans', () => {
  const [max] = chartData([pointOn(10), pointOn(11), pointOn(13)], 'daily', both, look, t).datasets;
  expect(max?.data.map(({ x, y }) => [x, y])).toEqual([
    [10, 150],
    [11, 150],
    [12.5, Number.NaN],
    [13, 150],
  ]);
  expect(max?.spanGaps).toBe(false);
});

test('a hidden line is hidden, and the band between the lines goes with it', () => {
  const [max, min] = chartData([pointOn(10)], 'daily', { min: false, max: true }, look, t).datasets;
  expect([max?.hidden, min?.hidden]).toEqual([false, true]);
  expect(max?.fill).toBe(false);
});

test('the axis ends half a day outside the first and last point, and zooming never leaves it', () => {
  const options = chartOptions([pointOn(10), pointOn(30)], look, t);
  expect(options.scales?.x).toMatchObject({ min: 9.5, max: 30.5 });
  expect(options.plugins?.zoom?.limits?.x).toMatchObject({ min: 9.5, max: 30.5 });
});
