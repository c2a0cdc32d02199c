import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { prices } from '#contract/prices.ts';
import { openTestApp, TEST_DAY, type TestApp, TOMORROW } from '../../testing/app-context.ts';

const BEFORE_MIDNIGHT = `${TEST_DAY}T18:29:59.999Z` as Instant;
const MIDNIGHT = `${TEST_DAY}T18:30:00.000Z` as Instant;

let app: TestApp;
let beans: number;
beforeAll(async () => {
  app = await openTestApp();
  app.clock.set(BEFORE_MIDNIGHT);
  const product = { name: 'Beans', type: 'vegetable' };
  const added = await app.as('editor', { method: 'POST', url: '/api/products', payload: product });
  beans = added.json().productId;
});
afterAll(() => app.close());

const publish = (date: string) =>
  app.as('editor', {
    method: 'POST',
    url: '/api/prices/update-multiple',
    payload: [{ product_id: beans, date, min_price: 380, max_price: 400 }],
  });

test('the prices of a day are accepted from its midnight in Colombo on', async () => {
  app.clock.set(BEFORE_MIDNIGHT);
  const early = await publish(TOMORROW);
  expect(early.json().details).toEqual([{ field: '0.date', message: 'The date is in the future.' }]);
  app.clock.set(MIDNIGHT);
  expect((await publish(TOMORROW)).statusCode).toBe(200);
});

test('the latest list is never that of a future day', async () => {
  app.clock.set(MIDNIGHT);
  await publish(TEST_DAY);
  await publish(TOMORROW);
  const latestAt = async (instant: Instant) => {
    app.clock.set(instant);
    // Each request has a new address, because cached answers are renewed only twice a second.
    const answer = await app.send({ url: `/api/prices/days/${TEST_DAY}?_=${instant}` });
    return prices.days.answer.parse(answer.json()).latest;
  };
  expect([await latestAt(BEFORE_MIDNIGHT), await latestAt(MIDNIGHT)]).toEqual([TEST_DAY, TOMORROW]);
});
