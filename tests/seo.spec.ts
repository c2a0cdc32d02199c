import { expect } from '@playwright/test';
import sharp from 'sharp';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { test } from './support/market.ts';
import { type Market, startMarket } from './support/start-market.ts';

const PUBLIC_URL = 'https://pola.example';
const LANGUAGES = ['en', 'si', 'ta'];

let market: Market;
test.beforeAll(async () => {
  market = await startMarket('demo', { PUBLIC_URL });
});
test.afterAll(() => market.stop());

const fetchText = async (path: string) => (await fetch(market.url + path)).text();
const attributesOf = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found);

async function readSitemap(): Promise<string[]> {
  const sitemap = await fetchText('/sitemap.xml');
  const addresses = attributesOf(sitemap, /<loc>([^<]+)<\/loc>/g);
  for (const address of addresses) expect(address.startsWith(`${PUBLIC_URL}/`)).toBe(true);
  return addresses.map((address) => address.slice(PUBLIC_URL.length).replaceAll('&amp;', '&'));
}

test('every address of the sitemap answers, names itself as canonical in its language, and has its own description', async () => {
  test.setTimeout(180_000);
  const paths = await readSitemap();
  expect(paths.length).toBeGreaterThan(500);
  expect(new Set(paths).size).toBe(paths.length);
  const descriptions = new Map<string, string>();
  for (const path of paths) {
    const answer = await fetch(market.url + path);
    const html = await answer.text();
    expect([path, answer.status]).toEqual([path, 200]);
    expect(attributesOf(html, /<link rel="canonical" href="([^"]+)"/g)).toEqual([PUBLIC_URL + path]);
    const alternates = attributesOf(html, /<link rel="alternate" hrefLang="([^"]+)"/g);
    expect([path, alternates]).toEqual([path, [...LANGUAGES, 'x-default']]);
    const [, first = ''] = path.split('/');
    const language = LANGUAGES.includes(first) ? first : 'en';
    expect(html).toContain(`<html lang="${language}"`);
    const [description = '', ...more] = attributesOf(html, /<meta name="description" content="([^"]+)"/g);
    expect([description.length > 20, more]).toEqual([true, []]);
    // The latest list is at its day's address, too, with the same content.
    if (path.endsWith('/home-dailyprice')) continue;
    // What was not translated says the same in each language.
    const told = `${language}: ${description}`;
    expect([path, descriptions.get(told)]).toEqual([path, undefined]);
    descriptions.set(told, path);
  }
});

test('each page has a picture of its day, in the right size, drawn once, and another one in each language', async () => {
  const pictures = new Set<string>();
  for (const language of LANGUAGES) {
    const html = await fetchText(language === 'en' ? '/home-dailyprice' : `/${language}/home-dailyprice`);
    const [address = ''] = attributesOf(html, /<meta property="og:image" content="([^"]+)"/g);
    const url = market.url + address.slice(PUBLIC_URL.length);
    const answer = await fetch(url);
    const png = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    const again = await fetch(url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    pictures.add(png.toString('base64'));
  }
  expect(pictures.size).toBe(3);
});

test('a day without a list, an unknown language and an invalid date have no picture', async () => {
  for (const path of [
    '/share/si/2019-01-01.png',
    '/share/fr/2026-01-15.png',
    '/share/si/latest.png',
    '/share/si/2026-01-15.jpg',
  ]) {
    const answer = await fetch(market.url + path);
    expect([path, answer.status]).toEqual([path, 404]);
  }
});

test('the office is excluded from search engines by robots.txt and by its own shell', async () => {
  const robots = await fetchText('/robots.txt');
  expect(robots).toContain('Disallow: /admin-dashboard$');
  expect(robots).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
  expect(await fetchText('/login')).toContain('<meta name="robots" content="noindex">');
});

test('every address that the open data page names answers, in each language and without a script', async () => {
  for (const language of LANGUAGES) {
    const html = await fetchText(language === 'en' ? '/open-data' : `/${language}/open-data`);
    expect(html).not.toMatch(/<script (?!type="application\/ld\+json")/);
    const addresses = attributesOf(html, /href="(\/api\/[^"]+)"/g);
    expect(addresses.length).toBeGreaterThan(15);
    for (const address of addresses) {
      const { status } = await fetch(market.url + address.replaceAll('&amp;', '&'));
      expect([address, status]).toEqual([address, 200]);
    }
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`everybody can read the open data page on a small phone, ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme });
    const page = await context.newPage();
    for (const language of LANGUAGES) {
      await page.goto(`${market.url}${language === 'en' ? '' : `/${language}`}/open-data`);
      await expectNoAxeFindings(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      const heights = await page
        .locator('main a')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    }
    await context.close();
  });
}

test('a market without a public address has no sitemap, and does not link to one', async () => {
  const nameless = await startMarket('empty');
  const sitemap = await fetch(`${nameless.url}/sitemap.xml`);
  const robots = await (await fetch(`${nameless.url}/robots.txt`)).text();
  const page = await (await fetch(`${nameless.url}/si/open-data`)).text();
  await nameless.stop();
  expect(sitemap.status).toBe(404);
  expect(robots).not.toContain('Sitemap');
  expect(page).not.toMatch(/rel="canonical"|og:url/);
  expect(page).toContain('තවම මිල ලැයිස්තුවක් පළ කර නැත.');
});
