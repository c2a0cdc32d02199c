import { expect, type Page } from '@playwright/test';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { test } from './support/market.ts';

const PHONE = { width: 360, height: 740 };
const LARGE_PHONE = { width: 390, height: 844 };

async function boxesOf(page: Page, selector: string) {
  return page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return { top: top + scrollY, bottom: bottom + scrollY, left, right };
    }),
  );
}

const LEAST_ROWS = 12;

for (const language of ['', '/si', '/ta'] as const) {
  const byDay = language === '/ta' ? [] : ['@nightly'];
  test(`a farmer's favourite shows its price and its changes within one scroll: ${language || 'English'}`, {
    tag: byDay,
  }, async ({ browser, market }) => {
    const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true });
    const page = await context.newPage();
    await page.addInitScript(() => {
      navigator.share = async (data) => document.documentElement.setAttribute('data-shared', data?.text ?? '');
    });
    await page.goto(`${market.url}${language}/home-dailyprice`, { waitUntil: 'networkidle' });
    const rows = page.locator('li.price');
    const name = await rows.nth(20).locator('h2').textContent();
    await rows.nth(20).locator('.star').tap();
    await expect(rows.first().locator('h2')).toHaveText(name ?? '');
    await page.reload();
    await expect(rows.first().locator('h2')).toHaveText(name ?? '');
    await expect(rows.first().locator('.star')).toHaveAttribute('aria-pressed', 'true');
    await page.evaluate(() => scrollTo(0, 0));
    for (const part of ['.price-figure', '.trend', '.star']) {
      const { y, height } = (await rows.first().locator(part).boundingBox()) ?? { y: Infinity, height: 0 };
      expect(y + height, part).toBeLessThan(PHONE.height);
    }
    await rows.first().getByRole('link').tap();
    await expect(page.locator('.compared-with')).toBeVisible();
    const [price] = await boxesOf(page, '.latest-price .price-figure');
    const [lastList, lastYear] = await boxesOf(page, '.compared-with dl > div');
    expect(price?.bottom).toBeLessThan(PHONE.height);
    expect(lastList?.bottom).toBeLessThan(2 * PHONE.height);
    expect(lastYear?.bottom).toBeLessThan(2 * PHONE.height);
    await expect(page.locator('.compared-with dl > div').nth(0).locator('.trend').first()).toBeVisible();
    await expect(page.locator('.compared-with dl > div').nth(1).locator('.trend').first()).toBeVisible();
    const share = page.locator('.share-bar a.share');
    const [shareBox] = await boxesOf(page, '.share-bar a.share');
    expect(shareBox?.bottom).toBeLessThan(2 * PHONE.height);
    await share.tap();
    await expect(page.locator('html')).toHaveAttribute('data-shared', new RegExp(`^${(name ?? '').split(' ')[0]}`));
    await expectNoAxeFindings(page);
    await context.close();
  });

  const tag = language === '' ? ['@quick'] : [];
  test(`the whole list fits on seven screens of a phone: ${language || 'English'}`, { tag }, async ({
    page,
    market,
  }) => {
    await page.setViewportSize(LARGE_PHONE);
    await page.goto(`${market.url}${language}/home-dailyprice`);
    await expectNoSidewaysScroll(page);
    const rows = await boxesOf(page, 'li.price');
    expect(rows.length).toBeGreaterThan(90);
    // On each of the three days before a closed day, a strip above the page announces the closed day, and until
    // today's list is published, a note says that the prices are older.
    const notices = await boxesOf(page, '.closed-strip, .note');
    const noticed = notices.reduce((sum, { top, bottom }) => sum + bottom - top, 0);
    const onFirstScreen = rows.filter(({ bottom }) => bottom - noticed <= LARGE_PHONE.height).length;
    expect(onFirstScreen).toBeGreaterThanOrEqual(LEAST_ROWS);
    expect(rows.at(-1)?.bottom).toBeLessThan(7 * LARGE_PHONE.height);
    const stars = await boxesOf(page, '.star');
    for (const { left, right, top, bottom } of stars)
      expect(Math.min(right - left, bottom - top)).toBeGreaterThanOrEqual(44);
  });
}

test('without scripts the address chooses the view, and no star is offered', async ({ browser, market }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  const page = await context.newPage();
  await page.goto(`${market.url}/home-dailyprice`);
  await expect(page.locator('.star').first()).toBeHidden();
  await expect(page.locator('.picture').first()).toBeHidden();
  await page.getByRole('link', { name: 'Show as cards' }).click();
  await expect(page).toHaveURL(/\?view=cards$/);
  await expect(page.locator('.picture').first()).toBeVisible();
  await page.getByRole('link', { name: 'Fruit', exact: true }).click();
  await expect(page.locator('.picture').first()).toBeVisible();
  await page.getByRole('link', { name: 'Show as a list' }).click();
  await expect(page.locator('.picture').first()).toBeHidden();
  await context.close();
});

test('a phone that prefers cards and has favourites shows them from the first paint, without moving', {
  tag: '@quick',
}, async ({ page, market }) => {
  await page.setViewportSize(LARGE_PHONE);
  // Not every product has a price on each day.
  const html = await (await page.request.get(`${market.url}/home-dailyprice`)).text();
  const ids = [...html.matchAll(/\/product\/(\d+)\/chart/g)].map(([, id]) => Number(id));
  await page.addInitScript(
    (favourites) => {
      localStorage.setItem('pola.prices-view', 'cards');
      localStorage.setItem('pola.favourites', favourites);
      const seen = { shift: 0 };
      Object.assign(globalThis, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += Number(Reflect.get(entry, 'value'));
      }).observe({ type: 'layout-shift', buffered: true });
    },
    JSON.stringify([ids[12], ids[40]]),
  );
  await page.goto(`${market.url}/home-dailyprice`, { waitUntil: 'networkidle' });
  await expect(page.locator('.star[aria-pressed="true"]')).toHaveCount(2);
  await expect(page.locator('html')).toHaveAttribute('data-view', 'cards');
  await expectNoAxeFindings(page);
  const shift = await page.evaluate(() => Reflect.get(Reflect.get(globalThis, 'seen'), 'shift'));
  expect(shift).toBeLessThan(0.02);
});

/** Returns the boxes of elements that stay in place while the page scrolls. */
async function boxesOfFloating(page: Page) {
  return page.locator('body *').evaluateAll((elements) =>
    elements.flatMap((element) => {
      if (!/fixed|sticky/.test(getComputedStyle(element).position)) return [];
      const { left, right } = element.getBoundingClientRect();
      return right > left && right > 0
        ? [{ left, right, isCallLink: element.matches('.call-center, .call-center *') }]
        : [];
    }),
  );
}

/** Simulates a change of prices while the page is open. */
async function announceNewFigures(page: Page): Promise<void> {
  await page.route(page.url(), (route) => route.fulfill({ body: '' }));
  await expect(async () => {
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 24 * 60 * 60 * 1000;
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect(page.locator('#announcement')).toBeVisible({ timeout: 300 });
  }).toPass();
  await page.unroute(page.url());
}

test('nothing that floats covers a price at any width', async ({ page, market }) => {
  const paths = ['/', '/si/home-dailyprice?view=compact', '/ta/home-dailyprice?view=cards', '/si/product/6/chart'];
  let floating = 0;
  for (const path of paths) {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(market.url + path);
    await announceNewFigures(page);
    for (const width of [320, 360, 390, 768, 1024, 1366, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
      const prices = await boxesOf(page, '.price-figure, .short-figure, .compared-with dd, .figures td, .change-line');
      expect(prices.length).toBeGreaterThan(5);
      const [latest] = await boxesOf(page, '.latest-price');
      for (const share of await boxesOf(page, '.share-bar a'))
        expect(share.top, `${path} at ${width}`).toBeGreaterThan(latest?.bottom ?? Infinity);
      for (const box of await boxesOfFloating(page)) {
        floating += 1;
        // It may be left of the prices: first-screen.spec.ts measures it.
        if (box.isCallLink) continue;
        for (const price of prices) expect(price.right, `${path} at ${width}`).toBeLessThanOrEqual(box.left);
      }
    }
  }
  expect(floating).toBeGreaterThan(0);
});
