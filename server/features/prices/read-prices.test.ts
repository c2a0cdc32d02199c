/** @module-tag postgres */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayNumber } from '#billing/calendar.ts';
import { prices } from '#contract/prices.ts';
import { openTestApp, TEST_DAY, type TestApp, YESTERDAY } from '../../testing/app-context.ts';

const LONG_AGO = addDays(TEST_DAY, -30);
const EARLIER = addDays(TEST_DAY, -3);

let app: TestApp;
let radish: number;
let leeks: number;
let beans: number;
let mint: number;

beforeAll(async () => {
  app = await openTestApp({ PUBLIC_URL: 'https://pola.example' });
  radish = await addProduct({ name: 'Radish', list_order: 30, aliases: ['raabu'] });
  leeks = await addProduct({ name: 'Leeks', list_order: 10, name_si: 'ලීක්ස්', name_ta: 'லீக்ஸ்' });
  beans = await addProduct({ name: 'Beans', list_order: 20 });
  mint = await addProduct({ name: 'Mint', list_order: 15, type: 'Leaf Vegetable', unit: 'bundle' });
  await publish(LONG_AGO, [radish, 20, 25], [beans, 300, 320], [mint, 5, 6.5]);
  await publish(EARLIER, [beans, 310, 330]);
  await publish(YESTERDAY, [radish, 30, 40], [leeks, 100, 110]);
  await app.as('admin', { method: 'DELETE', url: `/api/products/${mint}` });
});
afterAll(() => app.close());

async function addProduct(fields: object): Promise<number> {
  const answer = await app.as('admin', {
    method: 'POST',
    url: '/api/products',
    payload: { type: 'vegetable', ...fields },
  });
  return answer.json<{ productId: number }>().productId;
}

async function publish(date: string, ...rows: [number, number, number][]): Promise<void> {
  const payload = rows.map(([product_id, min_price, max_price]) => ({ product_id, date, min_price, max_price }));
  const answer = await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
  expect(answer.statusCode).toBe(200);
}

const read = async (url: string) => (await app.send({ url })).json();

test("a day's list is in the order of the morning list, each line with its product and its own date", async () => {
  const list = prices.byDate.answer.parse(await read(`/api/prices/by-date/${YESTERDAY}`));
  expect(list.map(({ product }) => product.name)).toEqual(['Leeks', 'Radish']);
  expect(list[0]).toMatchObject({
    product_id: leeks,
    date: YESTERDAY,
    min_price: 100,
    max_price: 110,
    product: { id: leeks, name: 'Leeks', name_si: 'ලීක්ස්', name_ta: 'லீக்ஸ்', type: 'vegetable', unit: 'kg', image: null },
  });
});

test('a published price remains on its day when the product is archived', async () => {
  const list = prices.byDate.answer.parse(await read(`/api/prices/by-date/${LONG_AGO}`));
  expect(list.map(({ product, min_price }) => [product.name, min_price])).toEqual([
    ['Mint', 5],
    ['Beans', 300],
    ['Radish', 20],
  ]);
  expect(prices.chart.answer.parse(await read(`/api/prices/product/${mint}/chart`))).toHaveLength(1);
});

test('a day without prices is an empty list, and an invalid date is refused', async () => {
  expect(await read(`/api/prices/by-date/${TEST_DAY}`)).toEqual([]);
  for (const date of ['2025-02-29', 'today', '2025-1-1', "2025-01-01'--"]) {
    const answer = await app.send({ url: `/api/prices/by-date/${encodeURIComponent(date)}` });
    expect(answer.statusCode, date).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_input', details: [{ field: 'date' }] });
  }
});

test('a picture has an absolute address when the market has a public address', async () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const form = new FormData();
  form.set('name', 'Tomato');
  form.set('type', 'vegetable');
  form.set('image', new Blob([Buffer.from(png, 'base64')], { type: 'image/png' }), 'tomato.png');
  const encoded = new Response(form);
  const added = await app.as('admin', {
    method: 'POST',
    url: '/api/products',
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  });
  const date = addDays(TEST_DAY, -60);
  await publish(date, [added.json().productId, 80, 100]);
  const [line] = prices.byDate.answer.parse(await read(`/api/prices/by-date/${date}`));
  expect(line?.product.image).toMatch(/^https:\/\/pola\.example\/images\/[0-9a-f]{16}\.webp$/);
  await app.as('admin', { method: 'DELETE', url: `/api/products/${added.json().productId}` });
});

test.each([
  [TEST_DAY, { has_list: false, previous: YESTERDAY, next: null, latest: YESTERDAY }],
  [YESTERDAY, { has_list: true, previous: EARLIER, next: null, latest: YESTERDAY }],
  [addDays(EARLIER, -1), { has_list: false, previous: LONG_AGO, next: EARLIER, latest: YESTERDAY }],
  [addDays(TEST_DAY, 400), { has_list: false, previous: YESTERDAY, next: null, latest: YESTERDAY }],
])('%s shows whether it has a list, and the nearest days with one', async (date, expected) => {
  expect(prices.days.answer.parse(await read(`/api/prices/days/${date}`))).toEqual({ date, closed: null, ...expected });
});

test('a chart has every price of a product, oldest first, also as three short columns', async () => {
  const chart = prices.chart.answer.parse(await read(`/api/prices/product/${radish}/chart`));
  expect(chart.map(({ date, min_price, max_price, Product }) => [date, min_price, max_price, Product.name])).toEqual([
    [LONG_AGO, 20, 25, 'Radish'],
    [YESTERDAY, 30, 40, 'Radish'],
  ]);
  expect(prices.series.answer.parse(await read(`/api/prices/product/${radish}/series`))).toEqual({
    product_id: radish,
    days: [dayNumber(LONG_AGO), dayNumber(YESTERDAY)],
    min_cents: [2000, 3000],
    max_cents: [2500, 4000],
  });
});

test('an unknown product has no chart, and an unknown price is answered 404', async () => {
  for (const what of ['chart', 'series']) {
    const answer = await app.send({ url: `/api/prices/product/999999/${what}` });
    expect(answer.json()).toMatchObject({ code: 'product_not_found' });
    expect((await app.send({ url: `/api/prices/product/x/${what}` })).statusCode).toBe(400);
  }
  const one = await app.send({ url: `/api/prices/product/${beans}/date/${YESTERDAY}` });
  expect(one.statusCode).toBe(404);
  expect(one.json()).toMatchObject({ code: 'price_not_found' });
});

test('one price of one day has an address of its own', async () => {
  const one = prices.one.answer.parse(await read(`/api/prices/product/${mint}/date/${LONG_AGO}`));
  expect(one).toMatchObject({ product_id: mint, date: LONG_AGO, min_price: 5, max_price: 6.5 });
  expect(one).not.toHaveProperty('product');
});

test("the clerk's sheet has every active product with the day's pair and the last one before it", async () => {
  const answer = await app.as('editor', { url: `/api/prices/sheet/${YESTERDAY}` });
  const sheet = prices.sheet.answer.parse(answer.json());
  expect(sheet.map(({ name, current, last }) => [name, current, last])).toEqual([
    ['Leeks', { min_price: 100, max_price: 110 }, null],
    ['Beans', null, { date: EARLIER, min_price: 310, max_price: 330 }],
    ['Radish', { min_price: 30, max_price: 40 }, { date: LONG_AGO, min_price: 20, max_price: 25 }],
  ]);
  expect(sheet[2]).toMatchObject({ product_id: radish, aliases: ['raabu'], unit: 'kg', code: expect.any(String) });
});

test('only roles that publish prices can read the sheet', async () => {
  const url = `/api/prices/sheet/${TEST_DAY}`;
  expect((await app.send({ url })).statusCode).toBe(401);
  expect((await app.as('tiketing', { url })).statusCode).toBe(403);
});

test('public prices are open to every origin, and unchanged ones are answered 304 by their tag', async () => {
  const url = `/api/prices/by-date/${YESTERDAY}`;
  const first = await app.send({ url, headers: { origin: 'https://elsewhere.example', authorization: 'Bearer old' } });
  expect(first.statusCode).toBe(200);
  expect(first.headers['access-control-allow-origin']).toBe('*');
  const again = await app.send({ url, headers: { 'if-none-match': String(first.headers.etag) } });
  expect(again.statusCode).toBe(304);
});
