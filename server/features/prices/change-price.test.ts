import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, type Day, type Instant } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { prices } from '#contract/prices.ts';
import { openTestApp, TEST_DAY, type TestApp, TOMORROW } from '../../testing/app-context.ts';

describe('change price', () => {
  let app: TestApp;
  let leeks: number;
  let date: Day = addDays(TEST_DAY, -100);
  beforeAll(async () => {
    app = await openTestApp();
    leeks = await addProduct('Leeks');
  });
  beforeEach(() => {
    date = addDays(date, 1);
  });
  afterAll(() => app.close());

  async function addProduct(name: string): Promise<number> {
    const answer = await app.as('admin', {
      method: 'POST',
      url: '/api/products',
      payload: { name, type: 'vegetable' },
    });
    return answer.json<{ productId: number }>().productId;
  }

  const publish = (min_price: number | null, max_price: number | null) =>
    app.as('editor', {
      method: 'POST',
      url: '/api/prices/update-multiple',
      payload: [{ product_id: leeks, date, min_price, max_price }],
    });

  const edit = (payload: object, productId = leeks) =>
    app.as('manager', { method: 'PUT', url: `/api/prices/product/${productId}/date/${date}`, payload });

  async function changes(): Promise<Answer<typeof prices.changes>> {
    const answer = await app.as('editor', { url: `/api/prices/product/${leeks}/date/${date}/changes` });
    return prices.changes.answer.parse(answer.json());
  }

  const pairsOfChanges = async () => (await changes()).map((change) => [change.old, change.new]);
  const pair = (min_price: number, max_price: number) => ({ min_price, max_price });

  test('a price is changed and answered with its new value, and the old value is stored with the person and the time', async () => {
    await publish(100, 120);
    app.clock.advance(60_000);
    const answer = await edit({ min_price: '105.5', max_price: 125, product_id: leeks, date });
    expect(answer.statusCode).toBe(200);
    const { message, data } = prices.edit.answer.parse(answer.json());
    expect(message).toBe('Daily price range updated successfully!');
    expect(data).toMatchObject({ product_id: leeks, date, min_price: 105.5, max_price: 125 });
    const one = await app.send({ url: `/api/prices/product/${leeks}/date/${date}` });
    expect(one.json()).toEqual(data);
    expect(data.updatedAt > data.createdAt).toBe(true);
    expect(await changes()).toMatchObject([
      {
        changed_at: app.clock.now(),
        changed_by: app.emailOf('manager'),
        old: pair(100, 120),
        new: pair(105.5, 125),
      },
    ]);
  });

  test('a change is in the audit log with the figures before and after', async () => {
    await publish(100, 120);
    await edit(pair(110, 130));
    const event = await app.database.reader
      .selectFrom('audit_log')
      .selectAll()
      .where('event_type', '=', 'Price Changed')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(event).toMatchObject({
      event_description: `Price of Leeks for ${date} changed`,
      old_value: '100.00 - 120.00',
      new_value: '110.00 - 130.00',
      user_actioned: app.emailOf('manager'),
    });
  });

  test('a first publication is not a change, and the same figures again are not one either', async () => {
    await publish(100, 120);
    await publish(100, 120);
    expect((await edit(pair(100, 120))).statusCode).toBe(200);
    expect(await changes()).toEqual([]);
  });

  test('clearing a price and publishing it again are both stored, newest first', async () => {
    await publish(100, 120);
    await publish(null, null);
    await publish(90, 95);
    await publish(90, 99);
    expect(await pairsOfChanges()).toEqual([
      [pair(90, 95), pair(90, 99)],
      [null, pair(90, 95)],
      [pair(100, 120), null],
    ]);
  });

  test('the cleared price of another day does not make a first publication a change', async () => {
    await publish(100, 120);
    await publish(null, null);
    date = addDays(date, 1);
    await publish(100, 120);
    expect(await changes()).toEqual([]);
  });

  test('a price that is not published cannot be changed: never published, cleared, or of an unknown product', async () => {
    expect((await edit(pair(1, 2))).json()).toMatchObject({
      code: 'price_not_found',
      message: 'This product has no price for this day.',
    });
    await publish(100, 120);
    await publish(null, null);
    expect((await edit(pair(1, 2))).statusCode).toBe(404);
    expect((await edit(pair(1, 2), 999_999)).statusCode).toBe(404);
  });

  test('a minimum above the maximum is refused in the words of the specification, and changes nothing', async () => {
    await publish(100, 120);
    const answer = await edit(pair(130, 125));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'bad_price_rows',
      message: 'Min price should not exceed max price.',
      details: [{ field: 'min_price', message: 'Min price should not exceed max price.' }],
    });
    expect(await changes()).toEqual([]);
  });

  test.each([{ min_price: null, max_price: null }, { min_price: 10 }, { min_price: 0, max_price: 5 }, {}])(
    'a change to %j is refused: both prices are needed, above 0',
    async (payload) => {
      await publish(100, 120);
      expect((await edit(payload)).statusCode).toBe(400);
      expect(await changes()).toEqual([]);
    },
  );

  test('a wrong figure of an archived product can still be corrected', async () => {
    const mint = await addProduct('Mint');
    const payload = [{ product_id: mint, date, ...pair(500, 600) }];
    await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
    await app.as('admin', { method: 'DELETE', url: `/api/products/${mint}` });
    expect((await edit(pair(50, 60), mint)).json()).toMatchObject({ data: pair(50, 60) });
  });

  test('the history of a price is visible to the office, and gate staff change nothing', async () => {
    await publish(100, 120);
    const url = `/api/prices/product/${leeks}/date/${date}`;
    expect((await app.send({ url: `${url}/changes` })).statusCode).toBe(401);
    expect((await app.as('tiketing', { url: `${url}/changes` })).statusCode).toBe(403);
    expect((await app.as('tiketing', { method: 'PUT', url, payload: pair(1, 2) })).statusCode).toBe(403);
  });
});

describe('turn of day', () => {
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
      // Each request has a different address, because a cached answer may be half a second old.
      const answer = await app.send({ url: `/api/prices/days/${TEST_DAY}?_=${instant}` });
      return prices.days.answer.parse(answer.json()).latest;
    };
    expect([await latestAt(BEFORE_MIDNIGHT), await latestAt(MIDNIGHT)]).toEqual([TEST_DAY, TOMORROW]);
  });
});
