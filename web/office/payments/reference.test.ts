import { expect, test } from 'vitest';
import { shopOfReference } from './reference.ts';

test.each([
  ['shop', 'A12', 'A12'],
  ['shop', 'A 12', ''],
  ['invoice', 'INV-A12-202611', 'A12'],
  ['invoice', 'inv-B-7-202611', 'B-7'],
  ['invoice', 'A12', ''],
  ['invoice', '', ''],
] as const)('%s reference %j is of shop %j', (type, reference, shopId) => {
  expect(shopOfReference({ type, reference })).toBe(shopId);
});
