/** @module-tag postgres */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays } from '#billing/calendar.ts';
import { type ListedPrice, prices } from '#contract/prices.ts';
import type { RefusalBody } from '#contract/refusals.ts';
import { openTestApp, TEST_DAY, type TestApp, TOMORROW, YESTERDAY } from '../../testing/app-context.ts';
import type { TestDatabase } from '../../testing/database.ts';

let app: TestApp;
let frozen: TestDatabase;
let beans: number;
let leeks: number;
let radish: number;
beforeAll(async () => {
  app = await openTestApp();
  beans = await addProduct('Beans');
  leeks = await addProduct('Leeks');
  radish = await addProduct('Radish');
  frozen = await app.freeze();
});
beforeEach(async () => {
  app = await openTestApp({}, frozen);
});
afterEach(() => app.close());
afterAll(() => frozen.discard());

async function addProduct(name: string): Promise<number> {
  const answer = await app.as('admin', { method: 'POST', url: '/api/products', payload: { name, type: 'vegetable' } });
  return answer.json<{ productId: number }>().productId;
}

const publish = (rows: unknown) =>
  app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload: rows as object });

async function listOf(date: string): Promise<ListedPrice[]> {
  return prices.byDate.answer.parse((await app.send({ url: `/api/prices/by-date/${date}` })).json());
}

async function faultsOf(rows: unknown): Promise<Record<string, string>> {
  const answer = await publish(rows);
  expect(answer.statusCode).toBe(400);
  return Object.fromEntries(answer.json<RefusalBody>().details?.map(({ field, message }) => [field, message]) ?? []);
}

const row = (product_id: number | string, min_price: unknown, max_price: unknown, date: string = TEST_DAY) => ({
  product_id,
  date,
  min_price,
  max_price,
});

test('a saved sheet returns the result of each line, and everybody sees it immediately', async () => {
  expect(await listOf(TEST_DAY)).toEqual([]);
  const first = await publish([row(beans, 380, 400), row(String(leeks), '110.50', '120')]);
  expect(first.statusCode).toBe(200);
  expect(prices.updateMultiple.answer.parse(first.json())).toEqual({
    message: 'Prices added/updated successfully!',
    results: [
      { product_id: beans, date: TEST_DAY, status: 'added', min_price: 380, max_price: 400 },
      { product_id: leeks, date: TEST_DAY, status: 'added', min_price: 110.5, max_price: 120 },
    ],
  });
  const figures = (await listOf(TEST_DAY)).map(({ product, min_price, max_price }) => [
    product.name,
    min_price,
    max_price,
  ]);
  expect(figures).toEqual([
    ['Beans', 380, 400],
    ['Leeks', 110.5, 120],
  ]);
});

test('saving again updates what differs, leaves what is the same and clears what is not available', async () => {
  const date = YESTERDAY;
  await publish([row(beans, 300, 320, date), row(leeks, 100, 110, date), row(radish, 30, 40, date)]);
  const again = await publish([row(beans, 300, 330, date), row(leeks, 100, 110, date), row(radish, null, null, date)]);
  expect(again.json().results.map(({ status }: { status: string }) => status)).toEqual([
    'updated',
    'unchanged',
    'cleared',
  ]);
  expect((await listOf(date)).map(({ product_id, max_price }) => [product_id, max_price])).toEqual([
    [beans, 330],
    [leeks, 110],
  ]);
});

test('clearing an unpublished price changes nothing', async () => {
  const answer = await publish([row(radish, null, null, addDays(TEST_DAY, -9))]);
  expect(answer.json().results).toEqual([
    { product_id: radish, date: addDays(TEST_DAY, -9), status: 'unchanged', min_price: null, max_price: null },
  ]);
});

test('one bad row refuses the whole sheet, and every bad row is named', async () => {
  const date = addDays(TEST_DAY, -3);
  const faults = await faultsOf([
    row(beans, 100, 120, date),
    row(leeks, 130, 120, date),
    row(radish, 30, null, date),
    row(radish, '', 30, addDays(date, -1)),
    row(999_999, 10, 20, date),
    row(beans, 100, 120, date),
    row(leeks, 10, 20, TOMORROW),
  ]);
  expect(faults).toEqual({
    '1.min_price': 'Min price should not exceed max price.',
    '2.max_price': 'Both min and max prices are required.',
    '3.min_price': 'Both min and max prices are required.',
    '4.product_id': 'This product is not in the catalogue.',
    '5.product_id': 'This product appears twice for this day.',
    '6.date': 'The date is in the future.',
  });
  expect(await listOf(date)).toEqual([]);
});

test('an empty or missing price is refused as half a pair is, and removes nothing', async () => {
  const both = 'Both min and max prices are required.';
  const date = addDays(TEST_DAY, -3);
  await publish([row(leeks, 120, 130, date)]);
  const faults = await faultsOf([
    { ...row(beans, 0, 120, date), min_price: '' },
    { ...row(leeks, 0, 0, date), min_price: '', max_price: '' },
    { product_id: radish, date, min_price: '', max_price: null },
  ]);
  expect(faults).toEqual({
    '0.min_price': both,
    '1.min_price': both,
    '1.max_price': both,
    '2.min_price': both,
    '2.max_price': both,
  });
  expect(await listOf(date)).toHaveLength(1);
});

test('the refusal has the wording of the specification', async () => {
  const answer = await publish([row(beans, 130, 120)]);
  expect(answer.json()).toMatchObject({
    success: false,
    code: 'bad_price_rows',
    message: 'Please fix the validation errors before submitting.',
  });
});

test.each([0, -5, '1,00', '12abc', true, [5], 0.001, 1e12])('%j is not a price', async (figure) => {
  expect(Object.keys(await faultsOf([row(beans, 10, 20), row(leeks, figure, 500)]))).toEqual(['1.min_price']);
});

test.each([
  ['2025-02-29', '0.date'],
  ['today', '0.date'],
  ['20251120', '0.date'],
])('%s is not a date', async (date, field) => {
  expect(Object.keys(await faultsOf([row(beans, 10, 20, date)]))).toEqual([field]);
});

test('a missing list, an empty one and one of more than 1000 rows are refused', async () => {
  for (const rows of [{}, [], Array.from({ length: 1001 }, () => row(beans, 1, 2))]) {
    expect((await publish(rows)).statusCode).toBe(400);
  }
});

test('an archived product accepts no new prices', async () => {
  const mint = await addProduct('Mint');
  await publish([row(mint, 10, 20, YESTERDAY)]);
  await app.as('admin', { method: 'DELETE', url: `/api/products/${mint}` });
  expect(Object.keys(await faultsOf([row(mint, 10, 20)]))).toEqual(['0.product_id']);
});

test('each save is in the audit log once, with its days, its counts and the old prices', async () => {
  const date = addDays(TEST_DAY, -5);
  await publish([row(beans, 200, 220, date), row(leeks, 100, 110, date)]);
  await publish([row(beans, 200, 240.5, date), row(leeks, null, null, date), row(radish, 30, 40, YESTERDAY)]);
  const events = await app.database.reader
    .selectFrom('audit_log')
    .selectAll()
    .where('event_type', '=', 'Prices Published')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(events).toMatchObject([
    {
      event_description: `Prices for 2 days from ${date} to ${YESTERDAY} published: 1 added, 1 updated, 1 cleared`,
      old_value: `Beans ${date}: 200.00 - 220.00; Leeks ${date}: 100.00 - 110.00`,
      new_value: `Beans ${date}: 200.00 - 240.50; Leeks ${date}: none`,
      user_actioned: app.emailOf('editor'),
    },
    { event_description: `Prices for ${date} published: 2 added`, old_value: null, new_value: null },
  ]);
});

test('a refused sheet and an unchanged one do not change the public answers', async () => {
  const tagOf = async () => (await app.send({ url: `/api/prices/by-date/${TEST_DAY}` })).headers.etag;
  const versionOf = () => app.database.reader.selectFrom('data_version').select('version').executeTakeFirstOrThrow();
  await publish([row(beans, 70, 80)]);
  const tag = await tagOf();
  const version = await versionOf();
  await publish([row(beans, 80, 70)]);
  await publish([row(beans, 70, 80)]);
  expect([await tagOf(), await versionOf()]).toEqual([tag, version]);
  await publish([row(beans, 70, 90)]);
  expect(await tagOf()).not.toBe(tag);
  expect(await versionOf()).toEqual({ version: version.version + 1 });
});

test('gate staff and strangers cannot publish prices', async () => {
  const request = { method: 'POST', url: '/api/prices/update-multiple', payload: [row(beans, 1, 2)] } as const;
  expect((await app.as('tiketing', request)).statusCode).toBe(403);
  expect((await app.send(request)).statusCode).toBe(401);
});

test('a price of a product deleted later can be corrected and cleared, but no new one is published', async () => {
  const parsley = await addProduct('Parsley');
  await publish([row(parsley, 500, 600), row(parsley, 40, 50, YESTERDAY)]);
  await app.as('admin', { method: 'DELETE', url: `/api/products/${parsley}` });
  const sheet = async () => {
    const answer = await app.as('editor', { url: `/api/prices/sheet/${TEST_DAY}` });
    return prices.sheet.answer.parse(answer.json()).filter((line) => line.product_id === parsley);
  };
  expect((await sheet()).map((line) => line.current)).toEqual([{ min_price: 500, max_price: 600 }]);

  expect((await publish([row(parsley, 50, 60), row(beans, 380, 400)])).statusCode).toBe(200);
  expect((await listOf(TEST_DAY)).find(({ product_id }) => product_id === parsley)).toMatchObject({
    min_price: 50,
    max_price: 60,
  });
  const deleted = 'This product has been deleted. Restore it to publish a price.';
  const earlier = addDays(TEST_DAY, -30);
  expect(await faultsOf([row(parsley, 50, 60, earlier), row(parsley, 50, 60)])).toEqual({ '0.product_id': deleted });

  const cleared = await publish([row(parsley, null, null)]);
  expect(cleared.json().results).toMatchObject([{ product_id: parsley, status: 'cleared' }]);
  expect((await listOf(TEST_DAY)).map(({ product_id }) => product_id)).not.toContain(parsley);
  expect(await sheet()).toEqual([]);
  expect(await faultsOf([row(parsley, 50, 60)])).toEqual({ '0.product_id': deleted });
});
