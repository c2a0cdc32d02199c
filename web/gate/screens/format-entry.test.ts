import { expect, test } from 'vitest';
import { cents } from '#billing/money.ts';
import { cashIn, countText, rupeesText } from './format-entry.ts';

test('money is called out without cents, unless there are some', () => {
  expect([2000, 125_000, 2050].map((amount) => rupeesText(cents(amount)))).toEqual(['Rs 20', 'Rs 1,250', 'Rs 20.50']);
});

test.each([
  ['500', 50_000],
  [' 1,250.50 ', 125_050],
  ['0', 0],
  ['-5', undefined],
  ['five', undefined],
  ['1.005', undefined],
])('%j in the box is %j cents', (text, amount) => {
  expect(cashIn(text)).toBe(amount);
});

test('one ticket, two tickets', () => {
  expect([0, 1, 2].map((count) => countText(count, 'ticket'))).toEqual(['0 tickets', '1 ticket', '2 tickets']);
});
