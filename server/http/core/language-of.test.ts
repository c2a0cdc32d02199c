/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { languageOf } from './language-of.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['ta', 'ta'],
  ['si-LK,si;q=0.9,en;q=0.8', 'si'],
  ['SI-lk', 'si'],
  ['de-DE, ta-LK;q=0.7, en;q=0.3', 'ta'],
  ['en;q=0.3, si;q=0.9', 'si'],
  ['ta, si', 'ta'],
  ['si;q=0, ta;q=0.1', 'ta'],
  ['si;q=much, ta;q=0.5', 'ta'],
  ['sim, tar', 'en'],
])('the language of the header %s is %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});
