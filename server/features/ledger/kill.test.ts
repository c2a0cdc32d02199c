/** @module-tag postgres */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import { invoices } from '#contract/invoices.ts';
import { ledger } from '#contract/ledger.ts';
import { payments } from '#contract/payments.ts';
import { prices } from '#contract/prices.ts';
import { shops } from '#contract/shops.ts';
import { systemClock } from '../../clock.ts';
import { chargesIn, TERMS } from '../../testing/office.ts';
import { emptyMarket, RealServer } from '../../testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '../../testing/server-copy.ts';

const NEW_SHOPS = 4;
const NEW_PAYMENTS = 24;
const TENANT = { name: 'Nimal Perera', contact: '000 000 0000', address: 'Dambulla', email: 'nimal@example.com' };

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

interface Handed {
  key: string;
  shopId: string;
  amount: number;
  paymentId: number | undefined;
}

const GOODS = ['Beans', 'Carrot', 'Leeks', 'Mango', 'Pumpkin'];

interface PublishedList {
  day: string;
  round: number;
}

const TITLE =
  'a server that is killed repeatedly during payments, invoices and publishing loses nothing that it acknowledged, and a retry repeats nothing';
test(TITLE, { tags: ['slow'] }, () => killRepeatedly(2));
test(`${TITLE} (10)`, { tags: ['nightly'] }, () => killRepeatedly(10));

async function killRepeatedly(kills: number): Promise<void> {
  const environment = await emptyMarket();
  let market = new Market(await RealServer.open(tree, environment));
  let cutOff = 0;
  const handed: Handed[] = [];
  const list: PublishedList = { day: dayOf(systemClock.now()), round: 0 };
  for (const name of GOODS) await market.addProduct(name);
  const shopIds: string[] = [];
  for (let round = 1; round <= kills; round += 1) {
    const added = Array.from({ length: NEW_SHOPS }, (_, index) => `A-${round}-${index}`);
    for (const shopId of added) await market.let(shopId);
    shopIds.push(...added);
    handed.push(
      ...Array.from({ length: NEW_PAYMENTS }, (_, index) => ({
        key: `payment-${round}-${index}`,
        shopId: added[index % NEW_SHOPS] ?? '',
        amount: 100 * index + round,
        paymentId: undefined,
      })),
    );
    const waiting = handed.filter(({ paymentId }) => paymentId === undefined);
    cutOff += await market.killAfter(1 + ((round * 7) % NEW_PAYMENTS), [
      () => market.generateAll(`all-${round}`),
      () => market.publish(list, round),
      ...waiting.map((one) => () => market.take(one)),
    ]);
    market = new Market(await RealServer.open(tree, environment, market.token));
    await expectNothingLost(market, handed);
    await expectWholeList(market, list);
  }
  // If the server were only killed after it had done all the work, the test would prove nothing.
  expect(cutOff).toBeGreaterThan(2 * kills);
  for (const one of handed) await market.take(one);
  expect(await market.generateAll('all-at-last')).toBe(true);
  await expectNothingLost(market, handed);
  expect(handed.every(({ paymentId }) => paymentId !== undefined)).toBe(true);
  for (const shopId of shopIds) await expectBooks(market, shopId, handed);
  const verdict = ledger.verify.answer.parse((await market.send('GET', '/api/books/verify')).body);
  expect(verdict).toMatchObject({ is_clean: true, differences: [], shops: kills * NEW_SHOPS });
}

async function expectNothingLost(market: Market, handed: readonly Handed[]): Promise<void> {
  const listed = payments.list.answer.parse((await market.send('GET', '/api/payments/payments')).body);
  const byKey = Map.groupBy(listed.payments, ({ note }) => note);
  for (const { key, paymentId, amount, shopId } of handed) {
    const found = byKey.get(key) ?? [];
    expect(found.length).toBeLessThanOrEqual(1);
    if (paymentId !== undefined)
      expect(found).toMatchObject([{ payment_id: paymentId, amount_paid: amount, shop_id: shopId }]);
  }
}

async function expectWholeList(market: Market, { day, round }: PublishedList): Promise<void> {
  const rows = prices.byDate.answer.parse((await market.send('GET', `/api/prices/by-date/${day}`)).body);
  const found = new Set(rows.map(({ min_price }) => min_price));
  expect(found.size).toBeLessThanOrEqual(1);
  expect(rows).toHaveLength(found.size * GOODS.length);
  expect([...found][0] ?? 0).toBeGreaterThanOrEqual(round);
}

async function expectBooks(market: Market, shopId: string, handed: readonly Handed[]): Promise<void> {
  const { shop } = shops.summary.answer.parse((await market.send('GET', `/api/shops/shop-summary/${shopId}`)).body);
  const given = handed.filter((one) => one.shopId === shopId).reduce((sum, { amount }) => sum + amount, 0);
  const spent = chargesIn(shop).reduce((sum, { paid }) => sum + paid, 0);
  expect(shop.Invoices).toHaveLength(1);
  expect(spent + shop.ShopBalance.balance_amount).toBe(given);
}

class Market {
  readonly #server: RealServer;

  constructor(server: RealServer) {
    this.#server = server;
  }

  get token(): string {
    return this.#server.token;
  }

  send(method: string, url: string) {
    return this.#server.send(method, url);
  }

  async let(shopId: string): Promise<void> {
    expect((await this.#server.send('POST', '/api/shops', { ...TERMS, shop_id: shopId })).status).toBe(201);
    expect((await this.#server.send('POST', '/api/tenants', { ...TENANT, shop_id: shopId })).status).toBe(201);
  }

  async take(one: Handed): Promise<boolean> {
    const body = { amountPaid: one.amount, paymentDate: dayOf(systemClock.now()), note: one.key };
    const { status, body: answer } = await this.#server.send(
      'POST',
      `/api/payments/by-shop/${one.shopId}`,
      body,
      one.key,
    );
    expect(status, JSON.stringify(answer)).toBe(200);
    const { payment_id } = payments.byShop.answer.parse(answer).payment;
    if (one.paymentId !== undefined) expect(payment_id).toBe(one.paymentId);
    one.paymentId = payment_id;
    return true;
  }

  async addProduct(name: string): Promise<void> {
    expect((await this.#server.send('POST', '/api/products', { name, type: 'vegetable' })).status).toBe(201);
  }

  async publish(list: PublishedList, round: number): Promise<boolean> {
    const rows = GOODS.map((_, at) => ({ product_id: at + 1, date: list.day, min_price: round, max_price: round }));
    const { status, body } = await this.#server.send('POST', '/api/prices/update-multiple', rows);
    expect(status, JSON.stringify(body)).toBe(200);
    list.round = round;
    return true;
  }

  async generateAll(key: string): Promise<boolean> {
    const { status, body } = await this.#server.send('POST', invoices.generateAll.path, {}, key);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(invoices.generateAll.answer.parse(body).results.filter((result) => result.status === 'failed')).toEqual([]);
    return true;
  }

  killAfter(count: number, requests: readonly (() => Promise<boolean>)[]): Promise<number> {
    return this.#server.killAfter(count, requests);
  }
}
