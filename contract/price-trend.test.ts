import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findTrend } from './price-trend.ts';

const rangeOf = ([minCents, maxCents]: readonly [number, number]) => ({ minCents, maxCents });

test.each([
  { now: [240, 270], before: [240, 270], trend: 'same' },
  { now: [230, 270], before: [240, 270], trend: 'down' },
  { now: [240, 280], before: [240, 270], trend: 'up' },
  { now: [230, 280], before: [240, 270], trend: 'wider' },
  { now: [250, 260], before: [240, 270], trend: 'narrower' },
  { now: [250, 250], before: [240, 260], trend: 'narrower' },
] as const)('$now after $before is $trend', ({ now, before, trend }) => {
  expect(findTrend(rangeOf(now), rangeOf(before))).toBe(trend);
});

test('a trend seen from the other day is its opposite', () => {
  const opposite = { up: 'down', down: 'up', same: 'same', wider: 'narrower', narrower: 'wider' } as const;
  const range = fc.tuple(fc.nat(5), fc.nat(5)).map(([min, more]) => rangeOf([min + 1, min + more + 1]));
  fc.assert(
    fc.property(range, range, (one, other) => {
      expect(findTrend(one, other)).toBe(opposite[findTrend(other, one)]);
    }),
  );
});
