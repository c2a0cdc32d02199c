import { expect, test } from 'vitest';
import { validateReference } from './validate-payment.ts';

test.each([
  ['shop', 'A12', true],
  ['shop', 'A 12', false],
  ['invoice', 'INV-A12-202611', true],
  ['invoice', 'inv-B-7-202611', true],
  ['invoice', 'A12', false],
  ['invoice', '', false],
] as const)('%s reference %j is possible: %s', (type, reference, isValid) => {
  expect(validateReference({ type, reference }) === undefined).toBe(isValid);
});
