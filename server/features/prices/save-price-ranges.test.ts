import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type Day } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { prices } from '#contract/prices.ts';
import { openTestApp, TEST_DAY, type TestApp } from '../../testing/app-context.ts';

const TIMES = 20;

let app: TestApp;
let products: number[];
beforeAll(async () => {
  app = await openTestApp();
  products = [];
  for (const name of ['Beans', 'Leeks', 'Radish', 'Tomato']) products.push(await addProduct(name));
});
afterAll(() => app.close());

type Results = Answer<typeof prices.updateMultiple>['results'];

async function addProduct(name: string): Promise<number> {
  const answer = await app.as('admin', { method: 'POST', url: '/api/products', payload: { name, type: 'vegetable' } });
  return answer.json<{ productId: number }>().productId;
}

const save = (role: 'editor' | 'manager', date: Day, ids: number[], min_price: number | null) =>
  app.as(role, {
    method: 'POST',
    url: '/api/prices/update-multiple',
    payload: ids.map((product_id) => ({ product_id, date, min_price, max_price: min_price })),
  });

async function resultsOf(sent: ReturnType<typeof save>): Promise<Results> {
  const answer = await sent;
  expect(answer.statusCode).toBe(200);
  return prices.updateMultiple.answer.parse(answer.json()).results;
}

async function changesOf(productId: number, date: Day): Promise<Answer<typeof prices.changes>> {
  const answer = await app.as('admin', { url: `/api/prices/product/${productId}/date/${date}/changes` });
  return answer.json();
}

test('two clerks who save the same new day at once both succeed, and the replaced prices are stored', {
  tags: ['slow'],
}, async () => {
  for (let time = 1; time <= TIMES; time += 1) {
    const date = addDays(TEST_DAY, -time);
    const [one, other] = await Promise.all([
      resultsOf(save('editor', date, products, 100)),
      resultsOf(save('manager', date, products.toReversed(), 200)),
    ]);
    const [first, later] = one[0]?.status === 'added' ? [one, other] : [other, one];
    expect(first.map(({ status }) => status)).toEqual(products.map(() => 'added'));
    expect(later.map(({ status }) => status)).toEqual(products.map(() => 'updated'));
    const before = first[0]?.min_price;
    const after = later[0]?.min_price;
    for (const product of products) {
      expect(await changesOf(product, date)).toMatchObject([{ old: { min_price: before }, new: { min_price: after } }]);
    }
    const list = await app.send({ url: `/api/prices/by-date/${date}` });
    expect(list.json().map((row: { min_price: number }) => row.min_price)).toEqual(products.map(() => after));
  }
});

test('simultaneous changes, clearings and saves of one pair leave a history without a gap', {
  tags: ['slow'],
}, async () => {
  const [product = 0] = products;
  for (let time = 1; time <= TIMES; time += 1) {
    const date = addDays(TEST_DAY, -100 - time);
    await save('editor', date, [product], 10);
    const edit = (min_price: number) =>
      app.as('admin', {
        method: 'PUT',
        url: `/api/prices/product/${product}/date/${date}`,
        payload: { min_price, max_price: min_price },
      });
    await Promise.all([
      edit(20),
      save('editor', date, [product], null),
      save('manager', date, [product], 30),
      edit(40),
    ]);
    const history = (await changesOf(product, date)).toReversed();
    const stands = await app.send({ url: `/api/prices/product/${product}/date/${date}` });
    expect([10, ...history.map((change) => change.new?.min_price)]).toEqual([
      ...history.map((change) => change.old?.min_price),
      stands.json().min_price,
    ]);
  }
});

test('a product deleted while its first price is saved is archived with the price, or deleted before it', async () => {
  for (let time = 1; time <= TIMES; time += 1) {
    const product = await addProduct(`Mint ${time}`);
    const [removed, saved] = await Promise.all([
      app.as('admin', { method: 'DELETE', url: `/api/products/${product}` }),
      save('editor', TEST_DAY, [product], 50),
    ]);
    expect(removed.statusCode).toBe(200);
    expect(saved.statusCode).toBe(removed.json().archived ? 200 : 400);
  }
});
