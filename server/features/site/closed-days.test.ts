import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Day, day, dayNumber, type Instant } from '#billing/calendar.ts';
import type { ShownPrice } from '#contract/site.ts';
import { ResponseCache } from '../../http/cache/response-cache.ts';
import { openTestApp, TEST_DAY, type TestApp, TOMORROW, YESTERDAY } from '../../testing/app-context.ts';
import { priceBook } from '../prices/load-price-book.ts';
import { closingsOf, listClosedDates } from './load-chart.ts';
import { loadPrices } from './load-page.ts';

const STRIKE = { kind: 'closed', reason: 'Lorry strike', reason_si: '', reason_ta: '' };
const POYA = { kind: 'poya', reason: 'Poya', reason_si: '', reason_ta: '' };

let app: TestApp;
let productId: number;
beforeAll(async () => {
  app = await openTestApp();
  const product = { name: 'Carrot', type: 'vegetable' };
  ({ productId } = (await app.as('editor', { method: 'POST', url: '/api/products', payload: product })).json());
  const payload = [{ product_id: productId, date: YESTERDAY, min_price: 100, max_price: 120 }];
  await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
  for (const [date, fields] of [
    [TEST_DAY, POYA],
    ['2026-11-02', STRIKE],
    ['2026-11-05', POYA],
    ['2026-11-08', POYA],
  ] as const)
    await app.as('editor', { method: 'PUT', url: `/api/market-days/${date}`, payload: fields });
});
afterAll(() => app.close());

const readBook = () => priceBook({ database: app.database, responseCache: new ResponseCache() })();
const NO_PRICES = {
  readBook,
  rowsOf: async () => [],
  comparisonsOf: async () => ({}),
  products: async () => new Map(),
};

const page = (query: string) =>
  loadPrices(app, new URLSearchParams(query), {
    ...NO_PRICES,
    rowsOf: async (date) => (date === YESTERDAY ? [{} as ShownPrice] : []),
  });

test('the latest list says why there is none today', async () => {
  expect(await page('')).toMatchObject({ date: YESTERDAY, isAsked: false, closed: null, closedToday: POYA });
});

test('the page of a requested day says why it has no list, and nothing about today', async () => {
  expect(await page(`date=${TEST_DAY}`)).toMatchObject({ date: TEST_DAY, rows: [], closed: POYA, closedToday: null });
  expect(await page(`date=${TOMORROW}`)).toMatchObject({ rows: [], closed: null, closedToday: null });
  expect(await page(`date=${YESTERDAY}`)).toMatchObject({ closed: null, closedToday: null });
});

test('a date of the address that could not be read is named beside the latest list', async () => {
  expect(await page('date=26%2F11%2F2026')).toMatchObject({ date: YESTERDAY, isAsked: false, unread: '26/11/2026' });
  expect(await page('date=')).not.toHaveProperty('unread');
  expect(await page(`date=${YESTERDAY}`)).not.toHaveProperty('unread');
});

const numbers = (...dates: string[]) => dates.map((date) => dayNumber(day(date) as Day));

test('gaps of a history are explained, each reason once, and nothing outside the history', async () => {
  const payload = [{ product_id: productId, date: '2026-11-01', min_price: 90, max_price: 110 }];
  await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
  const closedDates = await listClosedDates(app.database.reader, await readBook());
  const days = numbers('2026-11-01', '2026-11-03', '2026-11-04', '2026-11-06', '2026-11-08', '2026-11-09');
  expect(closingsOf(days, closedDates)).toEqual([
    { closed: STRIKE, days: numbers('2026-11-02') },
    { closed: POYA, days: numbers('2026-11-05') },
  ]);
  expect(closingsOf(numbers('2026-11-01'), closedDates)).toEqual([]);
  expect(closingsOf([], closedDates)).toEqual([]);
});

test("on the next day yesterday's reason is no longer shown", async () => {
  const tomorrow = { now: () => `${TOMORROW}T03:00:00.000Z` as Instant };
  const { database } = app;
  expect(await loadPrices({ clock: tomorrow, database }, new URLSearchParams(), NO_PRICES)).toMatchObject({
    closedToday: null,
  });
});
