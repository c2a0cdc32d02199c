import { expect, test } from 'vitest';
import { dialled, telephone } from './telephone.ts';

test.each([
  ['000 000 1999', 'tel:0000001999'],
  ['+94 (66) 228-5000', 'tel:+94662285000'],
  ['+94 (0)66 228 5000', 'tel:+94662285000'],
  [' (000)000.1999 ', 'tel:0000001999'],
  ['෦෦෦ ෦෦෦ ෧෯෯෯', 'tel:0000001999'],
  ['1919', 'tel:1919'],
])('%j dials %s', (text, address) => {
  expect(telephone(text)).toBe(address);
});

test.each([
  '066-2285000 / 0662285001',
  '066 228 5000, 066 228 5001',
  'Call 066 228 5000 ext. 12',
  '000 000 1999 x2',
  '12',
  '0662285000 0662285001',
  '066+2285000',
  '',
])('%j is not one number', (text) => {
  expect(dialled(text)).toBeUndefined();
});
