import { expect, test } from 'vitest';
import { seasonFactor, seasonNames } from './fill-prices.ts';

test.each(seasonNames)('the season %s has the mean 1 over a year and never jumps', (season) => {
  const days = Array.from({ length: 365 }, (_, index) => seasonFactor(season, index / 365));
  expect(days.reduce((sum, factor) => sum + factor, 0) / 365).toBeCloseTo(1, 2);
  for (const [index, factor] of days.entries()) {
    const next = days[(index + 1) % 365] ?? 0;
    expect(Math.abs(factor - next)).toBeLessThan(0.04);
  }
});

test('tomato is expensive in December and cheap in April', () => {
  expect(seasonFactor('tomato', 11.5 / 12)).toBeCloseTo(1.5);
  expect(seasonFactor('tomato', 3.5 / 12)).toBeCloseTo(0.65);
});
