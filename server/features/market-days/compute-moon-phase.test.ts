/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { instantOfElongation, lunationNear } from './find-poya-days.ts';

const FOUR_MINUTES_MS = 4 * 60 * 1000;

test.each([
  ['2023-05-05T17:34:00.000Z', 'Vesak of 2023, an eclipse'],
  ['2024-05-23T13:53:00.000Z', 'Vesak of 2024'],
  ['2025-05-12T16:56:00.000Z', 'Vesak of 2025'],
  ['2026-05-31T08:45:00.000Z', 'a second full moon in one month'],
])('the full moon of %s (%s) is found within four minutes', (text) => {
  const known = text as Instant;
  const lunation = lunationNear(known);
  const found = [lunation - 1, lunation, lunation + 1].map((each) => Date.parse(instantOfElongation(each, 180)));
  expect(Math.min(...found.map((moment) => Math.abs(moment - Date.parse(known))))).toBeLessThan(FOUR_MINUTES_MS);
});

test('the first lunation of the century began with the new moon of 6 January 2000', () => {
  const newMoon = Date.parse(instantOfElongation(0, 0));
  expect(Math.abs(newMoon - Date.parse('2000-01-06T18:14:00.000Z'))).toBeLessThan(FOUR_MINUTES_MS);
});
