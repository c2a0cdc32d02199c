import { expect } from '@playwright/test';
import { test } from './support/market.ts';
import { openShakyLine } from './support/shaky-line.ts';

const PHONES = [
  { locale: 'si-LK', language: 'si', prefix: '/si' },
  { locale: 'ta-LK', language: 'ta', prefix: '/ta' },
  { locale: 'en-LK', language: 'en', prefix: '' },
];
const NAMES = { en: 'EN', si: 'සිංහල', ta: 'தமிழ்' };

for (const { locale, language, prefix } of PHONES) {
  const tag = language === 'si' ? [] : ['@nightly'];
  test(`a phone set to ${locale} opens every page in its language, and shared links in theirs`, { tag }, async ({
    browser,
    market,
  }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    for (const path of ['/', '/home-dailyprice?type=vegetable', '/news', '/contact#map', '/nowhere']) {
      await page.goto(market.url + path);
      await expect(page).toHaveURL(market.url + prefix + path);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    }
    for (const shared of ['si', 'ta']) {
      await page.goto(`${market.url}/${shared}/contact`);
      await expect(page.locator('h1')).toBeVisible();
      await expect(page).toHaveURL(`${market.url}/${shared}/contact`);
    }
    await page.goto(`${market.url}/print/prices/2026-11-20`);
    await expect(page.locator('h1, .none').first()).toBeVisible();
    await expect(page).toHaveURL(`${market.url}/print/prices/2026-11-20`);
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });
}

test('a chosen language stays chosen, also English on a Sinhala phone, and Back works', async ({ browser, market }) => {
  const context = await browser.newContext({ locale: 'si-LK' });
  const page = await context.newPage();
  const choose = (name: string) => page.locator('.languages').getByRole('link', { name }).click();
  await page.goto('about:blank');
  await page.goto(`${market.url}/contact`);
  await expect(page).toHaveURL(`${market.url}/si/contact`);
  await choose(NAMES.ta);
  await expect(page).toHaveURL(`${market.url}/ta/contact`);
  await page.goto(`${market.url}/news`);
  await expect(page).toHaveURL(`${market.url}/ta/news`);
  await page.goBack();
  await expect(page).toHaveURL(`${market.url}/ta/contact`);
  await page.goBack();
  await expect(page).toHaveURL(`${market.url}/si/contact`);
  await choose(NAMES.en);
  await expect(page).toHaveURL(`${market.url}/contact`);
  await page.goto(`${market.url}/news`);
  await expect(page.locator('h1')).toHaveText('News from the centre');
  await expect(page).toHaveURL(`${market.url}/news`);
  await page.reload();
  await expect(page).toHaveURL(`${market.url}/news`);
  await context.close();
});

test('the home page opens in the language of a Sinhala browser without scripts, and in English when chosen', {
  tag: '@quick',
}, async ({ browser, market }) => {
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({ locale: 'si-LK', javaScriptEnabled });
    const page = await context.newPage();
    const english = page.locator('.languages').getByRole('link', { name: NAMES.en });
    await page.goto(market.url);
    await expect(page).toHaveURL(`${market.url}/si/${javaScriptEnabled ? '' : '#start'}`);
    await english.click();
    await expect(page).toHaveURL(`${market.url}/`);
    await expect(english).toHaveAttribute('aria-current', 'true');
    await page.reload();
    await expect(english).toHaveAttribute('aria-current', 'true');
    await page.locator('a.brand').click();
    await expect(english).toHaveAttribute('aria-current', 'true');
    if (javaScriptEnabled) {
      await page.goto('about:blank');
      await page.goto(market.url);
      await expect(page).toHaveURL(`${market.url}/`);
      await expect(english).toHaveAttribute('aria-current', 'true');
    }
    await context.close();
  }
  const english = await fetch(market.url, { headers: { 'accept-language': 'en' } });
  expect([english.status, english.redirected]).toEqual([200, false]);
  expect(english.headers.get('vary')).toContain('accept-language');
});

test('English opened in a new tab from a Tamil page stays English', async ({ browser, market }) => {
  const context = await browser.newContext({ locale: 'ta' });
  const page = await context.newPage();
  await page.goto(market.url);
  await expect(page).toHaveURL(`${market.url}/ta/`);
  const address = await page.locator('.languages').getByRole('link', { name: NAMES.en }).getAttribute('href');
  const english = await context.newPage();
  await english.goto(new URL(address ?? '', page.url()).href, { referer: page.url() });
  await expect(english).toHaveURL(`${market.url}/`);
  await expect(english.locator('html')).toHaveAttribute('lang', 'en');
  await english.goto(`${market.url}/contact`);
  await expect(english.locator('h1')).toHaveText('Contact');
  await context.close();
});

test('where nothing can be stored the page opens as its address says', { tag: '@quick' }, async ({
  browser,
  market,
}) => {
  const context = await browser.newContext({ locale: 'si-LK' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.goto(`${market.url}/contact`);
  await expect(page.locator('h1')).toHaveText('Contact');
  await context.close();
});

test('the home screen opens the chosen language, whatever language the app was installed in', async ({
  browser,
  market,
}) => {
  const context = await browser.newContext({ locale: 'en-LK' });
  const page = await context.newPage();
  await page.goto(`${market.url}/si/home-dailyprice`);
  const manifest = await page.locator('link[rel=manifest]').getAttribute('href');
  const { start_url } = await (await page.request.get(market.url + manifest)).json();
  await page.goto('about:blank');
  await page.goto(market.url + start_url);
  await expect(page).toHaveURL(`${market.url}/si/home-dailyprice`);
  await page.locator('.languages').getByRole('link', { name: NAMES.ta }).click();
  await expect(page).toHaveURL(`${market.url}/ta/home-dailyprice`);
  await page.goto('about:blank');
  await page.goto(market.url + start_url);
  await expect(page).toHaveURL(`${market.url}/ta/home-dailyprice`);
  await context.close();
});

test('without a connection a stored English page is shown rather than none in the chosen language', async ({
  browser,
  market,
}) => {
  const line = await openShakyLine(market);
  const context = await browser.newContext({ locale: 'en-LK', serviceWorkers: 'allow' });
  const page = await context.newPage();
  const read = async (path: string) => {
    await page.goto(line.url + path);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => page.evaluate((one) => caches.match(one).then(Boolean), path)).toBe(true);
  };
  await read('/home-dailyprice');
  await read('/contact');
  await page.locator('.languages').getByRole('link', { name: NAMES.si }).click();
  await expect(page).toHaveURL(`${line.url}/si/contact`);
  await expect.poll(() => page.evaluate(() => caches.match('/si/contact').then(Boolean))).toBe(true);
  line.isCut = true;
  await page.goto(`${line.url}/contact`);
  await expect(page).toHaveURL(`${line.url}/si/contact`);
  await page.goto(`${line.url}/home-dailyprice`);
  await expect(page.locator('li.price').first()).toBeVisible();
  await expect(page).toHaveURL(`${line.url}/home-dailyprice`);
  await page.goto(`${line.url}/news`);
  await expect(page).toHaveURL(`${line.url}/si/news`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'si');
  await expect(page.locator('h1 span:visible')).toHaveCount(1);
  await context.close();
  await line.stop();
});

for (const [language, file] of [
  ['si', 'noto-sans-sinhala'],
  ['ta', 'noto-sans-tamil'],
] as const)
  test(`in ${language} the first page waits for the regular face only, and a later one has a real bold face`, async ({
    page,
    market,
  }) => {
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes(file)) fetched.push(new URL(request.url()).pathname);
    });
    const hasBold = () =>
      page.evaluate(() => [...document.fonts].some(({ weight, status }) => weight === '700' && status === 'loaded'));
    await page.goto(`${market.url}/${language}/home-dailyprice`);
    await expect(page.locator('h1')).toBeVisible();
    expect(fetched).toEqual([`/fonts/${file}-400.woff2`]);
    expect(await hasBold()).toBe(false);
    await expect
      .poll(async () => {
        await page.goto(`${market.url}/${language}/contact`);
        await expect(page.locator('h1')).toBeVisible();
        return hasBold();
      })
      .toBe(true);
    expect(fetched).toContain(`/fonts/${file}-700.woff2`);
  });
