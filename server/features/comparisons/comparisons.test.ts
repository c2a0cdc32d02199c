import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, type Day } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import type { comparisons } from '#contract/comparisons.ts';
import { showStandings } from '#contract/price-trend.ts';
import { openTestApp, TEST_DAY, type TestApp, YESTERDAY } from '../../testing/app-context.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { findPlaceInYear } from './present.ts';

let app: TestApp;
let frozen: TestDatabase;
let leeks: number;
let mango: number;

beforeAll(async () => {
  app = await openTestApp();
  leeks = await addProduct('LEEKS', 1);
  mango = await addProduct('MANGO', 2);
  frozen = await app.freeze();
});
beforeEach(async () => {
  app = await openTestApp({}, frozen);
});
afterEach(() => app.close());
afterAll(() => frozen.discard());

async function addProduct(code: string, list_order: number): Promise<number> {
  const payload = { type: 'vegetable', name: code, code, list_order };
  const answer = await app.as('admin', { method: 'POST', url: '/api/products', payload });
  return answer.json<{ productId: number }>().productId;
}

interface PriceLine {
  product_id: number;
  date: Day;
  min_price: number | null;
  max_price: number | null;
}

async function publish(lines: PriceLine[]): Promise<void> {
  const answer = await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload: lines });
  expect(answer.statusCode).toBe(200);
}

const line = (product_id: number, date: Day, min_price: number, max_price = min_price): PriceLine => ({
  product_id,
  date,
  min_price,
  max_price,
});

async function compare(date?: Day): Promise<Answer<typeof comparisons.list>> {
  const answer = await app.send({ url: `/api/v1/comparisons${date === undefined ? '' : `?date=${date}`}` });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

test('before the first list nothing is compared', async () => {
  expect(await compare()).toEqual({ date: null, currency: 'LKR', items: [] });
});

test('each product is compared with the last list that had it, across closed days, and silent without one', async () => {
  const weekBefore = addDays(TEST_DAY, -7);
  const dayBeforeClosing = addDays(TEST_DAY, -3);
  await publish([line(leeks, weekBefore, 240, 270), line(mango, dayBeforeClosing, 80)]);
  await publish([line(leeks, TEST_DAY, 230, 270)]);
  expect(await compare()).toEqual({
    date: TEST_DAY,
    currency: 'LKR',
    items: [
      {
        code: 'LEEKS',
        trend: 'down',
        change: -5,
        since: weekBefore,
        previous_min_price: 240,
        previous_max_price: 270,
        days: 1,
        dearer_than_days: 0,
        cheaper_than_days: 1,
        standing: null,
        shape: 'm45 7h0m14 2h0',
      },
    ],
  });
  expect((await compare(weekBefore)).items).toEqual([]);
  expect(await compare(YESTERDAY)).toEqual({ date: YESTERDAY, currency: 'LKR', items: [] });
});

test('a corrected price changes the comparison, also the one of the latest list', async () => {
  await publish([line(leeks, YESTERDAY, 240, 270), line(leeks, TEST_DAY, 230, 270)]);
  expect((await compare()).items).toMatchObject([{ trend: 'down', change: -5 }]);
  await publish([line(leeks, TEST_DAY, 250.5, 280)]);
  expect((await compare()).items).toMatchObject([{ trend: 'up', change: 10.25 }]);
});

test('every comparison equals a naive one over the 365 days before', async () => {
  const beans = await addProduct('BEANS', 3);
  const okra = await addProduct('OKRA', 4);
  const past = fc
    .sample(fc.record({ isOpen: fc.boolean(), min: fc.integer({ min: 1, max: 30 }), more: fc.nat(3) }), {
      numRuns: 800,
      seed: 17,
    })
    .map(({ isOpen, min, more }, at) => ({
      isOpen,
      ...line(at % 2 ? beans : okra, addDays(TEST_DAY, -1 - (at >> 1)), min, min + more),
    }))
    .filter(({ isOpen }) => isOpen)
    .map(({ isOpen: _, ...price }) => price);
  const now = [line(beans, TEST_DAY, 29, 30), line(okra, TEST_DAY, 1)];
  await publish(past);
  await publish(now);
  const first = addDays(TEST_DAY, -365);
  const middle = (price: PriceLine) => (Number(price.min_price) + Number(price.max_price)) / 2;
  const naive = now.map((price) => {
    const year = past
      .filter(({ product_id, date }) => product_id === price.product_id && date >= first)
      .toSorted((one, other) => one.date.localeCompare(other.date));
    const last = year.at(-1);
    const lower = year.filter((one) => middle(one) < middle(price)).length;
    const higher = year.filter((one) => middle(one) > middle(price)).length;
    return {
      since: last?.date,
      change: last && middle(price) - middle(last),
      previous_min_price: last?.min_price,
      previous_max_price: last?.max_price,
      days: year.length,
      dearer_than_days: lower,
      cheaper_than_days: higher,
      standing: lower / year.length >= 0.9 ? 'dear' : higher / year.length >= 0.9 ? 'cheap' : null,
    };
  });
  const { items } = await compare(TEST_DAY);
  expect(items.filter(({ code }) => code !== 'LEEKS')).toMatchObject(naive);
  expect(naive.map(({ standing }) => standing)).toEqual(['dear', 'cheap']);
});

test.each([
  [59, 59, 0, null],
  [60, 54, 6, 'dear'],
  [60, 53, 7, null],
  [300, 270, 0, 'dear'],
  [300, 269, 0, null],
  [300, 0, 270, 'cheap'],
  [300, 30, 269, null],
  [300, 0, 0, null],
] as const)('of %i days %i were lower and %i higher: %s', (days, lower, higher, place) => {
  expect(findPlaceInYear({ days, lower, higher })).toBe(place);
});

test('a list marks at most a tenth of its prices as unusual, those farthest from the usual ones', () => {
  const place = (dearer: number, standing: 'dear' | null = 'dear') => ({
    standing,
    days: 300,
    dearer_than_days: dearer,
    cheaper_than_days: 300 - dearer,
  });
  const inSeason = [...Array.from({ length: 27 }, () => place(285)), place(299), place(150, null), place(300)];
  const shown = showStandings(inSeason);
  expect(shown.filter((standing) => standing !== null)).toHaveLength(3);
  expect([shown[0], shown[27], shown[28], shown[29]]).toEqual(['dear', 'dear', null, 'dear']);
  expect(showStandings(inSeason.slice(-9))).toEqual(Array.from({ length: 9 }, () => null));
});
