import { expect, test } from 'vitest';
import { cents } from '#billing/money.ts';
import { readPrice, writePrice } from './read-price.ts';

test.each([
  ['380', 38_000],
  [' 380 ', 38_000],
  ['380.5', 38_050],
  ['380.', 38_000],
  ['0.05', 5],
  ['1,200.50', 120_050],
  ['12,345,678', 1_234_567_800],
])('%j is a price', (text, amount) => {
  expect(readPrice(text)).toEqual({ kind: 'price', cents: amount });
});

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
])('%j is an empty cell', (text, kind) => {
  expect(readPrice(text)).toEqual({ kind });
});

test.each([
  ['38o', '“38o” is not a valid price.'],
  ['1,20', '“1,20” is not a valid price.'],
  ['1e3', '“1e3” is not a valid price.'],
  ['+-5', '“+-5” is not a valid price.'],
  ['3.800', 'Enter a price with no more than 2 decimal places.'],
  ['0', 'Enter a price greater than 0.'],
  ['0.00', 'Enter a price greater than 0.'],
  ['9999999999', 'Enter a price of 999999999.99 or less.'],
])('%j is not a price, and the cell shows why', (text, reason) => {
  expect(readPrice(text)).toEqual({ kind: 'fault', reason });
});

test('a price in a cell has decimals only when it has cents, and is read back as the same price', () => {
  expect([38_000, 38_050, 5].map((amount) => writePrice(cents(amount)))).toEqual(['380', '380.50', '0.05']);
  expect(readPrice(writePrice(cents(120_050)))).toEqual({ kind: 'price', cents: 120_050 });
});
