import { expect, test } from 'vitest';
import { friday } from '../../testing/site-market.ts';
import { choiceOf, pricesPath } from './prices-address.ts';

test('the latest prices of all products have the plain address', () => {
  expect(pricesPath({ date: null, type: '', search: '' })).toBe('/home-dailyprice');
});

test.each([
  { date: friday, type: 'Leaf Vegetable', search: 'கரட் & co' },
  { date: null, type: '', search: 'a+b=c' },
  { date: friday, type: '', search: '' },
])('an address contains the choices: %o', (choice) => {
  expect(choiceOf(new URL(pricesPath(choice), 'http://market').searchParams)).toEqual(choice);
});

test('an invalid date shows the latest list', () => {
  expect(choiceOf(new URLSearchParams('date=2026-02-30&q=x'))).toEqual({ date: null, type: '', search: 'x' });
});
