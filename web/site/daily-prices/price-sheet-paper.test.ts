import { expect, test } from 'vitest';
import { friday, siteProduct, speechIn, testPrice } from '../../testing/site-market.ts';
import { pricePapers } from './price-sheet-paper.ts';

const pagesOf = (count: number) => {
  const rows = Array.from({ length: count }, (_, index) => testPrice(siteProduct(index + 1), 100, 120));
  return pricePapers({ date: friday, rows }, 'Pola Economic Centre', speechIn('en'));
};

test.each([
  [0, 1],
  [1, 1],
  [119, 1],
  [120, 1],
  [121, 2],
  [300, 3],
])('%i items are on %i pages, each of two columns of 60 rows', (items, pages) => {
  const printed = pagesOf(items);
  expect(printed).toHaveLength(pages);
  for (const { columns } of printed) expect(columns.map((rows) => rows.length)).toEqual([60, 60]);
});

test('items fill the first column and then the second, numbered without a gap over all pages', () => {
  const [first, second] = pagesOf(130).map(({ columns }) => columns);
  expect(first?.[0]?.[0]).toMatchObject({ number: '1', name: 'Product 1' });
  expect(first?.[0]?.[59]).toMatchObject({ number: '60', name: 'Product 60' });
  expect(first?.[1]?.[0]).toMatchObject({ number: '61', name: 'Product 61' });
  expect(second?.[0]?.[0]).toMatchObject({ number: '121', name: 'Product 121' });
});

test('rows without an item are printed empty', () => {
  const rows = pagesOf(119).flatMap(({ columns }) => columns.flat());
  expect(rows).toHaveLength(120);
  expect(rows.at(-1)).toBeUndefined();
});
