import { distance } from 'fastest-levenshtein';
import { expect, test } from 'vitest';
import { starterProducts } from '#scripts/starter-catalogue/products.ts';
import { suggestProducts } from './import-prices.ts';

const catalogue = starterProducts.map(({ name, name_si = '', name_ta = '', code, aliases = [] }, at) => ({
  id: at + 1,
  name,
  name_si,
  name_ta,
  code,
  aliases: JSON.stringify(aliases),
}));

test('a thousand unknown names cost few comparisons each, however odd they are', { tags: ['slow'] }, () => {
  let compared = 0;
  const suggest = suggestProducts(catalogue, (one, other) => {
    compared += 1;
    return distance(one, other);
  });
  const most = Array.from({ length: 1000 }, (_, at) => {
    const before = compared;
    suggest(`Unknown ${'vegetable '.repeat(at % 5)}${(at * 7919).toString(36)} carott`);
    return compared - before;
  });
  expect(Math.max(...most)).toBeLessThan(1500);
  expect(compared).toBeLessThan(600_000);
  expect(suggest('x'.repeat(10_000))).toEqual([]);
});
