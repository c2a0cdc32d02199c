/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { findPlaceInYear } from './present.ts';

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
