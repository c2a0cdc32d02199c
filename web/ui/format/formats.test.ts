import { expect, test } from 'vitest';
import { day, type Instant, type Month } from '#billing/calendar.ts';
import { formatInstant, formatMonth, formatOfficeDay, readDay } from './dates.ts';
import { formatMoney, formatNumber } from './money.ts';

test('money is shown as LKR 12,500.00', () => {
  expect(formatMoney(12500)).toBe('LKR 12,500.00');
  expect(formatMoney(-0.5)).toBe('LKR -0.50');
  expect(formatNumber(1234567)).toBe('1,234,567');
});

test("dates are shown as 20 Nov 2026, by the market's clock", () => {
  expect(formatOfficeDay(day('2026-11-20'))).toBe('20 Nov 2026');
  expect(formatMonth('2026-09' as Month)).toBe('Sep 2026');
  expect(formatInstant('2026-11-19T18:30:00.000Z' as Instant)).toBe('20 Nov 2026, 00:00:00');
});

test.each(['20 Nov 2026', '20 november 2026', '2026-11-20', '20/11/2026', '20.11.2026', ' 20-Nov-2026 '])(
  '%s is read as 20 Nov 2026',
  (text) => expect(readDay(text)).toBe('2026-11-20'),
);

test.each(['', 'today', '31/02/2026', '11/20/2026', '20 Nov', '20 Nov 26'])('%j is not a day', (text) => {
  expect(readDay(text)).toBeNull();
});
