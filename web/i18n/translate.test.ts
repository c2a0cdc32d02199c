import { expect, test } from 'vitest';
import { inLanguage } from '#contract/languages.ts';
import { translators } from './catalogues.ts';

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
