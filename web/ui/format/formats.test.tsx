import { afterEach, beforeAll, expect, test } from 'vitest';
import { day, type Instant, type Month } from '#billing/calendar.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { setCurrentLanguage } from '#web/i18n/t.ts';
import { formatInstant, formatMonth, formatOfficeDay, shortMonthChoices } from './dates.ts';
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

beforeAll(() => Promise.all([loadMessages('start', 'si'), loadMessages('start', 'ta')]));
afterEach(() => setCurrentLanguage('en'));

test.each([
  ['si', '2026 නොවැ 20', '2026 සැප්', 'සැප්', '2026 නොවැ 20, 00:00:00', 'රු. 12,500.00'],
  ['ta', '2026 நவ. 20', '2026 செப்.', 'செப்.', '2026 நவ. 20, 00:00:00', 'ரூ. 12,500.00'],
] as const)('dates and amounts in %s have its words, its order and Latin digits', (language, ...written) => {
  setCurrentLanguage(language);
  expect([
    formatOfficeDay(day('2026-11-20')),
    formatMonth('2026-09' as Month),
    shortMonthChoices()[8]?.label,
    formatInstant('2026-11-19T18:30:00.000Z' as Instant),
    formatMoney(12500),
  ]).toEqual(written);
});
