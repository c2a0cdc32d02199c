/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { canonicalAddress } from './canonical-address.ts';

test.each([
  ['/api/products', '/api/products'],
  ['/api/products?', '/api/products'],
  ['/api/products?made=up&x=1', '/api/products'],
  ['/api/products?page=2&limit=10', '/api/products?limit=10&page=2'],
  ['/api/products?x=1&page=2', '/api/products?page=2'],
  ['/api/products?page=1&page=2', '/api/products?page=1&page=2'],
  ['/api/%70roducts', '/api/products'],
  ['/news/%e0%b6%85', '/news/%E0%B6%85'],
  ['/news/a%2fb', '/news/a%2Fb'],
  ['/news/%zz', '/news/%zz'],
  ['/a/../api/products', '/api/products'],
])('%s is cached as %s', (url, address) => {
  expect(canonicalAddress(url, ['limit', 'page'])).toBe(address);
});
