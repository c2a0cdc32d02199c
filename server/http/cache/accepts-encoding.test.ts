/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { acceptsEncoding } from './accepts-encoding.ts';

test.each([
  ['gzip, deflate, br, zstd', true],
  ['br', true],
  ['GZIP,BR', true],
  ['gzip;q=0.5,br;q=1.0', true],
  ['br ; q=0.001', true],
  ['gzip;q=0, br', true],
  ['br;q=0', false],
  ['br; q=0.000', false],
  ['br;x=1;q=0, gzip', false],
  ['BR;Q=0', false],
  ['gzip, brotli', false],
  ['*', false],
  ['', false],
])('%s', (accepted, expected) => {
  expect(acceptsEncoding({ 'accept-encoding': accepted }, 'br')).toBe(expected);
});

test('no header accepts nothing', () => {
  expect(acceptsEncoding({}, 'gzip')).toBe(false);
});
