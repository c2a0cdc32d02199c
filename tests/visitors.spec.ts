import { Agent, get } from 'node:http';
import { expect } from '@playwright/test';
import { test } from './support/market.ts';
import { openPriceDesk } from './support/price-desk.ts';

const VISITORS = 300;
/** The visitors connect from this many addresses, because the connections of one address are limited. */
const ADDRESSES = 10;
const EDITIONS = 12;
const FIRST_PRICE = 500_000;
/** For this long after a change, a reader may get the old answer. */
const LONGEST_OUTDATED_MS = 2000;

test('three hundred visitors read while prices are published: no error is shown, and no page is older than two seconds', {
  tag: '@nightly',
}, async ({ market }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: VISITORS / ADDRESSES });
  const { publish, productId, day } = await openPriceDesk(market.url);
  const publishAt = (price: number) => publish({ min_price: price, max_price: price });
  await publishAt(FIRST_PRICE);
  const pages = ['/home-dailyprice', '/si/home-dailyprice', '/ta/home-dailyprice', `/api/prices/by-date/${day}`];
  const published = [{ price: FIRST_PRICE, atMs: 0 }];
  const leastAt = (nowMs: number) =>
    published.findLast(({ atMs }) => atMs + LONGEST_OUTDATED_MS <= nowMs)?.price ?? FIRST_PRICE;
  let isOpen = true;
  let read = 0;
  const faults: string[] = [];
  const visitor = async (at: number) => {
    while (isOpen) {
      const atLeast = leastAt(performance.now());
      const { status, body } = await ask(
        agent,
        market.url + pages[at % pages.length],
        `127.0.0.${2 + (at % ADDRESSES)}`,
      );
      const price = priceIn(body, productId);
      // Faults are collected and checked once at the end, because tens of thousands of `expect` calls would take longer
      // than the requests.
      if (status !== 200 || !(price >= atLeast)) faults.push(`${status}: ${price} after ${atLeast}`);
      read += 1;
    }
  };
  const visitors = Promise.all(Array.from({ length: VISITORS }, (_, at) => visitor(at)));
  for (let edition = 1; edition <= EDITIONS; edition += 1) {
    await publishAt(FIRST_PRICE + edition);
    published.push({ price: FIRST_PRICE + edition, atMs: performance.now() });
    const before = read;
    await expect.poll(() => read, { timeout: 30_000, intervals: [50] }).toBeGreaterThan(before + VISITORS);
  }
  isOpen = false;
  await visitors;
  agent.destroy();
  expect(faults).toEqual([]);
  expect(read).toBeGreaterThan(EDITIONS * VISITORS);
});

function priceIn(body: string, productId: number): number {
  const [, price] = new RegExp(`"product_id":${productId},"date":"[^"]+","min_price":(\\d+)`).exec(body) ?? [];
  return Number(price ?? shownPriceIn(body, productId));
}

/** Returns the figure of the product's card on a page. */
function shownPriceIn(html: string, productId: number): string | undefined {
  const card = html.split('<li class="price').find((one) => one.includes(`/product/${productId}/chart"`));
  return /class="price-figure.*? (\d[\d,]*)/.exec(card ?? '')?.[1]?.replaceAll(',', '');
}

function ask(agent: Agent, url: string, localAddress: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, localAddress }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }));
    }).on('error', reject);
  });
}
