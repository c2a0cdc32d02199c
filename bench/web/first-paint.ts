import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { ListedPrice } from '#contract/prices.ts';
import { median } from '../harness.ts';
import type { Devtools, Tab } from './devtools.ts';

const VISITS = 5;
/** The time after which nothing larger is painted. */
const VISIT_MS = 3500;
/** The first paint of a page, as a multiple of that of the bare page in the same run. */
const MOST_RATIO = 1.5;
/** Largest and first paint are the same moment when at most one frame of a slow phone is between them. */
const ONE_FRAME_MS = 100;
const PAGES = [
  '/home-dailyprice',
  '/',
  '/product/1/chart',
  '/contact',
  '/news',
  '/si/home-dailyprice',
  '/ta/home-dailyprice',
];

interface Paints {
  firstMs: number;
  largestMs: number;
}

interface PaintRows {
  rows: string[][];
  /** How many pages are beyond the ratio, or have their largest paint after the first. */
  late: number;
}

/** Measures the public pages beside a table of the same prices without styles, each from an empty cache, in turn. */
export async function measureFirstPaints(
  browser: Devtools,
  { url, prepare }: { url: string; prepare: (tab: Tab) => Promise<void> },
): Promise<PaintRows> {
  const bare = await serveBare(await listPrices(url));
  try {
    const addresses = new Map([['bare', bare.url], ...PAGES.map((page) => [page, url + page] as const)]);
    const paints = new Map<string, Paints[]>();
    for (let visit = 0; visit < VISITS; visit += 1)
      for (const [name, address] of addresses)
        paints.set(name, [...(paints.get(name) ?? []), await visitPage(browser, address, prepare)]);
    const of = (name: string, key: keyof Paints) => median((paints.get(name) ?? []).map((one) => one[key]));
    const ratioOf = (name: string) => of(name, 'firstMs') / of('bare', 'firstMs');
    const isLate = (name: string) =>
      ratioOf(name) > MOST_RATIO || of(name, 'largestMs') - of(name, 'firstMs') > ONE_FRAME_MS;
    return {
      rows: [...addresses.keys()].map((name) => [
        name,
        String(Math.round(of(name, 'firstMs'))),
        ratioOf(name).toFixed(2),
        String(Math.round(of(name, 'largestMs'))),
      ]),
      late: PAGES.filter(isLate).length,
    };
  } finally {
    bare.server.close();
  }
}

async function listPrices(url: string): Promise<ListedPrice[]> {
  const { latest } = await (await fetch(`${url}/api/prices/days/2999-01-01`)).json();
  return (await fetch(`${url}/api/prices/by-date/${latest}`)).json();
}

async function serveBare(prices: readonly ListedPrice[]) {
  const rows = prices.map(
    ({ product, min_price, max_price }) => `<tr><td>${product.name}<td>${min_price} – ${max_price}`,
  );
  // A page without any script has nowhere to run `watchPaints` before it is painted.
  const page = gzipSync(
    `<!doctype html><meta charset=utf-8><meta name=viewport content="width=device-width"><title>Prices</title><script>0</script><style>td{padding:8px}</style><h1>Prices</h1><table>${rows.join('')}</table>`,
  );
  const server = http.createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

async function visitPage(browser: Devtools, address: string, prepare: (tab: Tab) => Promise<void>): Promise<Paints> {
  const tab = await browser.openTab();
  await prepare(tab);
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${watchPaints.toString()})()` });
  await tab.send('Page.navigate', { url: address });
  await wait(VISIT_MS);
  const { result } = await tab.send<{ result: { value: Paints } }>('Runtime.evaluate', {
    expression: 'globalThis.paints',
    returnByValue: true,
  });
  await tab.close();
  return result.value;
}

/** Runs in the page before its own scripts. */
function watchPaints(): void {
  const paints: Paints = { firstMs: 0, largestMs: 0 };
  Object.assign(globalThis, { paints });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntriesByName('first-contentful-paint')) paints.firstMs = startTime;
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) paints.largestMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}
