import { expect, test } from 'vitest';
import { day, monthOf } from '../calendar.ts';
import { lateIssueDays, supplyDayOf, writeTaxDate } from './tax-dates.ts';

const bills: [
  rule: 'month-start' | 'due-day' | 'invoice-date',
  tenancyFrom: string,
  issuedOn: string,
  expected: string,
][] = [
  ['month-start', '2020-01-01', '2026-10-01', '2026-10-01'],
  ['month-start', '2026-10-01', '2026-10-01', '2026-10-01'],
  ['month-start', '2026-10-12', '2026-10-12', '2026-10-12'],
  ['month-start', '2020-01-01', '2026-11-20', '2026-10-01'],
  ['month-start', '2026-11-05', '2026-11-20', '2026-10-01'],
  ['due-day', '2020-01-01', '2026-10-01', '2026-10-15'],
  ['invoice-date', '2020-01-01', '2026-11-20', '2026-11-20'],
];

test.each(bills)('by "%s", tenancy from %s, made on %s: October is supplied on %s', (rule, from, issued, expected) => {
  const month = monthOf(day('2026-10-01'));
  const dates = { month, tenancyFrom: day(from), dueDay: day('2026-10-15'), issuedOn: day(issued) };
  expect(supplyDayOf(dates, rule)).toBe(expected);
});

test('without a known first day of the tenancy the 1st of the month is the date of supply', () => {
  const issuedOn = day('2026-10-05');
  const dates = { month: monthOf(issuedOn), tenancyFrom: undefined, dueDay: day('2026-10-19'), issuedOn };
  expect(supplyDayOf(dates, 'month-start')).toBe('2026-10-01');
});

test.each([
  ['2026-10-01', '10/01/2026'],
  ['2026-11-20', '11/20/2026'],
  ['2027-01-09', '01/09/2027'],
])('%s is printed as %s', (date, printed) => {
  expect(writeTaxDate(day(date))).toBe(printed);
});

test.each([
  ['2026-10-01', '2026-10-01', undefined],
  ['2026-10-01', '2026-10-29', undefined],
  ['2026-10-01', '2026-10-30', 29],
  ['2026-10-01', '2026-11-20', 50],
  ['2026-10-01', '2026-09-20', undefined],
])('a supply of %s invoiced on %s is late by days after supply: %s', (suppliedOn, issuedOn, expected) => {
  expect(lateIssueDays({ suppliedOn: day(suppliedOn), issuedOn: day(issuedOn) })).toBe(expected);
});
