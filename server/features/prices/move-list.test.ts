import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, type Day } from '#billing/calendar.ts';
import { prices } from '#contract/prices.ts';
import { openTestApp, TEST_DAY, type TestApp, TOMORROW } from '../../testing/app-context.ts';

const PRODUCTS = 119;
const reason = 'Entered on the wrong day';
let app: TestApp;
const ids: number[] = [];
let date: Day = addDays(TEST_DAY, -300);
beforeAll(async () => {
  app = await openTestApp();
  for (let number = 1; number <= PRODUCTS; number += 1) {
    const payload = { name: `Product ${String(number).padStart(3, '0')}`, type: 'vegetable' };
    const answer = await app.as('admin', { method: 'POST', url: '/api/products', payload });
    ids.push(answer.json<{ productId: number }>().productId);
  }
});
beforeEach(() => {
  date = addDays(date, 3);
});
afterAll(() => app.close());

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  app.as('editor', { method: 'POST', url: `/api/prices/${url}`, payload, headers });

async function publish(day: Day, products: readonly number[], min_price = 100): Promise<void> {
  const rows = products.map((product_id) => ({ product_id, date: day, min_price, max_price: min_price + 20 }));
  expect((await post('update-multiple', rows)).statusCode).toBe(200);
}

async function listOf(day: Day): Promise<[number, number][]> {
  const list = prices.byDate.answer.parse((await app.send({ url: `/api/prices/by-date/${day}` })).json());
  return list.map(({ product_id, min_price }) => [product_id, min_price]);
}

async function changesOf(product: number, day: Day) {
  const answer = await app.as('editor', { url: `/api/prices/product/${product}/date/${day}/changes` });
  return prices.changes.answer.parse(answer.json());
}

const lastEntry = () =>
  app.database.reader.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();

test('a withdrawn list is nowhere, and each of its prices stays on record as a correction', async () => {
  await publish(date, ids);
  const answer = await post(`days/${date}/withdraw`, { reason });
  expect(prices.withdraw.answer.parse(answer.json())).toMatchObject({
    message: `Price list for ${date} withdrawn: 119 prices.`,
    withdrawn: PRODUCTS,
  });
  expect(await listOf(date)).toEqual([]);
  expect((await app.send({ url: `/api/prices/days/${date}` })).json()).toMatchObject({ has_list: false });
  for (const product of [ids[0], ids.at(-1)]) {
    const old = { min_price: 100, max_price: 120 };
    expect(await changesOf(product ?? 0, date)).toMatchObject([{ changed_by: app.emailOf('editor'), old, new: null }]);
  }
  expect(await lastEntry()).toMatchObject({
    event_type: 'Price List Withdrawn',
    event_description: `Price list for ${date} withdrawn (119 prices): ${reason}`,
    old_value: expect.stringContaining(`Product 001 ${date}: 100.00 - 120.00; `),
    new_value: expect.stringContaining(`Product 001 ${date}: none; `),
  });
});

test('a moved list is on the other day only, and both days say what happened', async () => {
  await publish(date, ids);
  const to = addDays(date, 1);
  const answer = await post(`days/${date}/move`, { to, reason });
  expect(prices.move.answer.parse(answer.json())).toMatchObject({
    message: `Price list for ${date} moved to ${to}: 119 prices.`,
    moved: PRODUCTS,
    replaced: 0,
    closed: null,
  });
  expect(await listOf(date)).toEqual([]);
  expect(await listOf(to)).toEqual(ids.map((id) => [id, 100]));
  expect(await changesOf(ids[0] ?? 0, date)).toMatchObject([{ new: null }]);
  expect(await lastEntry()).toMatchObject({
    event_type: 'Price List Moved',
    event_description: `Price list for ${date} moved to ${to} (119 prices): ${reason}`,
  });
});

test('a day that has a list is replaced only by somebody who says so, and then has exactly the moved list', async () => {
  const [first = 0, second = 0, third = 0] = ids;
  const to = addDays(date, 1);
  await publish(date, [first, second], 100);
  await publish(to, [second, third], 300);
  const refused = await post(`days/${date}/move`, { to, reason });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'day_has_prices', message: expect.stringContaining(`${to} already has 2 prices.`) },
  ]);
  expect([await listOf(date), await listOf(to)]).toEqual([
    [
      [first, 100],
      [second, 100],
    ],
    [
      [second, 300],
      [third, 300],
    ],
  ]);
  expect((await post(`days/${date}/move`, { to, reason, replace: true })).json()).toMatchObject({
    moved: 2,
    replaced: 2,
  });
  expect(await listOf(to)).toEqual([
    [first, 100],
    [second, 100],
  ]);
  expect(await changesOf(third, to)).toMatchObject([{ old: { min_price: 300 }, new: null }]);
  expect(await changesOf(second, to)).toMatchObject([{ old: { min_price: 300 }, new: { min_price: 100 } }]);
});

test('the price of a product deleted meanwhile moves with its list', async () => {
  const payload = { name: 'Okra', type: 'vegetable' };
  const okra = (await app.as('admin', { method: 'POST', url: '/api/products', payload })).json().productId;
  await publish(date, [okra]);
  await app.as('admin', { method: 'DELETE', url: `/api/products/${okra}` });
  await post(`days/${date}/move`, { to: addDays(date, 1), reason });
  expect(await listOf(addDays(date, 1))).toEqual([[okra, 100]]);
});

test('a preview writes nothing, and prices published after it are not withdrawn or moved unseen', async () => {
  const [first = 0, second = 0] = ids;
  await publish(date, [first]);
  const to = addDays(date, 1);
  const seen = [
    (await post(`days/${date}/withdraw?dry_run=true`, { reason })).json(),
    (await post(`days/${date}/move?dry_run=true`, { to, reason })).json(),
  ];
  expect(seen).toMatchObject([{ withdrawn: 1 }, { moved: 1, replaced: 0 }]);
  expect(await listOf(date)).toEqual([[first, 100]]);
  await publish(date, [second]);
  const refusals = [
    await post(`days/${date}/withdraw?preview_digest=${seen[0].digest}`, { reason }),
    await post(`days/${date}/move?preview_digest=${seen[1].digest}`, { to, reason }),
  ];
  expect(refusals.map((one) => [one.statusCode, one.json().code])).toEqual([
    [409, 'preview_changed'],
    [409, 'preview_changed'],
  ]);
  expect(await listOf(date)).toHaveLength(2);
});

test('the list that a preview says it replaces is not replaced unseen after a change', async () => {
  const [first = 0, second = 0] = ids;
  const to = addDays(date, 1);
  await publish(date, [first]);
  await publish(to, [second], 300);
  const move = { to, reason, replace: true };
  const seen = (await post(`days/${date}/move?dry_run=true`, move)).json();
  expect(seen).toMatchObject({ moved: 1, replaced: 1 });
  await publish(to, [second], 340);
  const refused = await post(`days/${date}/move?preview_digest=${seen.digest}`, move);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'preview_changed']);
  expect(await listOf(to)).toEqual([[second, 340]]);
});

test('a day of the future, the same day and a missing reason are refused', async () => {
  await publish(date, ids.slice(0, 1));
  for (const body of [{ to: TOMORROW, reason }, { to: date, reason }, { to: addDays(date, 1) }]) {
    expect((await post(`days/${date}/move`, body)).json()).toMatchObject({ code: 'invalid_input' });
  }
  expect((await post(`days/${date}/withdraw`, { reason: ' ' })).json()).toMatchObject({ code: 'invalid_input' });
  expect((await post('days/2001-01-01/withdraw', { reason })).json()).toMatchObject({ code: 'price_list_not_found' });
  expect(await listOf(date)).toHaveLength(1);
});

test('a request sent twice with one key moves the list once', async () => {
  await publish(date, ids.slice(0, 2));
  const key = { 'idempotency-key': `move-${date}` };
  const to = addDays(date, 1);
  const answers = [
    await post(`days/${date}/move`, { to, reason }, key),
    await post(`days/${date}/move`, { to, reason }, key),
  ];
  expect(answers[1]?.body).toBe(answers[0]?.body);
  expect(await listOf(to)).toHaveLength(2);
});

test('a closed day can be the other day, and the answer says why it is closed', async () => {
  await publish(date, ids.slice(0, 1));
  const to = addDays(date, 1);
  const payload = { kind: 'closed', reason: 'Flood' };
  await app.as('editor', { method: 'PUT', url: `/api/market-days/${to}`, payload });
  expect((await post(`days/${date}/move`, { to, reason })).json()).toMatchObject({ closed: { reason: 'Flood' } });
});
