import { expect, test } from 'vitest';
import { parseUnits } from './other-charges.ts';

test('units have at most 9 digits and 3 decimals', () => {
  expect(['7', '007.25', '0.001', '7.1234', '1e3', '-1', '', '1234567890'].map(parseUnits)).toEqual([
    7000,
    7250,
    1,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
