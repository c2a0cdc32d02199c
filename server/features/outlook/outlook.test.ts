import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type Day } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import type { outlook } from '#contract/outlook.ts';
import { openTestApp, TEST_DAY, type TestApp } from '../../testing/app-context.ts';
import { diceOf } from '../../testing/dice.ts';

type OneProduct = Answer<typeof outlook.get>;

const LISTS = 260;
const FIRST_DAY = addDays(TEST_DAY, 1 - LISTS);

let app: TestApp;
let beans: number;
beforeAll(async () => {
  app = await openTestApp();
  beans = await addProduct('Beans', 'BEANS');
  const okra = await addProduct('Okra', 'OKRA');
  const dice = diceOf(3);
  const days = Array.from({ length: LISTS }, (_, at) => addDays(FIRST_DAY, at));
  const rows = days.map((date) => ({ product_id: beans, date, min_price: 100 + dice(60), max_price: 160 + dice(60) }));
  const few = days.slice(100).map((date) => ({ product_id: okra, date, min_price: 50, max_price: 60 }));
  for (const payload of [rows, few]) {
    const answer = await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
    expect(answer.statusCode).toBe(200);
  }
});
afterAll(() => app.close());

async function addProduct(name: string, code: string): Promise<number> {
  const answer = await app.as('admin', {
    method: 'POST',
    url: '/api/products',
    payload: { name, code, type: 'vegetable' },
  });
  return answer.json<{ productId: number }>().productId;
}

const read = async <Body>(path: string): Promise<Body> => (await app.send({ url: `/api/v1/outlook${path}` })).json();

test('each listed product has its ranges from the latest list, or the reason why not', async () => {
  const { date, covers, items } = await read<Answer<typeof outlook.list>>('');
  expect([date, covers]).toEqual([TEST_DAY, 'middle']);
  const [first, second] = items;
  expect(first).toMatchObject({ code: 'BEANS', next_list: { silent: null }, seven_days: { silent: null } });
  expect(first?.next_list.range?.from).toBeLessThan(first?.next_list.range?.to ?? 0);
  expect(second).toMatchObject({ code: 'OKRA', next_list: { range: null, silent: 'too_few_prices' }, years: [] });
});

test('the ranges of a product are listed with their results, and counted by year', async () => {
  const one = await read<OneProduct>('/beans');
  const ofNextList = one.ranges.filter(({ horizon }) => horizon === 'next_list');
  const held = ofNextList.filter((range) => range.held).length;
  expect(one.years.at(-1)?.next_list).toMatchObject({ ranges: 61, held, missed: 60 - held });
  expect(ofNextList.at(-1)).toMatchObject({ date: TEST_DAY, result_date: null, result_middle: null, held: null });
  expect(ofNextList[0]).toMatchObject({ date: addDays(FIRST_DAY, 199), result_date: addDays(FIRST_DAY, 200) });
  expect(await read<OneProduct>('/beans?year=2001')).toMatchObject({ year: 2001, ranges: [] });
  expect((await app.send({ url: '/api/v1/outlook/nothing' })).json().code).toBe('product_not_found');
});

test('mean width and score of a year follow from its listed ranges', async () => {
  const one = await read<OneProduct>('/beans');
  for (const horizon of ['next_list', 'seven_days'] as const) {
    const shares = one.ranges.flatMap(({ from, to, middle, result_middle: result, horizon: of }) => {
      if (of !== horizon || result === null) return [];
      const outside = result < from ? from - result : result > to ? result - to : 0;
      return [{ width: (to - from) / middle, score: (to - from + 10 * outside) / middle }];
    });
    const meanOf = (what: 'width' | 'score') => shares.reduce((sum, share) => sum + share[what], 0) / shares.length;
    expect(shares.length).toBeGreaterThan(50);
    const year = one.years.at(-1)?.[horizon];
    expect(year?.mean_width).toBeCloseTo(meanOf('width'), 3);
    expect(year?.mean_score).toBeCloseTo(meanOf('score'), 3);
    const { plain } = year ?? {};
    expect((plain?.held ?? 0) + (plain?.missed ?? 0)).toBe(shares.length);
    expect(plain?.mean_score).toBeGreaterThan(0);
  }
});

test('a corrected price changes the result of its range at once', async () => {
  const yesterday = addDays(TEST_DAY, -1);
  const rangeOf = async (date: Day) =>
    (await read<OneProduct>('/beans')).ranges.find((range) => range.date === date && range.horizon === 'next_list');
  const before = await rangeOf(yesterday);
  const payload = { min_price: 5000, max_price: 5000 };
  const url = `/api/prices/product/${beans}/date/${TEST_DAY}`;
  const answer = await app.as('admin', { method: 'PUT', url, payload });
  expect(answer.statusCode).toBe(200);
  expect(await rangeOf(yesterday)).toEqual({ ...before, result_middle: 5000, held: false });
});

test('a market without lists has no ranges', async () => {
  const empty = await openTestApp();
  try {
    expect((await empty.send({ url: '/api/v1/outlook' })).json()).toMatchObject({ date: null, items: [] });
  } finally {
    await empty.close();
  }
});
