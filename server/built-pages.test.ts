/** @module-tag sqlite-only */
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addDays } from '#billing/calendar.ts';
import { inLanguage, languages } from '#contract/languages.ts';
import { serveBuiltWeb, withDemoPassword } from './http/assets/web-build.ts';
import { openTestApp, TEST_DAY, type TestApp } from './testing/app-context.ts';
import { type ExampleRecords, formOf, makeExampleMarket } from './testing/example-market.ts';

const PUBLIC_URL = 'https://pola.example';

let app: TestApp;
let made: ExampleRecords;
let officePaths: readonly string[];
let publicPaths: readonly string[];
let scriptsOfPages: Record<string, string[]>;
beforeAll(async () => {
  app = await openTestApp({ PUBLIC_URL }, undefined, async (fastify) => {
    const web = await serveBuiltWeb(fastify);
    const site = await web.renderer();
    scriptsOfPages = web.siteAssets.preloads;
    officePaths = site.officePaths.map(withOnes);
    publicPaths = [...site.publicPages.map(({ path }) => path), '/nowhere'].map(withOnes);
    return web;
  });
  made = await makeExampleMarket(app);
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.send({ url, headers });
const attributesOf = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found);
const picture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#2f7a48' } })
    .png()
    .toBuffer();
const withOnes = (path: string) => path.replaceAll(/:\w+/g, '1');

async function readSitemap(): Promise<string[]> {
  const addresses = attributesOf((await get('/sitemap.xml')).body, /<loc>([^<]+)<\/loc>/g);
  expect(addresses.filter((address) => !address.startsWith(`${PUBLIC_URL}/`))).toEqual([]);
  return addresses.map((address) => address.slice(PUBLIC_URL.length).replaceAll('&amp;', '&'));
}

async function readHeaders(path: string): Promise<{ policy: string; cacheControl: string | undefined }> {
  const answers = await vi.waitFor(async () => {
    const three = [await get(path), await get(path), await get(path)];
    // On a busy machine the data may be unconfirmed for a moment, and such an answer has other headers.
    expect(three.filter(({ headers }) => 'x-data-confirmed' in headers)).toEqual([]);
    return three;
  }, 10_000);
  const [first, ...others] = answers.map(({ headers }) => ({
    path,
    coop: headers['cross-origin-opener-policy'],
    nosniff: headers['x-content-type-options'],
    referrer: headers['referrer-policy'],
    tls: headers['strict-transport-security'],
    policy: String(headers['content-security-policy'] ?? ''),
    cacheControl: headers['cache-control'],
    cookies: headers['set-cookie'],
  }));
  expect(others).toEqual([first, first]);
  expect(first).toMatchObject({
    path,
    coop: 'same-origin',
    nosniff: 'nosniff',
    tls: 'max-age=31536000',
    cookies: undefined,
    // The address of an alert page or of a tenant's page is a secret, so it must not be sent as a referrer. The stalls are
    // not stored either.
    referrer: /^(\/(si|ta))?\/(alerts|my|stalls)(\/|$)/.test(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
  });
  const policy = first?.policy ?? '';
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
    expect(`${path} ${policy};`).toContain(`${part};`);
  return { policy, cacheControl: first?.cacheControl };
}

describe('policies', () => {
  async function expectOnlyOwnFiles(path: string): Promise<void> {
    const { policy } = await readHeaders(path);
    expect(`${path} ${policy};`).toMatch(
      /script-src 'self'( 'sha256-[^' ]+')*;.*style-src 'sha256-[^' ]+'( 'sha256-[^' ]+')*;/,
    );
    expect(`${path} ${policy}`).not.toContain('unsafe');
  }

  test('a public page runs only our own files, and what is inline by its hash', { tags: ['slow'] }, async () => {
    for (const [at, page] of publicPaths.entries())
      await expectOnlyOwnFiles(inLanguage(languages[at % languages.length] ?? 'en', page));
  });

  test.each(languages)('each public page in %s runs only our own files', { tags: ['slow'] }, async (language) => {
    for (const page of publicPaths) await expectOnlyOwnFiles(inLanguage(language, page));
  });

  test('a page of the office runs only our own files, and is not cached', async () => {
    for (const path of ['/login', ...officePaths]) {
      const { policy, cacheControl } = await readHeaders(path);
      expect(`${path} ${policy};`).toContain("script-src 'self';");
      // The office's component library writes styles at run time, but no scripts.
      expect(`${path} ${policy}`.replace("style-src 'self' 'unsafe-inline'", '')).not.toContain('unsafe');
      expect([path, cacheControl]).toEqual([path, 'no-store']);
    }
  });

  test('the gate, the API page and error pages have the same policy', { tags: ['slow'] }, async () => {
    const others = [
      '/gate',
      '/gate/check/V1',
      '/api/docs',
      '/api/products',
      '/icon.svg',
      '/robots.txt',
      '/sitemap.xml',
    ];
    for (const path of others) expect((await readHeaders(path)).policy, path).not.toContain('unsafe');
  });
});

describe('the scripts of public pages', () => {
  test('do not contain Zod, which is 25 kB', async () => {
    expect(Object.keys(scriptsOfPages)).toContain('product-chart');
    for (const [page, scripts] of Object.entries(scriptsOfPages))
      for (const script of scripts) expect([page, (await get(script)).body.includes('__zod')]).toEqual([page, false]);
  });

  test('have only the headers that a script needs', async () => {
    const script = scriptsOfPages['daily-prices']?.find((one) => one.startsWith('/assets/base-'));
    const { headers } = await get(script ?? '', { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
    });
    expect(new Set(Object.keys(headers))).toEqual(
      new Set([
        'cache-control',
        'connection',
        'content-encoding',
        'content-length',
        'content-type',
        'date',
        'vary',
        'x-content-type-options',
      ]),
    );
  });
});

describe('what search engines read', () => {
  test('every address of the sitemap answers, names itself as canonical in its language, and has its own description', async () => {
    const paths = await readSitemap();
    expect(paths.length).toBeGreaterThan(30);
    expect(new Set(paths).size).toBe(paths.length);
    const descriptions = new Map<string, string>();
    for (const path of paths) {
      const answer = await get(path);
      const html = answer.body;
      expect([path, answer.statusCode]).toEqual([path, 200]);
      expect(attributesOf(html, /<link rel="canonical" href="([^"]+)"/g)).toEqual([PUBLIC_URL + path]);
      const alternates = attributesOf(html, /<link rel="alternate" hrefLang="([^"]+)"/g);
      expect([path, alternates]).toEqual([path, [...languages, 'x-default']]);
      const language = languages.find((one) => path.startsWith(`/${one}/`)) ?? 'en';
      expect(html).toContain(`<html lang="${language}"`);
      const [description = '', ...more] = attributesOf(html, /<meta name="description" content="([^"]+)"/g);
      expect([description.length > 20, more]).toEqual([true, []]);
      // The latest list is also served, with the same content, at the address of its day.
      if (path.endsWith('/home-dailyprice')) continue;
      // The language is part of the key. A text without a translation is the same in each language, and would otherwise
      // be reported as a duplicate.
      const told = `${language}: ${description}`;
      expect([path, descriptions.get(told)]).toEqual([path, undefined]);
      descriptions.set(told, path);
    }
  });

  test('the office is excluded from search engines by robots.txt and by its own shell', async () => {
    const { body } = await get('/robots.txt');
    expect(body).toContain('Disallow: /admin-dashboard$');
    expect(body).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
    const { body: signIn } = await get('/login');
    expect(signIn).toContain('<meta name="robots" content="noindex">');
    expect(signIn).not.toContain('demo-password');
    expect(withDemoPassword(signIn, 'a"b')).toContain('<meta name="demo-password" content="a&quot;b">');
  });

  test('every address that the open data page names answers, in each language and without a script', {
    tags: ['slow'],
  }, async () => {
    for (const language of languages) {
      const html = (await get(inLanguage(language, '/open-data'))).body;
      expect(html).not.toMatch(/<script (?!type="application\/ld\+json")/);
      const addresses = attributesOf(html, /href="(\/api\/[^"]+)"/g);
      expect(addresses.length).toBeGreaterThan(15);
      for (const address of addresses) {
        const { statusCode } = await get(address.replaceAll('&amp;', '&'));
        expect([address, statusCode]).toEqual([address, 200]);
      }
      expect(html).toContain(`href="${inLanguage(language, '/print/poster')}"`);
    }
  });

  test('a market without a public address has no sitemap, and does not link to one', { tags: ['slow'] }, async () => {
    const nameless = await openTestApp({}, undefined, serveBuiltWeb);
    const ask = async (url: string) => nameless.send({ url });
    expect((await ask('/sitemap.xml')).statusCode).toBe(404);
    expect((await ask('/robots.txt')).body).not.toContain('Sitemap');
    const page = (await ask('/si/open-data')).body;
    expect(page).not.toMatch(/rel="canonical"|og:url/);
    expect(page).toContain('තවම මිල ලැයිස්තුවක් පළ කර නැත.');
    await nameless.close();
  });

  test('a page that does not exist says so in the language of its address', async () => {
    const { statusCode, body } = await get('/si/news/999');
    expect(statusCode).toBe(404);
    expect(body).toMatch(/<h1[^>]*>මේ පිටුව නැත<\/h1>/);
  });

  test('news are in the language of the reader, and a text without a translation is marked', async () => {
    const topics = { topic: 'Gate 3 is closed', topic_ta: 'மூன்றாம் வாயில் மூடப்பட்டுள்ளது' };
    const news = { type: 'news', ...topics, description: 'Until Monday.' };
    await app.as('superadmin', { method: 'POST', url: '/api/publications', ...(await formOf(news, await picture())) });
    const { body } = await get('/ta/news');
    expect(body).toContain(topics.topic_ta);
    expect(body).toMatch(/<span lang="en">[^<]*Until Monday/);
  });
});

describe('what readers share', () => {
  const pictureOf = (html: string) => attributesOf(html, /<meta property="og:image" content="([^"]+)"/g)[0] ?? '';

  test('each page has a picture of its day, in the right size, drawn once, and another one in each language', {
    tags: ['slow'],
  }, async () => {
    const pictures = new Set<string>();
    for (const language of languages) {
      const address = pictureOf((await get(inLanguage(language, '/home-dailyprice'))).body).slice(PUBLIC_URL.length);
      const { statusCode, headers, rawPayload } = await get(address);
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
      expect((await get(address, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
      pictures.add(rawPayload.toString('base64'));
    }
    expect(pictures.size).toBe(3);
  });

  test('the preview of a product has its own picture, price and date', { tags: ['slow'] }, async () => {
    const html = (await get(`/si/product/${made.carrot}/chart`)).body;
    const { rawPayload } = await get(pictureOf(html).slice(PUBLIC_URL.length));
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(html).toMatch(/<meta property="og:description" content="[^"]*රු\. [\d.,]+ – [\d.,]+ [^"]*2026[^"]*"/);
  });

  test('without scripts every share link leads to WhatsApp or to the page with its links', {
    tags: ['slow'],
  }, async () => {
    const html = (await get('/ta/home-dailyprice?view=cards')).body.replaceAll('&amp;', '&');
    const [whatsapp = ''] = attributesOf(html, /href="(https:\/\/wa\.me\/[^"]+)"/g);
    expect(new URL(whatsapp).searchParams.get('text')).toContain(`${PUBLIC_URL}/ta/d/`);
    expect(html).toContain(`href="/ta/product/${made.carrot}/chart#share"`);
    const product = (await get(`/ta/product/${made.carrot}/chart`)).body;
    expect(product).toMatch(/href="https:\/\/wa\.me\/\?text=/);
    const [picture = ''] = attributesOf(product, /href="(\/share\/[^"]+\.png)"/g);
    expect((await get(picture)).statusCode).toBe(200);
  });

  test('addresses of files that do not exist are not found', async () => {
    for (const path of [
      '/share/si/2019-01-01.png',
      `/share/fr/${TEST_DAY}.png`,
      '/share/si/latest.png',
      `/share/si/${TEST_DAY}.jpg`,
      '/price-list/si/2019-01-01.pdf',
      `/price-list/fr/${TEST_DAY}.pdf`,
      `/price-list/si/${TEST_DAY}.png`,
      '/share/si/product/999999.png',
      '/share/si/product/x.png',
      `/share/si/${TEST_DAY}/0.png`,
      `/share/si/${TEST_DAY}/99.png`,
      '/p/x',
      '/d/latest',
    ])
      expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
  });

  test('a PDF is drawn once and revalidated; too many at once are refused until later, and pages go on', {
    tags: ['slow'],
  }, async () => {
    const first = await get(`/price-list/si/${TEST_DAY}.pdf`);
    expect(first.headers['content-disposition']).toBe(`attachment; filename="prices-${TEST_DAY}-si.pdf"`);
    expect(first.headers['cache-control']).toContain('public');
    const again = await get(`/price-list/si/${TEST_DAY}.pdf`, { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    const days = Array.from({ length: 9 }, (_, at) => addDays(TEST_DAY, -10 - at));
    const payload = days.map((date) => ({ product_id: made.carrot, date, min_price: 100, max_price: 120 }));
    await app.as('superadmin', { method: 'POST', url: '/api/prices/update-multiple', payload });
    const asked = days.flatMap((day) => languages.map((language) => `/price-list/${language}/${day}.pdf`));
    const flood = Promise.all(asked.map((path) => get(path)));
    expect((await get('/si/home-dailyprice')).statusCode).toBe(200);
    const answers = await flood;
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(refused.length).toBeGreaterThan(3);
    for (const { headers } of refused) expect(headers['retry-after']).toBeDefined();
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(2);
  });
});

describe('what phones install', () => {
  test('the site can be installed, in the language of the page', async () => {
    const [address = ''] = attributesOf(
      (await get('/si/home-dailyprice')).body,
      /<link rel="manifest" href="([^"]+)"/g,
    );
    const manifest = (await get(address)).json();
    expect(manifest).toMatchObject({ lang: 'si', start_url: '/si/home-dailyprice#start', display: 'standalone' });
    for (const { src, type } of manifest.icons) {
      const icon = await get(src);
      expect([src, icon.statusCode, icon.headers['content-type']]).toEqual([src, 200, type]);
    }
  });

  test('the gate loads little, has its own service worker, and runs only its own files', async () => {
    const { statusCode, body, headers } = await get('/gate/anything');
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toContain("style-src 'self'");
    const scripts = attributesOf(body, /(?:src|href)="(\/assets\/[^"]+\.js)"/g);
    const files = await Promise.all(scripts.map(async (path) => (await get(path)).rawPayload));
    const kilobytes = files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0) / 1000;
    // The limit allows for the texts of documents in three languages and for the drawing of tickets, which the bundler
    // puts into files that the first screen needs.
    expect(kilobytes).toBeLessThan(120);
    expect((await get('/gate/worker.js')).headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'service-worker-allowed': '/gate',
      'cache-control': 'no-store',
    });
    const manifest = await get('/gate/manifest.webmanifest');
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
    const { icons } = manifest.json<{ icons: { src: string }[] }>();
    for (const { src } of icons) expect((await get(src)).statusCode).toBe(200);
  });
});
