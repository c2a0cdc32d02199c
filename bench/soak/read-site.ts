import { inLanguage, languages } from '#contract/languages.ts';
import { type Errand, pick } from './errand.ts';
import type { Market } from './market.ts';
import type { Asked } from './visitor.ts';

/** As a browser asks; the API is asked by programs that take plain bytes. */
const BROWSER: Asked = { headers: { 'accept-encoding': 'gzip, deflate, br' } };
/** Far from the one before, and prime, so that all of a list are met. */
const STRIDE = 7919;

/** What everybody reads: pages in three languages, prices, charts, news, pictures, open data. */
export function readSite(market: Market): Errand[] {
  return [...readPages(market), ...readFigures(market), ...askAgain(market), ...readRest(market)];
}

function readPages(market: Market): Errand[] {
  const page = (what: string, aMinute: number, path: (at: number) => string): Errand => ({
    what,
    aMinute,
    async run(at) {
      const { headers } = await market.ask(inLanguage(pick(languages, at), path(at)), BROWSER);
      if (!headers['content-type']?.startsWith('text/html')) throw new Error(`came as ${headers['content-type']}`);
    },
  });
  return [
    page('price page', 400, () => '/home-dailyprice'),
    page('price page of a day', 180, (at) => `/home-dailyprice?date=${pick(market.days, at * STRIDE)}`),
    page('price page, searched', 30, (at) => `/home-dailyprice?q=${pick(['carrot', 'mango', 'rice'], at)}`),
    page('home page', 150, () => '/'),
    page('chart page', 150, (at) => `/product/${pick(market.productIds, at * STRIDE)}/chart`),
    page('news', 60, (at) => `/news?page=${1 + (at % 3)}`),
    page('one of the news', 60, (at) => `/news/${pick(market.publicationIds, at)}`),
    page('contact page', 30, () => '/contact'),
    page('open data page', 15, () => '/open-data'),
    page('price list to print', 15, (at) => `/print/prices/${pick(market.days, at * STRIDE)}`),
  ];
}

function readFigures(market: Market): Errand[] {
  const { days, productIds, pricedIds, productCodes, publicationIds, years } = market;
  const read = (what: string, aMinute: number, address: (at: number) => string): Errand => ({
    what,
    aMinute,
    run: (at) => market.ask(address(at)),
  });
  const product = (at: number) => `/api/prices/product/${pick(productIds, at * STRIDE)}`;
  const day = (at: number) => pick(days, at * STRIDE);
  return [
    read('prices of the newest day', 200, () => `/api/prices/by-date/${days.at(-1)}`),
    read('prices of a day', 150, (at) => `/api/prices/by-date/${day(at)}`),
    read('days around a day', 60, (at) => `/api/prices/days/${day(at)}`),
    read('series', 100, (at) => `${product(at)}/series`),
    read('chart in its older form', 20, (at) => `${product(at)}/chart`),
    read('one price', 40, (at) => `/api/prices/product/${pick(pricedIds, at)}/date/${days.at(-1)}`),
    read('catalogue', 50, () => '/api/products'),
    read('one product', 40, (at) => `/api/products/${pick(productIds, at)}`),
    read('publications', 50, () => '/api/publications'),
    read('one publication', 40, (at) => `/api/publications/${pick(publicationIds, at)}`),
    read('feed', 15, (at) => `/api/v1/feeds/${pick(languages, at)}/publications.atom`),
    read('open data of a day', 60, (at) => `/api/v1/prices?date=${day(at)}`),
    read('open data of a product', 20, (at) => `/api/v1/products/${pick(productCodes, at * STRIDE)}/prices`),
    read('a year as CSV', 6, (at) => `/api/v1/years/${pick(years, at)}/prices.csv`),
    read('a year as JSON', 3, (at) => `/api/v1/years/${pick(years, at)}/prices.json`),
    read('corrections', 15, (at) => `/api/v1/corrections?page=${1 + (at % 4)}`),
    read('market calendar', 15, () => '/api/market-days'),
    read('weather', 40, () => '/api/weather'),
  ];
}

/** Who has an answer already asks whether it still holds. It may not, after a publication: then it comes anew. */
function askAgain(market: Market): Errand[] {
  const again = (what: string, aMinute: number, address: (at: number) => string): Errand => ({
    what,
    aMinute,
    async run(at) {
      const { headers } = await market.ask(address(at), BROWSER);
      const known = { ...BROWSER.headers, 'if-none-match': headers.etag ?? '' };
      await market.ask(address(at), { headers: known, expected: [304, 200] });
    },
  });
  return [
    again('price page again', 100, (at) => inLanguage(pick(languages, at), '/home-dailyprice')),
    again('prices again', 60, () => `/api/prices/by-date/${market.days.at(-1)}`),
    again('picture again', 60, (at) => pick(market.pictures, at)),
  ];
}

function readRest(market: Market): Errand[] {
  const read = (what: string, aMinute: number, address: (at: number) => string, asked = BROWSER): Errand => ({
    what,
    aMinute,
    run: (at) => market.ask(address(at), asked),
  });
  return [
    read('picture', 150, (at) => pick(market.pictures, at)),
    read('script or font', 60, (at) => pick(market.assets, at)),
    read('share picture', 4, (at) => `/share/${pick(languages, at)}/${pick(market.days, at * STRIDE)}.png`),
    read('sitemap', 3, (at) => pick(['/sitemap.xml', '/robots.txt', '/api/openapi.json'], at)),
    read('office and gate', 15, (at) => pick(['/login', '/gate', '/gate/worker.js', '/admin-dashboard'], at)),
    read('is it well', 12, (at) => pick(['/healthz', '/readyz'], at)),
    read('page that is not there', 15, (at) => `/nothing/${at}`, { expected: [404] }),
    read('day that does not exist', 10, () => '/api/prices/by-date/2026-02-30', { expected: [400] }),
  ];
}
