/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { openTestOffice } from './testing/office.ts';

async function openShop() {
  const office = await openTestOffice();
  await office.let('A-1');
  await office.let('B-2');
  return office;
}

const BEANS = { product_id: 1, date: '2026-11-20', min_price: 10, max_price: 20 };

test.each([
  ['POST', '/api/sanitation', { price: 20, prise: 100 }, 'This request has no field "prise". Its fields are: price, '],
  ['POST', '/api/payments/by-shop/A-1', { amountPaid: 5, paymentDate: '2026-11-20', notes: 'x' }, '"notes"'],
  ['POST', '/api/prices/update-multiple', [{ ...BEANS, prise: 5 }], 'Row 1: This request has no field "prise".'],
  ['DELETE', '/api/tenants/1', { reason: 'Left' }, 'This request has no field "reason".'],
  ['PUT', '/api/shops/A-1', { rent: 5 }, '"rent"'],
  ['GET', '/api/payments/payments?monht=11', undefined, '"monht". Its fields are: year, month, voided.'],
  ['GET', '/api/invoices?limit=abc', undefined, 'whole number'],
  ['GET', '/api/invoices?sort=foo', undefined, 'must be one of: invoice_id,'],
  ['GET', '/api/payments/payments?year=2026&month=13', undefined, 'Enter a month from 1 to 12.'],
  ['GET', '/api/products?archvied=true', undefined, '"archvied". Its fields are: archived.'],
  ['GET', '/api/v1/prices?prodcut=CAR', undefined, '"prodcut"'],
] as const)(
  '%s %s with %j is refused, and the sentence names what is wrong',
  async (method, url, payload, sentence) => {
    const { app } = await openShop();
    const answer = await app.as('superadmin', { method, url, ...(payload && { payload }) });
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(sentence)]);
  },
);

test('an object is sent back as it was read, and does not move by an id in it', async () => {
  const { app } = await openShop();
  const read = await app.as('admin', { url: '/api/tenants/1' });
  const put = (more: object) =>
    app.as('admin', { method: 'PUT', url: '/api/tenants/1', payload: { ...read.json<object>(), ...more } });
  expect((await put({})).statusCode).toBe(200);
  const moved = await put({ shop_id: 'B-2' });
  expect([moved.statusCode, moved.json().details[0].field]).toEqual([400, 'shop_id']);
  const shop = { method: 'PUT', url: '/api/shops/a-1' } as const;
  const stored = (await app.as('admin', { url: '/api/shops/A-1' })).json<object>();
  expect((await app.as('admin', { ...shop, payload: stored })).statusCode).toBe(200);
  expect((await app.as('admin', { ...shop, payload: { ...stored, shop_id: 'B-2' } })).statusCode).toBe(400);
});

test('keys that programs add to links are passed over', async () => {
  const { app } = await openShop();
  const answer = await app.send({ url: '/api/products?utm_source=mail&fbclid=1&_=17' });
  expect(answer.statusCode).toBe(200);
});
