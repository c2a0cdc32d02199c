import { expect, test } from 'vitest';
import { placeOf } from './place-of.ts';

test('an address has the values that its path names, and the others as its query', () => {
  expect(placeOf('/view-shops')).toBe('/view-shops');
  expect(placeOf('/receipt/:paymentId', { paymentId: 7 })).toBe('/receipt/7');
  expect(placeOf('/edit-dailyprice/:date/:productId', { date: '2026-11-19', productId: 6 })).toBe(
    '/edit-dailyprice/2026-11-19/6',
  );
  expect(placeOf('/shop-summary/:shopId', { shopId: 'A-1', tab: 'invoices', tenancy: 3 })).toBe(
    '/shop-summary/A-1?tab=invoices&tenancy=3',
  );
});

test('a value cannot end the path or the query, and one that is undefined is left out', () => {
  expect(placeOf('/shop-summary/:shopId', { shopId: 'A/1?x#y' })).toBe('/shop-summary/A%2F1%3Fx%23y');
  expect(placeOf('/my-day', { by: 'a&b@example.com', date: undefined })).toBe('/my-day?by=a%26b%40example.com');
});
