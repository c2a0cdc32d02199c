import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  type Day,
  day,
  dayInMonth,
  dayNumber,
  dayOf,
  endOfDay,
  firstDayOf,
  fromDayNumber,
  instantFrom,
  instantOf,
  instantsOfMonths,
  isDay,
  isInstant,
  isMonth,
  type Month,
  monthInYear,
  monthOf,
  msUntilNextDay,
  paymentInstant,
  previousMonth,
  startOfDay,
  timeOf,
  weekdayOf,
} from './calendar.ts';
import { runs } from './testing/runs.ts';

/**
 * The market's day must not depend on the server's time zone. `minutes` is how far the zone is ahead of UTC in
 * November.
 */
const zones: [zone: string, minutes: number][] = [
  ['UTC', 0],
  ['America/New_York', -300],
  ['Pacific/Kiritimati', 840],
  ['Asia/Colombo', 330],
];

const DAY_MS = 86_400_000;
const from2007to2999 = fc.integer({ min: Date.UTC(2007, 0, 1), max: Date.UTC(2999, 11, 30) });
const anyDay = fc.integer({ min: -25_567, max: 376_200 }).map(fromDayNumber);

describe.each(zones)('on a machine in %s', (zone, minutes) => {
  const before = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  test('the time zone of the machine is applied', () => {
    expect(0 - new Date(2026, 10, 20).getTimezoneOffset()).toBe(minutes);
  });

  test.each([
    ['2026-11-20T18:29:59.999Z', '2026-11-20'],
    ['2026-11-20T18:30:00.000Z', '2026-11-21'],
    ['2026-12-31T18:29:59.999Z', '2026-12-31'],
    ['2026-12-31T18:30:00.000Z', '2027-01-01'],
    ['2028-02-28T18:30:00.000Z', '2028-02-29'],
    ['2027-02-28T18:30:00.000Z', '2027-03-01'],
  ])('at %s it is %s in the market', (instant, expected) => {
    expect(dayOf(instantOf(Date.parse(instant)))).toBe(expected);
  });

  test('the day in the market is that of the time zone database', () => {
    fc.assert(
      fc.property(from2007to2999, (epochMs) => {
        const there = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO('Asia/Colombo');
        expect(dayOf(instantOf(epochMs))).toBe(there.toPlainDate().toString());
        expect(timeOf(instantOf(epochMs))).toBe(there.toPlainTime().toString({ smallestUnit: 'second' }));
      }),
    );
  });

  test('a day begins at its midnight in the market and lasts 24 hours', () => {
    fc.assert(
      fc.property(from2007to2999, (epochMs) => {
        const today = dayOf(instantOf(epochMs));
        const start = startOfDay(today);
        expect(dayOf(start)).toBe(today);
        expect(dayOf(instantOf(Date.parse(start) - 1))).toBe(addDays(today, -1));
        expect(endOfDay(today)).toBe(instantOf(Date.parse(start) + DAY_MS));
        expect(msUntilNextDay(instantOf(epochMs))).toBe(Date.parse(start) + DAY_MS - epochMs);
      }),
    );
  });

  test('a month ends where the next begins', () => {
    const december = monthInYear(2026, 12);
    const january = monthInYear(2027, 1);
    expect(instantsOfMonths(december)).toEqual({
      from: startOfDay(day('2026-12-01')),
      until: startOfDay(day('2027-01-01')),
    });
    expect(instantsOfMonths(december, 2).until).toBe(instantsOfMonths(january).until);
  });

  test('every payment of a day takes effect at 11:00 in the market', () => {
    fc.assert(
      fc.property(anyDay, (date) => {
        const takesEffect = paymentInstant(date);
        expect(dayOf(takesEffect)).toBe(date);
        expect(takesEffect.slice(10)).toBe('T05:30:00.000Z');
      }),
    );
  });

  test('days and months are counted as on paper', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (date, count) => {
        const onPaper = Temporal.PlainDate.from(date);
        expect(addDays(date, count)).toBe(onPaper.add({ days: count }).toString());
        expect(addMonths(date, count % 200)).toBe(onPaper.add({ months: count % 200 }).toString());
        expect(weekdayOf(date)).toBe(onPaper.dayOfWeek % 7);
        expect(dayNumber(addDays(date, count)) - dayNumber(date)).toBe(count);
        expect(monthOf(date)).toBe(onPaper.toPlainYearMonth().toString());
      }),
    );
  });

  test('a date is accepted only when its month has that many days, leap years included', () => {
    const parts = fc.tuple(fc.integer({ min: 1890, max: 3010 }), fc.nat(14), fc.nat(33));
    fc.assert(
      fc.property(parts, ([year, month, date]) => {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
        const inRange = year >= 1900 && year <= 2999;
        expect(isDay(text)).toBe(inRange && date >= 1 && date <= daysIn(year, month));
        expect(isMonth(text.slice(0, 7))).toBe(inRange && month >= 1 && month <= 12);
      }),
      runs(3000),
    );
  });
});

test.each(['2024-02-29', '2000-02-29', '2028-02-29', '1900-01-01', '2999-12-31', '2026-11-30'])(
  '%s is a day',
  (text) => {
    expect(isDay(text)).toBe(true);
    expect(day(text)).toBe(text);
  },
);

test.each([
  '2025-02-29',
  '1900-02-29',
  '2100-02-29',
  '2026-11-31',
  '2026-13-01',
  '2026-00-10',
  '2026-11-00',
  '1899-12-31',
  '3000-01-01',
  '2026-1-1',
  '20261120',
  '2026/11/20',
  '20-11-2026',
  ' 2026-11-20',
  '2026-11-20\n',
  '2026-11-20T00',
  '',
  '+002026-11-20',
  '-2026-11-20',
  '２０２６-11-20',
  'today',
  "2026-11-20' or '1'='1",
])('"%s" is not a day', (text) => {
  expect(isDay(text)).toBe(false);
  expect(() => day(text)).toThrow(new RangeError(`not a day: ${text}`));
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2028-02-29', -48, '2024-02-29'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-10-31', 1, '2026-11-30'],
  ['2026-11-15', 2, '2027-01-15'],
])('%s and %i months is %s', (date, months, expected) => {
  expect(addMonths(date as Day, months)).toBe(expected);
});

test.each([
  ['2026-11-20T01:30:00.000Z', true],
  ['2026-11-20T01:30:00Z', false],
  ['2026-11-20T01:30:00.000+05:30', false],
  ['2026-11-20', false],
  ['2026-02-30T00:00:00.000Z', false],
  ['yesterday', false],
  ['', false],
])('"%s" as an instant of the API: %s', (text, expected) => {
  expect(isInstant(text)).toBe(expected);
});

test.each([
  ['2026-11-20T00:00', '2026-11-19T18:30:00.000Z'],
  ['2026-11-20T11:00:00', '2026-11-20T05:30:00.000Z'],
  ['2026-11-20T11:00:00.5', '2026-11-20T05:30:00.500Z'],
  ['2026-11-20T11:00:00Z', '2026-11-20T11:00:00.000Z'],
  ['2026-11-20T11:00:00+01:00', '2026-11-20T10:00:00.000Z'],
])('%s is the instant %s', (text, expected) => {
  expect(instantFrom(text)).toBe(expected);
});

test.each([
  ['2026-11', '2026-10'],
  ['2027-01', '2026-12'],
  ['2028-03', '2028-02'],
  ['2100-03', '2100-02'],
])('the month before %s is %s', (month, before) => {
  expect(previousMonth(month as Month)).toBe(before);
});

test.each([
  ['2026-11', 1, '2026-11-01'],
  ['2026-11', 15, '2026-11-15'],
  ['2028-02', 29, '2028-02-29'],
])('%s has a day %i, %s', (month, number, expected) => {
  expect(dayInMonth(month as Month, number)).toBe(expected);
});

test.each([
  [2026, 9, '2026-09'],
  ['2026', 11, '2026-11'],
  [1, 1, '0001-01'],
])('the month of year %s and number %i is %s', (year, number, expected) => {
  const month = monthInYear(year, number);
  expect(month).toBe(expected);
  expect(firstDayOf(month)).toBe(`${expected}-01`);
});

test.each([0, 13, Number.NaN])('a year does not have the month %s', (number) => {
  expect(() => monthInYear(2026, number)).toThrow(new RangeError(`not a month: ${number}`));
});

test('February has no 29th day in a common year', () => {
  expect(() => dayInMonth('2027-02' as Month, 29)).toThrow(RangeError);
});

/** An independent rule for leap years: years divisible by 4, except those divisible by 100 but not by 400. */
function daysIn(year: number, month: number): number {
  const february = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [0, 31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0;
}
