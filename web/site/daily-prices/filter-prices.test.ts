import { expect, test } from 'vitest';
import { productTypes, shownProductTypes } from '#contract/words.ts';
import { beans, carrot, fridaysList, mango, samba, siteProduct, testPrice } from '../../testing/site-market.ts';
import { filterPrices, shownType, typesIn } from './filter-prices.ts';

const aliases = { [beans.id]: ['bonchi', 'බෝන්චි'], [carrot.id]: ['karat'] };
const found = (type: string, search: string) =>
  filterPrices(fridaysList, { type, search }, aliases).map((row) => row.product);

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
  expect(filterPrices([odd], { type: 'Uncategorized', search: '' }, {})).toEqual([odd]);
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
  expect(filterPrices([curry], { type: '', search: 'கெ\u0bbeத்தமல்லி' }, {})).toEqual([curry]);
  expect(filterPrices([curry], { type: '', search: 'ක්රෝටන්' }, {})).toEqual([curry]);
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
