import { expect, test } from 'vitest';
import type { Day, Month } from './calendar.ts';
import { firstOwnDay, shareOf, shareOfMonth } from './month-share.ts';
import { amount, rupees } from './testing/story.ts';

const NOVEMBER = '2026-11' as Month;
const on = (text: string) => `2026-${text}` as Day;
const orNone = (text: string | null) => (text === null ? null : on(text));

test.each([
  ['8,000.00', 10, 30, '2,666.67'],
  ['8,000.00', 1, 30, '266.67'],
  ['8,000.00', 1, 29, '275.86'],
  ['0.01', 1, 2, '0.01'],
  ['0.01', 13, 28, '0.00'],
  ['8,000.05', 31, 31, '8,000.05'],
  ['8,000.05', 0, 30, '0.00'],
])('of %s for a month %i of %i days are %s', (whole, days, of, part) => {
  expect(rupees(shareOf(amount(whole), { days, of }))).toBe(part);
});

test.each<[string, string, string | null, number]>([
  ['from a day on', '11-12', null, 19],
  ['until a day', '10-01', '11-12', 12],
  ['from one day to another', '11-12', '11-20', 9],
  ['one day', '11-12', '11-12', 1],
  ['the whole month', '10-01', '12-05', 30],
  ['from the last day on', '11-30', null, 1],
  ['from the day after the month on', '12-01', null, 0],
])('%s has its share of November', (_, first, last, days) => {
  expect(shareOfMonth(NOVEMBER, on(first), orNone(last))).toEqual({ days, of: 30 });
});

test.each<[string, string | null, (string | null)[], string]>([
  ['no other tenancy ended on it', null, ['11-11', null], '11-12'],
  ['another one ended on it', null, ['10-03', '11-12'], '11-13'],
  ['another one ended on it, and it ended later', '11-20', ['11-12'], '11-13'],
  ['another one ended on it, and it has no other day', '11-12', ['11-12'], '11-12'],
])('the first own day of a tenancy from the 12th when %s', (_, ended, others, first) => {
  const days = { startedOn: on('11-12'), endedOn: orNone(ended), lastDaysOfOthers: others.map(orNone) };
  expect(firstOwnDay(days)).toBe(on(first));
});
