import { expect, test } from 'vitest';
import { plainAmount } from './amount-text.ts';

test.each([
  ['25,000.00', '25000.00'],
  ['1,250', '1250'],
  ['1,25,000', '125000'],
  ['12,50,000.50', '1250000.50'],
  ['1,234,567.', '1234567.'],
  ['-1,250', '-1250'],
  ['25 000', '25000'],
  ['25\u202f000.50', '25000.50'],
  ['  380\u00a0', '380'],
  ['Rs. 1,250.00', '1250.00'],
  ['Rs 90', '90'],
  ['LKR 1,250', '1250'],
  ['300 LKR', '300'],
  ['රු. 25,000', '25000'],
  ['ரூ.1,250', '1250'],
  ['₨ 80', '80'],
  ['1,200/-', '1200'],
  ['Rs.300/=', '300'],
  ['１２０', '120'],
])('%j is the figure %s', (text, figure) => {
  expect(plainAmount(text)).toBe(figure);
});

test.each([
  '1250,50',
  '1.250,00',
  '1,2,3',
  '1,20',
  '12,34',
  '1,,250',
  ',250',
  '1e5',
  'about 80',
  '25 0000',
  '1 2',
  '--5',
])('%j is not made into another figure', (text) => {
  expect(plainAmount(text)).toBe(text);
});

test('nothing is nothing', () => {
  expect(plainAmount(' ')).toBe('');
});
