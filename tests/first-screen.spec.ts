import { expect, type Page } from '@playwright/test';
import { languages } from '#contract/languages.ts';
import { officePages } from '#web/office/pages-data.ts';
import { test } from './support/market.ts';
import { signInBrowser } from './support/start-market.ts';

/** The window of an office computer, whose first screen shows what the specification names of the dashboard. */
const DESK = { width: 1366, height: 768 };

async function bottomOf(page: Page, selector: string): Promise<number> {
  const boxes = await page
    .locator(selector)
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().bottom));
  expect(boxes, selector).not.toEqual([]);
  return Math.max(...boxes);
}

test('filters, income cards, stat cards and doughnut are on the first screen of the dashboard, in three languages', async ({
  page,
  market,
}) => {
  await page.setViewportSize(DESK);
  for (const role of ['superadmin', 'manager']) {
    await signInBrowser(page, market, role);
    for (const language of languages) {
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      for (const address of ['/admin-dashboard', '/admin-dashboard?month=1']) {
        await page.goto(`${market.url}${address}`);
        await expect(page.locator('main canvas')).toBeVisible();
        const place = `${role} ${language} ${address}`;
        expect(await page.evaluate(() => scrollY)).toBe(0);
        expect(await page.locator('main select').count(), place).toBeGreaterThanOrEqual(2);
        expect(await page.locator('[data-cards] > section').count(), place).toBeGreaterThanOrEqual(9);
        for (const part of ['main select >> nth=0', 'main select >> nth=1', '[data-cards] > section', 'main canvas'])
          expect(await bottomOf(page, part), `${place}: ${part}`).toBeLessThanOrEqual(DESK.height);
      }
    }
  }
});

/** The prices of a page: the figures of cards, lines and the chart. */
const PRICES = '.price-figure, .figures td, .latest td';
const WIDTHS = [360, 390, 640, 768, 1024, 1366, 1920];

test('the call link is pinned at every width, covers no price, and hides while the page is scrolled down', async ({
  page,
  market,
}) => {
  const link = page.locator('.call-center');
  const place = () =>
    link.evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return { top, bottom, left, right, position: getComputedStyle(element).position };
    });
  const isShown = async () => (await place()).bottom <= (page.viewportSize()?.height ?? 0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 700 ? 844 : 768 });
    for (const path of ['/home-dailyprice', '/si/home-dailyprice', '/ta/home-dailyprice?view=cards', '/', '/contact']) {
      await page.goto(`${market.url}${path}`);
      const named = `${path} at ${width}`;
      expect((await place()).position, named).toBe('fixed');
      expect(await isShown(), named).toBe(true);
      const covered = await link.evaluate((element, prices) => {
        const box = element.getBoundingClientRect();
        return [...document.querySelectorAll(prices)].flatMap((price) => {
          const unit = price.querySelector('.unit');
          const range = document.createRange();
          range.selectNodeContents(price);
          if (unit) range.setEndBefore(unit);
          const isUnder = [...range.getClientRects()].some(({ left, right }) => left < box.right && right > box.left);
          return isUnder ? [price.textContent] : [];
        });
      }, PRICES);
      expect(covered, named).toEqual([]);
      await page.evaluate(() => scrollTo(0, 400));
      await expect.poll(isShown, named).toBe(false);
      await page.evaluate(() => scrollTo(0, 200));
      await expect.poll(isShown, named).toBe(true);
    }
  }
});

/** A phone whose browser leaves 844 px for the page. */
const PHONE = { width: 390, height: 844 };
const FIRST_ROW_PX = 300;
/** Some lists have nothing in the demo, always or on the first days of a month. They show where their first row will be. */
const MOST_EMPTY = 6;

const lists = Object.entries(officePages)
  .filter(([, page]) => 'isList' in page)
  .map(([path]) => path.replace(':id', '1'));

for (const language of languages)
  test(`the first row of every list of the office is within 300 px on a phone, in ${language}`, async ({
    page,
    market,
  }) => {
    test.setTimeout(300_000);
    expect(lists.length).toBeGreaterThanOrEqual(20);
    await page.setViewportSize(PHONE);
    await signInBrowser(page, market, 'superadmin');
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    const low: string[] = [];
    const empty: string[] = [];
    for (const path of lists) {
      await page.goto(market.url + path);
      const row = page.locator('main table tbody tr, main [data-empty]').filter({ visible: true }).first();
      await row.waitFor();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      if ((await row.getAttribute('data-empty')) !== null) empty.push(path);
      expect(await page.evaluate(() => scrollY), path).toBe(0);
      const top = Math.round((await row.boundingBox())?.y ?? Number.NaN);
      if (!(top <= FIRST_ROW_PX)) low.push(`${path} ${top}`);
    }
    expect(low).toEqual([]);
    expect(empty.length, empty.join()).toBeLessThanOrEqual(MOST_EMPTY);
  });

test('the frame of the office is in its HTML, where its bars will be', async ({ page, market }) => {
  await signInBrowser(page, market, 'superadmin');
  for (const { bar, ...viewport } of [
    { ...DESK, bar: '.sidebar' },
    { width: 1024, height: 768, bar: '.sidebar' },
    { width: 1023, height: 768, bar: '.bottom-bar' },
    { ...PHONE, bar: '.bottom-bar' },
  ]) {
    await page.setViewportSize(viewport);
    await page.route(/\.js$/, () => {});
    await page.goto(`${market.url}/view-shops`, { waitUntil: 'commit' });
    const frame = page.locator('.frame');
    await expect(frame).toHaveCSS('position', 'fixed');
    const drawn = await frame.evaluate((element) => {
      const { width, height, backgroundColor } = getComputedStyle(element, '::before');
      return { width, height, backgroundColor, top: getComputedStyle(element).height };
    });
    await page.unroute(/\.js$/);
    await page.goto(`${market.url}/view-shops`);
    const colored = await page.locator(bar).evaluate((element) => {
      const { width, height } = element.getBoundingClientRect();
      return { width: `${width}px`, height: `${height}px`, backgroundColor: getComputedStyle(element).backgroundColor };
    });
    const top = await page.locator('header').evaluate((element) => `${element.getBoundingClientRect().height}px`);
    expect(drawn, bar).toEqual({ ...colored, top });
  }
});

const MOST_PHONE_PX = 5000;
/** A sheet has a row for every product, and its length is that of the market's list. */
const LONG = ['/add-dailyprice'];
/** Addresses of pages of one object, which the demo has. */
const ONE_OF_EACH: Record<string, string> = { shopId: 'A1', productId: '1', id: '1', paymentId: '1' };

const addressOf = (path: string) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) =>
    path.includes('shop/') ? 'A1' : (ONE_OF_EACH[name] ?? '2026-11-20'),
  );

for (const viewport of [PHONE, DESK])
  test(`at ${viewport.width} px no screen of the office has two filled buttons, and none is endless on a phone`, async ({
    page,
    market,
  }) => {
    test.setTimeout(400_000);
    await page.setViewportSize(viewport);
    await signInBrowser(page, market, 'superadmin');
    const faults: string[] = [];
    const framed = Object.entries(officePages).filter(([, one]) => !('isBare' in one));
    for (const [path] of framed) {
      await page.goto(`${market.url}${addressOf(path)}`);
      await expect(page.locator('main h1')).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      const filled = page
        .locator('main .mantine-Button-root:is(:not([data-variant]), [data-variant=filled]):not(:disabled)')
        .filter({ visible: true });
      const names = await filled.allTextContents();
      if (names.length > 1) faults.push(`${path} has ${names.join(', ')}`);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      if (viewport === PHONE && height > MOST_PHONE_PX && !LONG.includes(path)) faults.push(`${path} is ${height} px`);
    }
    expect(faults).toEqual([]);
  });
