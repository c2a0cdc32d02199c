import { expect, test } from 'vitest';
import { chartChoiceOf, chartPath } from './product-chart-page.tsx';

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
