import { expect, test } from 'vitest';
import { telephone } from './telephone.ts';

test('a number is called by its digits, with the plus of a country', () => {
  expect(telephone('000 000 1999')).toBe('tel:0000001999');
  expect(telephone('+94 (66) 228-5000')).toBe('tel:+94662285000');
});
