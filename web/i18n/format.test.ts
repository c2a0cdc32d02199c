import { expect, test } from 'vitest';
import { day } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { formatDay, formatDayMonth, formatMonthYear, formatPlainDay, formatShortDay } from '#contract/days.ts';
import { centsOf, writeAmount } from '#contract/figures.ts';
import { inLanguage } from '#contract/languages.ts';
import { translators } from './catalogues.ts';
import { formatExactRupees, formatRange, formatRupees } from './format.ts';

const t = { en: translators.en.t, si: translators.si.t, ta: translators.ta.t };
const friday = day('2026-11-20');

test('a day is written as usual in each language', () => {
  expect(formatDay(friday, t.en)).toBe('Friday, 20 November 2026');
  expect(formatDay(friday, t.si)).toBe('2026 නොවැම්බර් 20, සිකුරාදා');
  expect(formatDay(friday, t.ta)).toBe('2026 நவம்பர் 20, வெள்ளிக்கிழமை');
});

test('shorter formats have fewer parts and no leading zero', () => {
  expect(formatShortDay(day('2026-02-03'), t.en)).toBe('3 Feb 2026');
  expect(formatPlainDay(day('1999-04-01'), t.en)).toBe('1 April 1999');
  expect(formatDayMonth(friday, t.en)).toBe('20 Nov');
  expect(formatMonthYear(friday, t.ta)).toBe('2026 நவ.');
});

test('every month and weekday has its own name in every language', () => {
  for (const translate of Object.values(t)) {
    const months = Array.from({ length: 12 }, (_, index) => day(`2026-${String(index + 1).padStart(2, '0')}-01`));
    expect(new Set(months.map((date) => formatPlainDay(date, translate))).size).toBe(12);
    expect(new Set(months.map((date) => formatMonthYear(date, translate))).size).toBe(12);
    const week = Array.from({ length: 7 }, (_, index) =>
      formatDay(day(`2026-11-1${index}`), translate).replaceAll(/\d/g, ''),
    );
    expect(new Set(week).size).toBe(7);
  }
});

test('a price is a range of rupees; two equal ends are one figure', () => {
  expect(formatRange(cents(12_000), cents(15_000), t.en)).toBe('120 – 150');
  expect(formatRange(cents(12_000), cents(12_000), t.en)).toBe('120');
  expect(formatRange(cents(120_000), cents(145_000), t.en)).toBe('1,200 – 1,450');
});

test('cents are shown on both ends or on neither', () => {
  expect(formatRange(cents(12_050), cents(15_000), t.en)).toBe('120.50 – 150.00');
  expect(writeAmount(cents(12_050))).toBe('120.50');
});

test('on paper every amount has two decimals', () => {
  expect(formatExactRupees(cents(12_000), t.en)).toBe('Rs. 120.00');
  expect(formatExactRupees(cents(1_234_550), t.en)).toBe('Rs. 12,345.50');
  expect(formatExactRupees(cents(12_000), t.si)).toBe('රු. 120.00');
  expect(formatExactRupees(cents(12_000), t.ta)).toBe('ரூ. 120.00');
});

test('rupees of the API become exact cents', () => {
  expect(centsOf(1800.05)).toBe(180_005);
  expect(centsOf(0.29)).toBe(29);
  expect(formatRupees(centsOf(1800.05), t.en)).toBe('Rs. 1,800.05');
});

const english = translators.en.t;

test('a text is filled in with its values', () => {
  expect(english('prices.of', { date: 'Friday' })).toBe('Prices for Friday');
});

test('a missing value is visible, and a value that looks like a pattern is unchanged', () => {
  expect(english('prices.of')).toBe('Prices for {date}');
  expect(english('prices.of', { date: '$& {date}' })).toBe('Prices for $& {date}');
});

test('a count selects its plural form and is written with commas', () => {
  expect(english('prices.count', { count: 1 })).toBe('1 product');
  expect(english('prices.count', { count: 0 })).toBe('0 products');
  expect(english('prices.count', { count: 1038 })).toBe('1,038 products');
  expect(translators.ta.t('prices.count', { count: 1 })).toBe('1 பொருள்');
  expect(translators.ta.t('prices.count', { count: 2 })).toBe('2 பொருட்கள்');
  expect(translators.si.t('prices.count', { count: 2 })).toBe('භාණ්ඩ 2');
});

test('English is at the root, the other languages below their code', () => {
  expect(inLanguage('en', '/contact')).toBe('/contact');
  expect(inLanguage('si', '/contact')).toBe('/si/contact');
  expect(inLanguage('ta', '/')).toBe('/ta/');
});
