import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from '@playwright/test';
import { inLanguage, languages } from '#contract/languages.ts';
import { readPdfText } from '#server/testing/pdf.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { listedDay, spellOut } from './support/demo-days.ts';
import { test } from './support/market.ts';
import { openShakyLine } from './support/shaky-line.ts';

const PHONE = { width: 360, height: 740 };

test('a farmer reads today in Sinhala on a phone, finds a product, and sees its history', { tag: '@quick' }, async ({
  browser,
  market,
}) => {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  await page.goto(market.url);
  await page.getByRole('link', { name: 'සිංහල' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'si');
  await page.goto(`${market.url}/si/home-dailyprice`);
  const cards = page.locator('li.price');
  expect(await cards.count()).toBeGreaterThan(80);
  for (const name of ['thakkali', 'තක්කාලි']) {
    await page.getByRole('searchbox').fill(name);
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText('තක්කාලි');
  }
  // The page's address changes a moment after the last key.
  await expect(page).toHaveURL(/[?&]q=/);
  await cards.getByRole('link', { name: 'පසුගිය මිල බලන්න' }).click();
  await expect(page.locator('h1')).toContainText('තක්කාලි');
  await expect(page.locator('canvas')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.locator('a.back').click();
  await expect(page.getByRole('searchbox')).toHaveValue('තක්කාලි');
  await expect(cards).toHaveCount(1);
  await context.close();
});

test('on a phone whose font and picture never arrive the list is shown, works and can be scrolled', async ({
  browser,
  market,
}) => {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  // The page does not finish loading while these are awaited.
  await page.route(/\/fonts\/|icon\.svg/, () => {});
  await page.goto(`${market.url}/si/home-dailyprice`, { waitUntil: 'commit' });
  const rows = page.locator('li.price');
  await expect(rows.first()).toBeVisible();
  const isDrawn = () =>
    rows.nth(70).evaluate((row) => row.querySelector('h2')?.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isDrawn()).toBe(false);
  await page.getByRole('searchbox').fill('thakkali');
  await expect(rows).toHaveCount(1);
  await page.getByRole('searchbox').fill('');
  await page.evaluate(() => document.querySelector('li.price:nth-child(70)')?.scrollIntoView());
  await expect.poll(isDrawn).toBe(true);
  await context.close();
});

test('on a slow line the page works once all of it has arrived, though its scripts were there before', async ({
  browser,
  market,
}) => {
  const line = await openShakyLine(market);
  line.pauseMs = 2000;
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  await page.goto(`${line.url}/si/home-dailyprice`, { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('thakkali');
  await expect(page.locator('li.price')).toHaveCount(1);
  await context.close();
  await line.stop();
});

test('without scripts the list, the type filter, the date and the language switch work', { tag: '@quick' }, async ({
  browser,
  market,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  const page = await context.newPage();
  await page.goto(`${market.url}/home-dailyprice`);
  const all = await page.locator('li.price').count();
  await page.getByRole('link', { name: 'Fruit', exact: true }).click();
  await page.waitForURL(/[?&]type=/);
  const fruit = await page.locator('li.price').count();
  expect(fruit).toBeGreaterThan(3);
  expect(fruit).toBeLessThan(all);
  await page.getByRole('link', { name: 'தமிழ்' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ta');
  await expect(page.locator('li.price')).toHaveCount(fruit);
  await page.goto(`${market.url}/home-dailyprice?q=bonchi`);
  await expect(page.locator('li.price')).toContainText(['Beans']);
  await page.goto(`${market.url}/home-dailyprice`);
  const earlier = await listedDay(market.url, 60);
  await page.locator('input[type=date]').fill(earlier);
  await page.locator('form button[type=submit]').click();
  await expect(page.locator('h1')).toContainText(spellOut(earlier));
  await page
    .getByRole('link', { name: /View Price History/ })
    .first()
    .click();
  await expect(page.locator('table').first()).toBeVisible();
  await context.close();
});

test('the list is printed from a window of its own, on one A4 page', { tag: '@quick' }, async ({
  page,
  market,
  context,
}) => {
  await context.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
  await page.goto(`${market.url}/si/home-dailyprice`);
  await page.waitForLoadState('networkidle');
  const [printed] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'මුද්‍රණය කරන්න' }).click(),
  ]);
  await expect(printed.locator('html')).toHaveAttribute('data-printed', 'yes');
  const file = await printed.pdf({ preferCSSPageSize: true });
  const digitsIn = (text: string) => text.replaceAll(/\D/g, '');
  const sheet = (await printed.locator('.sheet').textContent()) ?? '';
  expect(digitsIn((await readPdfText(file)).join(''))).toBe(digitsIn(sheet));
  const pdf = file.toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45][\d.]* 84[12]/);
});

test('the chart pans through ranges and groups, hides a series, zooms and comes back', async ({ page, market }) => {
  await page.goto(`${market.url}/product/6/chart`);
  await expect(page.locator('canvas')).toBeVisible();
  for (const range of ['5D', '10D', '1Y', '5Y', 'All'])
    await page
      .getByRole('button', { name: range, exact: true })
      .or(page.getByRole('link', { name: range, exact: true }))
      .click();
  for (const group of ['Weekly', 'Monthly', 'Daily'])
    await page
      .getByRole('button', { name: group, exact: true })
      .or(page.getByRole('link', { name: group, exact: true }))
      .click();
  await page.getByRole('checkbox', { name: 'Minimum price' }).uncheck();
  await page.getByRole('checkbox', { name: 'Maximum price' }).uncheck();
  await page.getByRole('checkbox', { name: 'Minimum price' }).check();
  await page
    .getByRole('button', { name: '+' })
    .or(page.getByRole('button', { name: 'Zoom in' }))
    .first()
    .click();
  await page.getByRole('button', { name: 'Reset zoom' }).click();
  await expect(page.locator('canvas')).toBeVisible();
});

const NARROW = ['/', '/home-dailyprice', '/product/6/chart?range=1Y', '/contact', '/news', '/open-data', '/how-right'];

for (const first of languages) {
  const tag = first === 'ta' ? [] : ['@nightly'];
  test(`on the narrowest phone no page scrolls sideways: ${first} first`, { tag }, async ({ page, market }) => {
    await page.setViewportSize({ width: 320, height: PHONE.height });
    for (const [at, path] of NARROW.entries()) {
      const language = languages[(languages.indexOf(first) + at) % languages.length] ?? 'en';
      await page.goto(market.url + inLanguage(language, path));
      await expectNoSidewaysScroll(page);
    }
  });
}

test('an error page is in the reader’s language, with the telephone number and a Try again link', async ({
  page,
  emptyMarket: market,
}) => {
  const book = new DatabaseSync(path.join(market.dataDir, 'pola.db'), { timeout: 5000 });
  book.exec('alter table publications rename to lost_publications');
  const errors = [
    ['', 'This page could not be shown', 'Try again'],
    ['/si', 'මේ පිටුව මේ මොහොතේ පෙන්විය නොහැක', 'නැවත උත්සාහ කරන්න'],
    ['/ta', 'இந்தப் பக்கத்தை இப்போது காட்ட முடியவில்லை', 'மீண்டும் முயற்சிக்க'],
  ] as const;
  for (const [language, title, again] of errors) {
    const answer = await page.goto(`${market.url}${language}/news?type=event`);
    expect([answer?.status(), answer?.headers()['cache-control']]).toEqual([500, 'no-store']);
    await expect(page.locator('h1')).toHaveText(title);
    await expect(page.locator('a.hotline')).toBeVisible();
    await expect(page.getByRole('link', { name: again })).toHaveAttribute('href', `${language}/news?type=event`);
  }
  await expectNoAxeFindings(page);
  book.exec('alter table lost_publications rename to publications');
  book.close();
  await page.getByRole('link', { name: 'மீண்டும் முயற்சிக்க' }).click();
  await expect(page.locator('h1')).toHaveText('நிலையத்தின் செய்திகள்');
});
