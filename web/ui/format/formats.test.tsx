import { render } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { day, type Instant, type Month } from '#billing/calendar.ts';
import { writeNumber } from '#contract/figures.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { setCurrentLanguage, t } from '#web/i18n/t.ts';
import { formatInstant, formatMonth, formatOfficeDay, shortMonthChoices } from './dates.ts';
import { formatMoney } from './money.ts';
import { Unbroken } from './one-line.tsx';

test('money is shown as LKR 12,500.00', () => {
  expect(formatMoney(12500)).toBe('LKR 12,500.00');
  expect(formatMoney(-0.5)).toBe('LKR -0.50');
  expect(writeNumber(1234567)).toBe('1,234,567');
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

test.each([
  ['en', 'LKR\u00a012,500.00'],
  ['si', 'රු.\u00a012,500.00'],
  ['ta', 'ரூ.\u00a012,500.00'],
] as const)('in a sentence in %s the currency is on the line of its amount', (language, written) => {
  setCurrentLanguage(language);
  expect(t('payments.form.confirm.title', { amount: formatMoney(12500), method: '' })).toContain(written);
});

test.each([
  ['Invoice INV-A10-202611, rent', ['INV-A10-202611']],
  ['CN-B07-202610-1: on INV-B07-202610.', ['CN-B07-202610-1', 'INV-B07-202610']],
  ['LKR 1,076.00 → LKR -10,768.25', ['LKR 1,076.00', 'LKR -10,768.25']],
  [
    'Dated 4 Nov 2026. 2026 නොවැ 20 · 2026 நவ. 20, 2026 අප්‍රේල් 1',
    ['4 Nov 2026', '2026 නොවැ 20', '2026 நவ. 20', '2026 අප්‍රේල් 1'],
  ],
  ['102345.75; rate 2.5', ['102345.75']],
  ['Stall 12 paid in cash', []],
])('what is never broken over two lines in "%s"', (text, whole) => {
  const { container } = render(<Unbroken text={text} />);
  expect(container.textContent).toBe(text);
  const spans = [...container.querySelectorAll('span')];
  expect(spans.map(({ textContent }) => textContent)).toEqual(whole);
  expect(spans.every(({ style }) => style.whiteSpace === 'nowrap')).toBe(true);
});

test('an email address is broken before its @', () => {
  const { container } = render(<Unbroken text="kamala.weerasinghe@example.com" />);
  expect(container.innerHTML).toBe('kamala.weerasinghe<wbr>@example.com');
});
