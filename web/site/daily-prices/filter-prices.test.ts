import { expect, test } from 'vitest';
import { productTypes, shownProductTypes } from '#contract/product-words.ts';
import {
  beans,
  carrot,
  friday,
  fridaysList,
  mango,
  pricesData,
  samba,
  siteProduct,
  testPrice,
  translatorIn,
} from '../../testing/site-market.ts';
import { filterPrices, hasCheap, shownType, typesIn } from './filter-prices.ts';
import { pricePapers } from './price-sheet-paper.ts';
import { choiceOf, pricesPath } from './prices-address.ts';

const aliases = { [beans.id]: ['bonchi', 'බෝන්චි'], [carrot.id]: ['karat'] };
const found = (type: string, search: string) =>
  filterPrices({ rows: fridaysList, comparisons: pricesData().comparisons }, { type, search }, aliases).map(
    (row) => row.product,
  );

test('the public pages show all types of products, vegetables first', () => {
  expect(shownProductTypes.slice(0, 3)).toEqual(['vegetable', 'Leaf Vegetable', 'potatoes']);
  expect(new Set(shownProductTypes)).toEqual(new Set(productTypes));
});

test('only types that are on the list are offered, in the order of the site', () => {
  expect(typesIn(fridaysList)).toEqual(['vegetable', 'fruit', 'rice']);
  expect(typesIn([])).toEqual([]);
});

test('a product without a known type is uncategorized, and found there', () => {
  expect(shownType('')).toBe('Uncategorized');
  const odd = testPrice(siteProduct(9, { type: 'spice' as 'rice' }), 1, 2);
  expect(typesIn([odd])).toEqual(['Uncategorized']);
  expect(filterPrices({ rows: [odd], comparisons: {} }, { type: 'Uncategorized', search: '' }, {})).toEqual([odd]);
});

test('prices that are cheaper than usual are found, and offered as such', () => {
  expect(found('cheap', '')).toEqual([beans]);
  expect(hasCheap(pricesData())).toBe(true);
  expect(hasCheap({ rows: [testPrice(mango, 80, 80)], comparisons: pricesData().comparisons })).toBe(false);
});

test('all types and no search leave the list unchanged, in its order', () => {
  expect(found('', '')).toEqual([carrot, beans, mango, samba]);
  expect(found('', '   ')).toEqual([carrot, beans, mango, samba]);
});

test.each([
  ['Carrot', carrot],
  ['cArR', carrot],
  ['කැරට්', carrot],
  ['கரட்', carrot],
  ['போஞ்சி', beans],
  ['mango-tjc', mango],
  ['  සම්බා ', samba],
  ['Bonchi', beans],
  ['බෝන්චි', beans],
  ['karat carr', carrot],
])('%s is found', (search, expected) => {
  expect(found('', search)).toEqual([expected]);
});

test('words of a search may be in any order and language, and all must match', () => {
  expect(found('', 'කැරට් car')).toEqual([carrot]);
  expect(found('', 'carrot beans')).toEqual([]);
});

test('a letter is found however the keyboard encodes it', () => {
  const curry = testPrice(siteProduct(8, { name_ta: 'கொத்தமல்லி', name_si: 'ක්‍රෝටන්' }), 1, 2);
  expect(filterPrices({ rows: [curry], comparisons: {} }, { type: '', search: 'கெ\u0bbeத்தமல்லி' }, {})).toEqual([curry]);
  expect(filterPrices({ rows: [curry], comparisons: {} }, { type: '', search: 'ක්රෝටන්' }, {})).toEqual([curry]);
});

test('a search is text, never a pattern', () => {
  expect(found('', '.*')).toEqual([]);
  expect(found('', '(')).toEqual([]);
});

test('type and search narrow the list together', () => {
  expect(found('vegetable', '')).toEqual([carrot, beans]);
  expect(found('vegetable', 'mango')).toEqual([]);
  expect(found('no such type', '')).toEqual([]);
});

const pagesOf = (count: number) => {
  const rows = Array.from({ length: count }, (_, index) => testPrice(siteProduct(index + 1), 100, 120));
  return pricePapers({ date: friday, rows }, 'Pola Economic Centre', translatorIn('en'));
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

test('the latest prices of all products have the plain address', () => {
  expect(pricesPath({ date: null, type: '', search: '', view: '' })).toBe('/home-dailyprice');
});

test.each([
  { date: friday, type: 'Leaf Vegetable', search: 'கரட் & co', view: '' },
  { date: null, type: '', search: 'a+b=c', view: 'cards' },
  { date: friday, type: '', search: '', view: 'compact' },
] as const)('an address contains the choices: %o', (choice) => {
  expect(choiceOf(new URL(pricesPath(choice), 'http://market').searchParams)).toEqual(choice);
});

test('an invalid date shows the latest list', () => {
  expect(choiceOf(new URLSearchParams('date=2026-02-30&q=x&view=list'))).toEqual({
    date: null,
    type: '',
    search: 'x',
    view: '',
  });
});
