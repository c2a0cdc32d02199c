import { expect, test } from 'vitest';
import { formatMessage, placeholdersOf } from './format-message.ts';

const ROWS = '{count, plural, =0 {No rows} one {# row} other {# rows}} of {list}';

test('a placeholder is replaced by its value; numbers get thousands separators and years do not', () => {
  expect(formatMessage('Delete payment {id}?', { id: '1204' }, 'en')).toBe('Delete payment 1204?');
  expect(formatMessage('{count} shops in {year}', { count: 1204, year: '2026' }, 'en')).toBe('1,204 shops in 2026');
});

test('a count chooses its plural form', () => {
  expect(formatMessage(ROWS, { count: 0, list: 'A' }, 'en')).toBe('No rows of A');
  expect(formatMessage(ROWS, { count: 1, list: 'A' }, 'en')).toBe('1 row of A');
  expect(formatMessage(ROWS, { count: 1200, list: 'A' }, 'en')).toBe('1,200 rows of A');
});

test('Sinhala uses the singular form for 0 as well', () => {
  expect(formatMessage('{count, plural, one {භාණ්ඩ #} other {භාණ්ඩ #ක්}}', { count: 0 }, 'si')).toBe('භාණ්ඩ 0');
});

test('a choice falls back to "other", and placeholders inside a branch are filled in', () => {
  const text = '{kind, select, fine {Fine of {amount}} other {Charge of {amount}}}.';
  expect(formatMessage(text, { kind: 'fine', amount: '3,000.00' }, 'en')).toBe('Fine of 3,000.00.');
  expect(formatMessage(text, { kind: 'rent', amount: '8,000.00' }, 'en')).toBe('Charge of 8,000.00.');
});

test('a placeholder without a value stays as it is written', () => {
  expect(formatMessage('For {shop}', {}, 'en')).toBe('For {shop}');
});

test('a number sign outside a plural form is plain text', () => {
  expect(formatMessage('# {id}', { id: '7' }, 'en')).toBe('# 7');
});

test.each(['{name', 'a } b', '{n, plural, one {x}', '{n, number}'])('"%s" is rejected', (text) => {
  expect(() => formatMessage(text, { n: 1 }, 'en')).toThrow();
});

test('the placeholders of a message are listed once each', () => {
  expect(placeholdersOf(ROWS)).toEqual(['count', 'list']);
});
