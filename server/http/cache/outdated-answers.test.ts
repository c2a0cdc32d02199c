/** @module-tag sqlite-only */
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { tooMuchWork } from '../../limit-work.ts';
import { ResponseCache } from './response-cache.ts';

const HEADERS = { 'content-type': 'application/json', 'cache-control': 'public, max-age=0' };
const STAFF = { authorization: 'Bearer some.token' };
const LONGEST_OUTDATED_MS = 2000;

interface Market {
  cache: ResponseCache;
  isBusy: boolean;
  /** Publishes a list, and lets nothing be computed until the returned function is called. */
  publish(list: string): () => void;
  ask(url: string, headers?: IncomingHttpHeaders): Promise<string>;
}

/** A market whose cache has the list `old` under the given addresses. */
async function openMarket(...urls: string[]): Promise<Market> {
  let list = 'old';
  let opened = Promise.resolve();
  const market: Market = {
    cache: new ResponseCache({
      admit: () => {
        if (market.isBusy) throw tooMuchWork();
      },
    }),
    isBusy: false,
    publish(next) {
      const { promise, resolve } = Promise.withResolvers<void>();
      list = next;
      opened = promise;
      market.cache.renew(next);
      return resolve;
    },
    async ask(url, headers = {}) {
      const sent = await market.cache.getOrCompute(url, headers, async () => {
        await opened;
        return { content: list, headers: HEADERS };
      });
      const body = sent.body ?? ('packed' in sent ? sent.packed : undefined);
      const text = sent.headers['content-encoding'] === 'gzip' ? gunzipSync(body ?? '') : body;
      return `${text} ${sent.headers['cache-control']}`;
    },
  };
  market.cache.renew('first');
  for (const url of [...urls, ...urls]) await market.ask(url);
  return market;
}

const OLD = 'old no-store';
const NEW = 'new public, max-age=0';

test('after a change the first reader waits for the new list, and the others get the old one until it is made', async () => {
  const market = await openMarket('/prices');
  const finish = market.publish('new');
  const first = market.ask('/prices');
  const member = market.ask('/prices', STAFF);
  expect(await Promise.all([market.ask('/prices'), market.ask('/prices')])).toEqual([OLD, OLD]);
  finish();
  expect(await Promise.all([first, member])).toEqual([NEW, NEW]);
  expect(await market.ask('/prices')).toBe(NEW);
});

test('while others are computed an old page is sent at once, and a page that nobody has read waits', async () => {
  const market = await openMarket('/prices');
  const finish = market.publish('new');
  const rare = Array.from({ length: 5 }, (_, at) => market.ask(`/rare/${at}`));
  expect(await market.ask('/prices')).toBe(OLD);
  expect(await Promise.race([market.ask('/prices', STAFF), wait(5, 'waits')])).toBe('waits');
  finish();
  expect(await Promise.all(rare)).toEqual([NEW, NEW, NEW, NEW, NEW]);
  expect(await market.ask('/prices')).toBe(NEW);
});

test('a server that is too busy sends the old list to readers and refuses those in a session', async () => {
  const market = await openMarket('/prices');
  market.publish('new')();
  market.isBusy = true;
  expect(await market.ask('/prices')).toBe(OLD);
  await expect(market.ask('/prices', STAFF)).rejects.toMatchObject({ code: 'not_ready' });
  market.isBusy = false;
  expect(await market.ask('/prices')).toBe(NEW);
});

test('an old list is never sent later than two seconds after its change, even when other changes follow', async () => {
  const market = await openMarket('/prices');
  market.publish('new')();
  market.isBusy = true;
  await wait(LONGEST_OUTDATED_MS / 2);
  expect(await market.ask('/prices')).toBe(OLD);
  market.cache.renew('another');
  expect(await market.ask('/prices')).toBe(OLD);
  // A timer may fire a millisecond early.
  await wait(LONGEST_OUTDATED_MS / 2 + 50);
  await expect(market.ask('/prices')).rejects.toMatchObject({ code: 'not_ready' });
});

test('a list that was cached before the change is cached again at its first request', async () => {
  const market = await openMarket('/prices');
  market.publish('new')();
  await market.ask('/prices');
  expect(market.cache.find('/prices', {})?.body?.toString()).toBe('new');
  await market.ask('/rare');
  expect(market.cache.find('/rare', {})).toBeUndefined();
});
