import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Language, languages } from '#contract/languages.ts';
import type { PageDataByName, PageName } from '#contract/site.ts';
import {
  alertData,
  alertsData,
  assets,
  boardData,
  calendarData,
  contactData,
  emptyDay,
  frameIn,
  friday,
  fridaysList,
  homeData,
  howRightData,
  mango,
  newsItem,
  openDataData,
  pricesData,
  shown,
  siteProduct,
  stallsData,
  tenantData,
  testChartData,
  testPrice,
  whereToSellData,
} from '../testing/site-market.ts';
import { site } from './render.tsx';

const examples: { [Name in PageName]: { path: string; data: PageDataByName[Name] } } = {
  home: { path: '/', data: homeData() },
  news: { path: '/news', data: { publications: [newsItem(2), newsItem(1)], newsType: 'all', page: 1, pages: 2 } },
  'news-item': { path: '/news/1', data: { publication: newsItem(1) } },
  'daily-prices': { path: '/home-dailyprice', data: pricesData() },
  'product-chart': { path: '/product/1/chart', data: testChartData() },
  contact: { path: '/contact', data: contactData },
  calendar: { path: '/calendar', data: calendarData() },
  'open-data': { path: '/open-data', data: openDataData() },
  alerts: { path: '/alerts', data: alertsData() },
  alert: { path: '/alerts/manage?key=a-key', data: alertData() },
  tenant: { path: '/my/12-abc', data: tenantData() },
  'how-right': { path: '/how-right', data: howRightData() },
  stalls: { path: '/stalls?product=1', data: stallsData() },
  'where-to-sell': { path: '/where-to-sell?product=1', data: whereToSellData() },
  'print-prices': { path: `/print/prices/${friday}`, data: { date: friday, rows: fridaysList } },
  'print-poster': { path: '/print/poster', data: {} },
  board: { path: '/board', data: boardData() },
  offline: { path: '/offline', data: {} },
  'not-found': { path: '/nowhere', data: {} },
  broken: { path: '/news?page=2', data: {} },
};

const show = <Name extends PageName>(page: Name, language: Language, data?: PageDataByName[Name]) =>
  shown(site.render(page, data ?? examples[page].data, { frame: frameIn(language, examples[page].path), assets }));

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const OTHER_SCRIPTS: Record<Language, RegExp> = {
  en: /[\u0b80-\u0bff\u0d80-\u0dff]/,
  si: /[\u0b80-\u0bff]/,
  ta: /[\u0d80-\u0dff]/,
};

const everyPage = (Object.keys(examples) as PageName[]).flatMap((page) =>
  languages.map((language) => [page, language] as const),
);

describe.each(everyPage)('%s in %s', (page, language) => {
  const { html, status, styleHashes, scriptHashes } = show(page, language);

  test('follows the content policy: no style attribute, no handler, no script but our file, its data and one by hash', () => {
    expect(html).not.toMatch(/\sstyle=/);
    expect(html).not.toMatch(/\son\w+=/);
    const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => sourceOf(script));
    expect(inline).toEqual(scriptHashes);
    for (const [tag] of html.matchAll(/<script [^>]*>/g))
      expect(tag).toMatch(/ src="\/assets\/| type="application\/(ld\+)?json"/);
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    expect(styleHashes).toEqual([sourceOf(style)]);
  });

  test('is a page in its language with one title, one main part and one first heading', () => {
    expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}"[ >]`));
    // Pictures drawn in the page have titles of their own.
    const [head = ''] = html.split('<body', 1);
    expect(head.match(/<title>[^<]+<\/title>/g)).toHaveLength(1);
    expect(html.match(/<main /g)).toHaveLength(1);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(status).toBe({ 'not-found': 404, broken: 500 }[page as string] ?? 200);
  });

  // If the device has no font for a writing system, the browser downloads one as soon as it lays out a single letter of
  // it, even a hidden letter.
  test('has letters of another script only in a text that is marked with its language', () => {
    const marked = html.replaceAll(/<(style|script)[\s\S]*?<\/\1>|<(div|p|span|b) lang="\w\w">[\s\S]*?<\/\2>/g, '');
    expect(marked.replaceAll(/<[^>]*>/g, '')).not.toMatch(OTHER_SCRIPTS[language]);
  });

  test('has no unfilled placeholder', () => {
    const text = html.replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, '');
    expect(text).not.toMatch(/\{\w+\}|undefined|NaN|\[object/);
  });
});

test('only printed sheets, error pages and the page of a tenant are the same in every language of a phone', () => {
  const fixed = everyPage.filter(
    ([page, language]) => !show(page, language).html.includes('(function openInLanguage('),
  );
  expect([...new Set(fixed.map(([page]) => page))]).toEqual([
    'tenant',
    'print-prices',
    'print-poster',
    'board',
    'broken',
  ]);
});

test('pages that only show text load no script', () => {
  for (const page of [
    'news',
    'news-item',
    'calendar',
    'open-data',
    'how-right',
    'tenant',
    'not-found',
    'broken',
  ] as const)
    expect(show(page, 'en').html).not.toMatch(/<script (?!type="application\/ld\+json")/);
});

test('a page loads only its own code and its own language', () => {
  const { html } = show('daily-prices', 'si');
  expect(html).toContain('href="/assets/prices.js"');
  expect(html).toContain('href="/assets/si.js"');
  expect(show('daily-prices', 'ta').html).not.toContain('/assets/si.js');
});

test('a product name is shown as text and cannot end the data of the page', () => {
  const name = '</script><script>alert(1)</script><!--';
  const rows = [testPrice(siteProduct(5, { name }), 1, 2)];
  const { html } = show('daily-prices', 'en', pricesData({ rows, type: 'vegetable' }));
  expect(html).not.toContain('<script>alert');
  expect(html).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
  const [, json = ''] = /<script id="page-props" type="application\/json">([\s\S]*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json).data.rows[0].product.name).toBe(name);
});

test('the language switch opens the same page with the same query', () => {
  const path = '/home-dailyprice?date=2026-11-20&q=a%26b';
  const { html } = shown(site.render('daily-prices', pricesData(), { frame: frameIn('ta', path), assets }));
  expect(html).toContain('<a lang="si" hrefLang="si" href="/si/home-dailyprice?date=2026-11-20&amp;q=a%26b">');
  expect(html).toContain('<a lang="en" hrefLang="en" href="/home-dailyprice?date=2026-11-20&amp;q=a%26b">');
  expect(html).toContain('href="/ta/home-dailyprice?date=2026-11-20&amp;q=a%26b" aria-current="true"');
});

test('the current page is marked among the links, and no other is', () => {
  const { html } = show('contact', 'en');
  expect(html.match(/aria-current="page"/g)).toHaveLength(1);
  expect(html).toContain('<a href="/contact" aria-current="page">Contact</a>');
});

test('hotline, call center, office and branches are telephone links', () => {
  const { html } = show('contact', 'en');
  const numbers = new Set([...html.matchAll(/href="tel:(\d+)"/g)].map(([, number]) => number));
  expect([...numbers].toSorted()).toEqual([
    '0000002001',
    '0000002002',
    '0000002003',
    '0000002004',
    '0000002005',
    '0000002999',
  ]);
});

test('a name that replaces a missing one is marked as English', () => {
  const { html } = show(
    'home',
    'si',
    homeData({ latest: { date: friday, rows: [testPrice(mango, 80, 80)], comparisons: {}, count: 1 } }),
  );
  expect(html).toContain('<span lang="en">Mango</span>');
});

test('the home page shows the first products of the latest list and the link to all of them', () => {
  const rows = Array.from({ length: 10 }, (_, index) => testPrice(siteProduct(index + 1), 100, 120));
  const { html } = show('home', 'en', homeData({ latest: { date: friday, rows, comparisons: {}, count: 119 } }));
  expect(html.match(/href="\/product\/\d+\/chart"/g)).toHaveLength(10);
  expect(html).toContain('Prices for Friday, 20 November 2026');
  expect(html).toContain('See all 119 products');
});

test('a market without a list shows a message on its home page', () => {
  expect(show('home', 'en', homeData({ latest: null })).html).toContain('No price list has been published yet.');
});

test.each([
  ['/', 'home', 'en'],
  ['/si/', 'home', 'si'],
  ['/ta', 'home', 'ta'],
  ['/si/home-dailyprice', 'daily-prices', 'si'],
  ['/product/7/chart', 'product-chart', 'en'],
  ['/si/news', 'news', 'si'],
  ['/ta/news/7', 'news-item', 'ta'],
  ['/ta/print/prices/2026-11-20', 'print-prices', 'ta'],
  ['/si/login', 'not-found', 'si'],
  ['/en/contact', 'not-found', 'en'],
])('%s is the page %s in %s', (path, page, language) => {
  expect(site.match(path)).toMatchObject({ kind: 'public', page, language });
});

test('the login and the office are not rendered by the site', () => {
  expect(site.match('/login')).toEqual({ kind: 'office', isSignIn: true });
  expect(site.match('/password-link')).toEqual({ kind: 'office', isSignIn: false });
  expect(site.match('/admin-dashboard')).toEqual({ kind: 'office', isSignIn: false });
  expect(site.match('/settings/contacts')).toEqual({ kind: 'office', isSignIn: false, isUnknown: true });
  expect(site.match('/shop-summary/A1/nothing')).toEqual({ kind: 'office', isSignIn: false, isUnknown: true });
  expect(site.match('/nothing')).toMatchObject({ kind: 'public', page: 'not-found' });
});

test('a printed list has 120 rows, and an empty one shows a message', () => {
  expect(show('print-prices', 'en').html.match(/<tr>/g)).toHaveLength(122);
  const { html } = show('print-prices', 'en', { date: friday, rows: [] });
  expect(html).toContain('No daily prices to print.');
  expect(html).not.toContain('<table');
});

test('a printed price is per kilogram, or names its unit', () => {
  const { html } = show('print-prices', 'en');
  expect(html).toContain('<td><span>Rs. 360.00</span></td><td><span>Rs. 460.00</span></td>');
  expect(html).toContain('<span>Mango</span> (per fruit)');
});

test('a day without a list has its date in the title', () => {
  expect(show('daily-prices', 'en', emptyDay('2026-11-19')).html).toContain(
    '<title>Prices for Thursday, 19 November 2026 · ',
  );
});
