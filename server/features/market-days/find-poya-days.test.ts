/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { day, type Instant } from '#billing/calendar.ts';
import { findPoyaDays, instantOfElongation, lunationNear } from './find-poya-days.ts';

/** The gazetted full-moon holidays. */
const GAZETTED: Record<string, string> = {
  2021: '01-28 02-26 03-28 04-26 05-26 06-24 07-23 08-22 09-20 10-20 11-18 12-18',
  2022: '01-17 02-16 03-17 04-16 05-15 06-14 07-13 08-11 09-10 10-09 11-07 12-07',
  2023: '01-06 02-05 03-06 04-05 05-05 06-03 07-03 08-01 08-30 09-29 10-28 11-26 12-26',
  2024: '01-25 02-23 03-24 04-23 05-23 06-21 07-20 08-19 09-17 10-17 11-15 12-14',
  2025: '01-13 02-12 03-13 04-12 05-12 06-10 07-10 08-08 09-07 10-06 11-05 12-04',
  2026: '01-03 02-01 03-02 04-01 05-01 05-30 06-29 07-29 08-27 09-26 10-25 11-24 12-23',
};

test.each(Object.entries(GAZETTED))('the Poya days of %s are the gazetted ones', (year, days) => {
  const gazetted = days.split(' ').map((monthAndDay) => `${year}-${monthAndDay}`);
  expect(findPoyaDays(day(`${year}-01-01`), day(`${year}-12-31`))).toEqual(gazetted);
});

test('Poya is every 29 or 30 days, whatever the window', () => {
  const century = findPoyaDays(day('2000-01-01'), day('2099-12-31'));
  expect(century.length).toBeGreaterThan(1235);
  expect(century.length).toBeLessThan(1239);
  expect(findPoyaDays(day('2025-05-12'), day('2025-05-12'))).toEqual(['2025-05-12']);
  expect(findPoyaDays(day('2025-05-13'), day('2025-06-09'))).toEqual([]);
});

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
