import { expect, test } from 'vitest';
import { siteProduct, testPrice } from '../../testing/site-market.ts';
import { printPages } from './print-rows.ts';

const listOf = (count: number) =>
  Array.from({ length: count }, (_, index) => testPrice(siteProduct(index + 1), 100, 120));

test.each([
  [0, 1],
  [1, 1],
  [119, 1],
  [120, 1],
  [121, 2],
  [300, 3],
])('%i items are on %i pages, each of two columns of 60 rows', (items, pages) => {
  const printed = printPages(listOf(items));
  expect(printed).toHaveLength(pages);
  for (const columns of printed) expect(columns.map((rows) => rows.length)).toEqual([60, 60]);
});

test('items go down the first column and on in the second, numbered without a gap over all pages', () => {
  const [first, second] = printPages(listOf(130));
  expect(first?.[0]?.[0]).toMatchObject({ number: 1, price: { product_id: 1 } });
  expect(first?.[0]?.[59]).toMatchObject({ number: 60, price: { product_id: 60 } });
  expect(first?.[1]?.[0]).toMatchObject({ number: 61, price: { product_id: 61 } });
  expect(second?.[0]?.[0]).toMatchObject({ number: 121, price: { product_id: 121 } });
});

test('rows without an item are empty, not left out', () => {
  const rows = printPages(listOf(119)).flat(2);
  expect(rows).toHaveLength(120);
  expect(rows.at(-1)).toEqual({ number: 120, price: undefined });
});
