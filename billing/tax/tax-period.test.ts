import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, day, fromDayNumber } from '../calendar.ts';
import { parseTaxPeriod, periodDayOf, scheduleVersion, taxPeriodOf, vatReturnDueDay } from './tax-period.ts';

test.each([
  ['2026-10-01', 'month', '2641', '2026-10-01', '2026-10-31', '2026-11-30'],
  ['2026-11-20', 'month', '2642', '2026-11-01', '2026-11-30', '2026-12-31'],
  ['2026-12-31', 'month', '2643', '2026-12-01', '2026-12-31', '2027-01-31'],
  ['2028-02-29', 'month', '2812', '2028-02-01', '2028-02-29', '2028-03-31'],
  ['2027-01-15', 'month', '2711', '2027-01-01', '2027-01-31', '2027-02-28'],
  ['2026-10-01', 'quarter', '2640', '2026-10-01', '2026-12-31', '2027-01-31'],
  ['2026-09-30', 'quarter', '2630', '2026-07-01', '2026-09-30', '2026-10-31'],
  ['2016-05-02', 'quarter', '1620', '2016-04-01', '2016-06-30', '2016-07-31'],
] as const)('%s by %s is in period %s, from %s to %s, with a return until %s', (date, by, code, first, last, due) => {
  const period = taxPeriodOf(day(date), by);
  expect(period).toEqual({ code, first, last });
  expect(vatReturnDueDay(period)).toBe(due);
  expect(parseTaxPeriod(code)).toEqual(period);
});

test.each(['', '264', '26410', '2650', '2600', '2644', '26-4', '2o41'])('"%s" is not a period', (code) => {
  expect(parseTaxPeriod(code)).toBeUndefined();
});

test.each(['month', 'quarter'] as const)('each day is in exactly one %s', (by) => {
  const anyDay = fc.integer({ min: 10_957, max: 47_481 }).map(fromDayNumber);
  fc.assert(
    fc.property(anyDay, (date) => {
      const period = taxPeriodOf(date, by);
      expect(period.first <= date && date <= period.last).toBe(true);
      expect(taxPeriodOf(period.first, by)).toEqual(period);
      expect(taxPeriodOf(period.last, by)).toEqual(period);
      expect(taxPeriodOf(addDays(period.last, 1), by).code).not.toBe(period.code);
      expect(parseTaxPeriod(period.code)).toEqual(period);
    }),
  );
});

test.each([
  ['invoice', 'supply', '2026-10-01'],
  ['invoice', 'invoice', '2026-11-20'],
  ['credit', 'supply', '2026-11-20'],
  ['debit', 'supply', '2026-11-20'],
  ['credit', 'invoice', '2026-11-20'],
] as const)('of a late %s, by %s, the day %s decides the period', (kind, rule, expected) => {
  const document = { kind, suppliedOn: day('2026-10-01'), issuedOn: day('2026-11-20') };
  expect(periodDayOf(document, rule)).toBe(expected);
});

test.each([
  ['2026-11-15', 0, 1],
  ['2026-11-30', 0, 1],
  ['2026-12-01', 0, 2],
  ['2026-12-05', 0, 2],
  ['2026-12-20', 1, 3],
])('a file for October made on %s after %i amendments is version %i', (madeOn, earlier, version) => {
  expect(scheduleVersion(taxPeriodOf(day('2026-10-01'), 'month'), day(madeOn), earlier)).toBe(version);
});
