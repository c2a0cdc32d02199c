import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '#billing/money.ts';
import { findPlaceInYear, findTrend } from './compare-prices.ts';

const rangeOf = (min: number, max: number) => ({ min: cents(min * 100), max: cents(max * 100) });

test.each([
  [[240, 270], [240, 270], 'same'],
  [[230, 270], [240, 270], 'down'],
  [[240, 280], [240, 270], 'up'],
  [[230, 280], [240, 270], 'wider'],
  [[250, 260], [240, 270], 'narrower'],
  [[250, 250], [240, 260], 'narrower'],
] as const)('%j after %j is %s', (now, before, trend) => {
  expect(findTrend(rangeOf(...now), rangeOf(...before))).toBe(trend);
});

test('a trend seen from the other day is its opposite', () => {
  const opposite = { up: 'down', down: 'up', same: 'same', wider: 'narrower', narrower: 'wider' } as const;
  const range = fc.tuple(fc.nat(5), fc.nat(5)).map(([min, more]) => rangeOf(min + 1, min + more + 1));
  fc.assert(
    fc.property(range, range, (one, other) => {
      expect(findTrend(one, other)).toBe(opposite[findTrend(other, one)]);
    }),
  );
});

test.each([
  [59, 59, 0, null],
  [60, 54, 6, 'dear'],
  [60, 53, 7, null],
  [300, 270, 0, 'dear'],
  [300, 269, 0, null],
  [300, 0, 270, 'cheap'],
  [300, 30, 269, null],
  [300, 0, 0, null],
] as const)('of %i days %i were lower and %i higher: %s', (days, lower, higher, place) => {
  expect(findPlaceInYear({ days, lower, higher })).toBe(place);
});
