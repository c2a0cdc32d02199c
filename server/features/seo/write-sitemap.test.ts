/** @module-tag sqlite-only */
import { Window } from 'happy-dom';
import { expect, onTestFinished, test } from 'vitest';
import { addDays } from '#billing/calendar.ts';
import { languages } from '#contract/languages.ts';
import type { SiteRenderer } from '#contract/site.ts';
import { ResponseCache } from '../../http/cache/response-cache.ts';
import { openTestApp, TEST_DAY, type TestApp, TOMORROW } from '../../testing/app-context.ts';
import { priceBook } from '../prices/load-price-book.ts';
import { writeRobots } from './write-robots.ts';
import { listSitemapPages, type SitemapPage, writeSitemap } from './write-sitemap.ts';

const PUBLIC_URL = 'https://pola.example';
const PAGES: SiteRenderer['publicPages'] = [
  { path: '/', indexed: 'newest-list' },
  { path: '/home-dailyprice', indexed: 'each-day' },
  { path: '/product/:id/chart', indexed: 'each-product' },
  { path: '/news', indexed: 'page' },
  { path: '/news/:id', indexed: 'each-publication' },
  { path: '/contact', indexed: 'page' },
  { path: '/alerts', indexed: 'page' },
  { path: '/alerts/manage' },
  { path: '/print/prices/:date' },
];

async function openMarket(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  return app;
}

async function addProduct(app: TestApp, name: string): Promise<number> {
  const payload = { name, type: 'vegetable' };
  return (await app.as('admin', { method: 'POST', url: '/api/products', payload })).json().productId;
}

const listOf = async ({ database }: TestApp, today = TEST_DAY) => {
  const book = await priceBook({ database, responseCache: new ResponseCache() })();
  return listSitemapPages({ db: database.reader, book, today }, PAGES);
};

function read(sitemap: string) {
  const parsed = new new Window().DOMParser().parseFromString(sitemap, 'application/xml');
  expect(parsed.querySelector('parsererror')).toBeNull();
  const root = parsed.documentElement;
  expect([root.localName, root.namespaceURI]).toEqual(['urlset', 'http://www.sitemaps.org/schemas/sitemap/0.9']);
  return [...root.children].map((url) => {
    const [loc, ...others] = [...url.children];
    return {
      address: loc?.textContent ?? '',
      changed: others.find(({ localName }) => localName === 'lastmod')?.textContent,
      alternates: others
        .filter(({ localName }) => localName === 'link')
        .map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]),
    };
  });
}

test('the sitemap has each fixed page, each active product, each day with a list and each publication', async () => {
  const app = await openMarket();
  const leeks = await addProduct(app, 'Leeks');
  const mint = await addProduct(app, 'Mint');
  const payload = [leeks, mint].flatMap((product_id) =>
    [TEST_DAY, addDays(TEST_DAY, -9)].map((date) => ({ product_id, date, min_price: 1, max_price: 2 })),
  );
  await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
  await app.as('admin', { method: 'DELETE', url: `/api/products/${mint}` });
  app.clock.advance(60_000);
  const news = { type: 'news', topic: 'A fair', description: 'On Sunday.' };
  const added = await app.as('editor', { method: 'POST', url: '/api/publications', payload: news });
  const published = '2026-11-20T03:00:00.000Z';
  expect(await listOf(app)).toEqual([
    { path: '/', changed: published },
    { path: '/home-dailyprice', changed: published },
    { path: `/home-dailyprice?date=${TEST_DAY}`, changed: published },
    { path: `/home-dailyprice?date=${addDays(TEST_DAY, -9)}`, changed: published },
    { path: `/product/${leeks}/chart` },
    { path: '/news' },
    { path: `/news/${added.json().publicationId}`, changed: '2026-11-20T03:01:00.000Z' },
    { path: '/contact' },
    { path: '/alerts' },
  ]);
});

test('an empty market has only its fixed pages', async () => {
  const places = await listOf(await openMarket());
  expect(places).toEqual(['/', '/home-dailyprice', '/news', '/contact', '/alerts'].map((path) => ({ path })));
});

test('however long the history is, the newest sixty days are named, and no future day', async () => {
  const app = await openMarket();
  const product_id = await addProduct(app, 'Leeks');
  const payload = Array.from({ length: 80 }, (_, at) => ({
    product_id,
    date: addDays(TEST_DAY, -at),
    min_price: 1,
    max_price: 2,
  }));
  await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
  const pathsOf = (places: SitemapPage[]) => places.map(({ path }) => path).filter((path) => path.includes('?date='));
  const days = pathsOf(await listOf(app));
  expect(days).toHaveLength(60);
  expect(days[0]).toBe(`/home-dailyprice?date=${TEST_DAY}`);
  expect(days.at(-1)).toBe(`/home-dailyprice?date=${addDays(TEST_DAY, -59)}`);
  const earlier = pathsOf(await listOf(app, addDays(TEST_DAY, -1)));
  expect(earlier).not.toContain(`/home-dailyprice?date=${TEST_DAY}`);
  expect(days).not.toContain(`/home-dailyprice?date=${TOMORROW}`);
});

test('each page is listed in each language, with its addresses in all of them', () => {
  const urls = read(
    writeSitemap([{ path: '/' }, { path: '/news/7', changed: '2026-11-20T03:00:00.000Z' }], PUBLIC_URL),
  );
  expect(urls.map(({ address }) => address)).toEqual([
    'https://pola.example/',
    'https://pola.example/si/',
    'https://pola.example/ta/',
    'https://pola.example/news/7',
    'https://pola.example/si/news/7',
    'https://pola.example/ta/news/7',
  ]);
  expect(urls.map(({ changed }) => changed)).toEqual([
    ...languages.map(() => undefined),
    ...languages.map(() => '2026-11-20T03:00:00.000Z'),
  ]);
  for (const { alternates } of urls.slice(3))
    expect(alternates).toEqual([
      ['en', 'https://pola.example/news/7'],
      ['si', 'https://pola.example/si/news/7'],
      ['ta', 'https://pola.example/ta/news/7'],
      ['x-default', 'https://pola.example/news/7'],
    ]);
});

test('characters with a meaning in XML are escaped', () => {
  const [url] = read(writeSitemap([{ path: '/a?b=<c>&d="e\'' }], PUBLIC_URL));
  expect(url?.address).toBe('https://pola.example/a?b=<c>&d="e\'');
});

const OFFICE = [
  '/login',
  '/publication',
  '/edit-shop/:id',
  '/shop-summary',
  '/shop-summary/:shopId',
  '/print/invoices',
];

function mayRead(robots: string, address: string): boolean {
  const rules = robots.split('\n').flatMap((line) => {
    const [, kind, path = ''] = /^(Allow|Disallow): (\S+)$/.exec(line) ?? [];
    return kind === undefined ? [] : [{ isOpen: kind === 'Allow', path }];
  });
  const fits = (path: string) => (path.endsWith('$') ? address === path.slice(0, -1) : address.startsWith(path));
  const [longest] = rules
    .filter(({ path }) => fits(path))
    .toSorted((one, other) => other.path.length - one.path.length);
  return longest?.isOpen ?? true;
}

test.each([
  '/',
  '/si/',
  '/home-dailyprice?date=2026-11-20',
  '/product/7/chart',
  '/ta/contact',
  '/news/3',
  '/open-data',
  '/how-right',
  '/publications-of-the-year',
  '/share/si/2026-11-20.png',
  '/images/a.webp',
  '/sitemap.xml',
  '/api/docs',
  '/api/openapi.json',
  '/api/v1/prices',
  '/api/v1/years/2026/prices.csv',
])('robots.txt allows %s', (address) => {
  expect(mayRead(writeRobots(OFFICE, undefined), address)).toBe(true);
});

test.each([
  '/login',
  '/publication',
  '/edit-shop/A-1',
  '/shop-summary',
  '/shop-summary/A-1',
  '/print/invoices',
  '/api/products',
  '/api/prices/by-date/2026-11-20',
  '/api/admin/login',
])('robots.txt disallows %s', (address) => {
  expect(mayRead(writeRobots(OFFICE, undefined), address)).toBe(false);
});

test('robots.txt names the sitemap when the market has a public address', () => {
  expect(writeRobots(OFFICE, 'https://pola.example')).toMatch(/\n\nSitemap: https:\/\/pola\.example\/sitemap\.xml\n$/);
  expect(writeRobots(OFFICE, undefined)).not.toContain('Sitemap');
});
