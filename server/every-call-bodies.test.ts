/** @module-tag sqlite-only */
import { afterAll, describe, expect, test } from 'vitest';
import { listCalls } from '#contract/every-call.ts';
import { exampleOf, expectRefusal, JSON_TYPE, requestOf, send } from './testing/call.ts';
import { formOf } from './testing/example-market.ts';
import { discardMarket, expectNothingChanged } from './testing/market.ts';
import { openTestOffice } from './testing/office.ts';
import { sweep } from './testing/sweep.ts';

describe('every call bodies', () => {
  afterAll(discardMarket);

  /** A body larger than any call accepts. */
  const LARGE_JSON = Buffer.from(JSON.stringify({ name: 'x'.repeat(11 * 1024 * 1024) }));

  const calls = listCalls();
  const writes = calls.filter(({ entry }) => entry.method !== 'GET');
  const withBody = calls.filter(({ entry }) => entry.body !== undefined);

  sweep(
    { rows: writes, oneOf: 5 },
    '$name: a body that is not JSON, has another type or is too large is refused',
    ({ name, entry }) =>
      expectNothingChanged(async (market) => {
        const { payload: _, ...request } = requestOf(entry, exampleOf(name, market));
        const sendAs = (type: string, payload: string) =>
          send(market, entry, { ...request, payload, headers: { 'content-type': type } });

        for (const type of [
          'text/plain',
          'application/xml',
          'application/x-www-form-urlencoded',
          'text/json',
          '*/*',
          'x',
        ]) {
          expectRefusal(await sendAs(type, '{}'), 'unsupported_type');
        }
        for (const text of ['{', '{"name":', "{'a':1}", '[1,]', 'undefined', '\u0000', '<a/>']) {
          expectRefusal(await sendAs('application/json', text), 'malformed_body');
        }
        const mostBytes = entry.maxBodyBytes ?? (entry.upload ? 10 : 1) * 1024 * 1024;
        expect(mostBytes).toBeLessThanOrEqual(10 * 1024 * 1024);
        expectRefusal(await sendAs('application/json', JSON.stringify({ name: 'x'.repeat(mostBytes) })), 'too_large');
        const file = Buffer.alloc(mostBytes + 1);
        const form = await formOf({ name: 'Green beans', type: 'vegetable' }, file, entry.upload);
        expectRefusal(
          await send(market, entry, { ...request, ...form }),
          entry.upload ? 'too_large' : 'unsupported_type',
        );
      }),
  );

  sweep(
    { rows: writes.filter(({ entry }) => entry.permission !== 'public'), oneOf: 5 },
    "$name: for a stranger's request, only the missing session is reported",
    ({ name, entry }) =>
      expectNothingChanged(async (market) => {
        const { payload: _, ...request } = requestOf(entry, exampleOf(name, market));
        for (const [type, payload] of [
          ['application/json', '{'],
          ['application/json', LARGE_JSON],
          ['text/plain', 'x'],
          ['multipart/form-data; boundary=x', '--x'],
        ] as const) {
          const headers = { 'content-type': type };
          expectRefusal(await market.app.send({ ...request, payload, headers }), 'unauthorized');
        }
      }),
  );

  sweep({ rows: withBody, oneOf: 5 }, '$name: a missing body, or one of another shape, is refused', ({ name, entry }) =>
    expectNothingChanged(async (market) => {
      const { payload: _, ...request } = requestOf(entry, exampleOf(name, market));
      // If every field is optional, an empty body is valid.
      const empty = entry.body?.safeParse({}).success ? [] : ['', '{}', '{"0":{}}'];
      if (empty.length > 0) expectRefusal(await send(market, entry, request), 'invalid_input');
      for (const payload of [...empty, 'null', 'true', '5', '"text"', '[]', '[null]', '[[]]', '1e309']) {
        expectRefusal(await send(market, entry, { ...request, payload, headers: JSON_TYPE }), 'invalid_input');
      }
    }),
  );

  sweep(
    { rows: calls.filter(({ entry }) => entry.query !== undefined), oneOf: 5 },
    '$name: a repeated parameter, or one of absurd length, is refused',
    ({ name, entry }) =>
      expectNothingChanged(async (market) => {
        const { query, ...parts } = exampleOf(name, market);
        const { url, ...request } = requestOf(entry, parts);
        for (const key of Object.keys(entry.query?.shape ?? {}).filter((one) => one !== 'ticket')) {
          const value = query?.[key] ?? '2026';
          const twice = new URLSearchParams({ ...query, [key]: value }).toString();
          const long = (length: number) => String(new URLSearchParams({ ...query, [key]: 'x'.repeat(length) }));
          const ask = (asked: string) => send(market, entry, { ...request, url: `${url}?${asked}` });
          expectRefusal(await ask(`${twice}&${key}=${value}`), 'invalid_input');
          expectRefusal(await ask(long(1500)), 'invalid_input');
          expectRefusal(await ask(long(9000)), 'address_too_long');
        }
      }),
  );

  sweep(
    { rows: calls.filter(({ entry }) => entry.query && 'limit' in entry.query.shape), oneOf: 5 },
    '$name: the answer has at most a thousand rows',
    ({ name, entry }) =>
      expectNothingChanged(async (market) => {
        for (const limit of ['1001', '999999', '0', '-1', '1e3', '1.5', ' 5']) {
          const request = requestOf(entry, { ...exampleOf(name, market), query: { limit } });
          expectRefusal(await send(market, entry, request), 'invalid_input');
        }
      }),
  );
});

async function openShop() {
  const office = await openTestOffice();
  await office.let('A-1');
  await office.let('B-2');
  return office;
}

const BEANS = { product_id: 1, date: '2026-11-20', min_price: 10, max_price: 20 };

test.each([
  [
    'POST',
    '/api/sanitation',
    { price: 20, prise: 100 },
    'This request does not accept the field "prise". The accepted fields are: price, ',
  ],
  ['POST', '/api/payments/by-shop/A-1', { amountPaid: 5, paymentDate: '2026-11-20', notes: 'x' }, '"notes"'],
  [
    'POST',
    '/api/prices/update-multiple',
    [{ ...BEANS, prise: 5 }],
    'Row 1: This request does not accept the field "prise".',
  ],
  ['DELETE', '/api/tenants/1', { reason: 'Left' }, 'This request does not accept the field "reason".'],
  ['PUT', '/api/shops/A-1', { rent: 5 }, '"rent"'],
  [
    'GET',
    '/api/payments/payments?monht=11',
    undefined,
    '"monht". The accepted fields are: year, month, voided, received.',
  ],
  ['GET', '/api/invoices?limit=abc', undefined, 'whole number'],
  ['GET', '/api/invoices?sort=foo', undefined, 'must be one of: invoice_id,'],
  ['GET', '/api/payments/payments?year=2026&month=13', undefined, 'Enter a month from 1 to 12.'],
  ['GET', '/api/products?archvied=true', undefined, '"archvied". The accepted fields are: archived.'],
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

test('an object is added like one that was read, with what the answer names besides', async () => {
  const { app } = await openShop();
  const tenant = (await app.as('admin', { url: '/api/tenants/1' })).json<object>();
  const post = (url: string, payload: object | object[]) => app.as('admin', { method: 'POST', url, payload });
  const shop = (await app.as('admin', { url: '/api/shops/A-1' })).json<object>();
  expect((await post('/api/shops', { ...shop, shop_id: 'C-3' })).statusCode).toBe(201);
  expect((await post('/api/tenants', { ...tenant, shop_id: 'C-3' })).statusCode).toBe(201);
  expect((await post('/api/products', { name: 'Beans', type: 'vegetable' })).statusCode).toBe(201);
  const ticket = {
    vehicleNumber: 'NC-1234',
    vehicleType: 'Lorry',
    ticketPrice: 100,
    date: '2026-11-20',
    time: '04:10:00',
  };
  expect((await post('/api/vehicle-tickets', ticket)).statusCode).toBe(201);
  expect((await post('/api/prices/update-multiple', [BEANS])).statusCode).toBe(200);
  const rows = (await app.send({ url: '/api/prices/by-date/2026-11-20' })).json<object[]>();
  expect(rows).not.toEqual([]);
  const yesterday = rows.map((row) => ({ ...row, date: '2026-11-19' }));
  expect((await post('/api/prices/update-multiple', yesterday)).statusCode).toBe(200);
  const misspelt = await post('/api/vehicle-tickets', { ...ticket, vehicle_number: 'NC-9999' });
  expect([misspelt.statusCode, misspelt.json().details[0].field]).toEqual([400, 'vehicle_number']);
});

test('keys that programs add to links are passed over', async () => {
  const { app } = await openShop();
  const answer = await app.send({ url: '/api/products?utm_source=mail&fbclid=1&_=17' });
  expect(answer.statusCode).toBe(200);
});
