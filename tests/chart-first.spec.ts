import { expect, type Page } from '@playwright/test';
import { inLanguage, languages } from '#contract/languages.ts';
import { test } from './support/market.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
];
const FIRST_SCREEN = 420;

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not on the page`);
  return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width };
}

/** Products of the list: the first, and those with the longest names. */
async function someProducts(page: Page, address: string): Promise<string[]> {
  await page.goto(address);
  const products = await page.locator('li.price').evaluateAll((cards) =>
    cards.map((card) => ({
      path: card.querySelector('a')?.getAttribute('href') ?? '',
      length: card.querySelector('h2')?.textContent?.length ?? 0,
    })),
  );
  const byLength = products.toSorted((one, other) => other.length - one.length);
  return [...products.slice(0, 1), ...byLength.slice(0, 2)].map(({ path }) => path);
}

for (const language of languages)
  test(`the chart of a product is the first thing after its price: ${language}`, async ({ browser, market }) => {
    for (const viewport of SIZES) {
      const context = await browser.newContext({ viewport, javaScriptEnabled: false });
      const page = await context.newPage();
      for (const path of await someProducts(page, market.url + inLanguage(language, '/home-dailyprice'))) {
        await page.goto(market.url + path);
        const plot = await boxOf(page, '.plot');
        expect(plot.top, `${path} at ${viewport.width}`).toBeLessThanOrEqual(FIRST_SCREEN);
        expect(plot.bottom, `${path} at ${viewport.width}`).toBeLessThanOrEqual(viewport.height);
        expect((await boxOf(page, '.latest-price .price-figure')).bottom).toBeLessThanOrEqual(plot.top);
        const drawing = await boxOf(page, '.sketch path.line.max');
        expect(drawing.top).toBeGreaterThanOrEqual(plot.top);
        expect(drawing.bottom).toBeLessThanOrEqual(plot.bottom);
      }
      await context.close();
    }
  });

test('the chart that moves is where the drawing was, and nothing else moves', async ({ page, market }) => {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/price-chart[^/]*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${market.url}/product/6/chart`, { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('button', { name: '1M', exact: true })).toBeVisible();
  const before = await boxOf(page, '.sketch');
  const below = await boxOf(page, '.chart-controls');
  release();
  await expect(page.locator('.plot canvas')).toBeVisible();
  const bars = page.locator('.arrivals');
  await expect.poll(async () => Math.round((await bars.boundingBox())?.x ?? 0)).toBe(Math.round(before.left));
  const axis = await bars.boundingBox();
  expect(Math.abs((axis?.x ?? 0) + (axis?.width ?? 0) - before.right)).toBeLessThan(1.5);
  expect(await boxOf(page, '.chart-controls')).toEqual(below);
  const shift = await page.evaluate(() => Reflect.get(Reflect.get(globalThis, 'seen'), 'shift'));
  expect(shift).toBeLessThan(0.02);
});

const LATE_FONT_MS = 1500;
const ONE_FRAME_MS = 250;

test('the first paint has the chart and its text, however late the letters of the other names are', async ({
  page,
  market,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route(/\.woff2/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_FONT_MS));
    await route.continue();
  });
  await page.addInitScript(() => {
    const largest: number[] = [];
    Object.assign(globalThis, { largest });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) largest.push(startTime);
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(`${market.url}/product/1/chart`);
  await page.evaluate(() => document.fonts.ready);
  const later = await page.evaluate(() => {
    const [first] = performance.getEntriesByName('first-contentful-paint');
    const { largest } = globalThis as unknown as { largest: number[] };
    return Math.max(...largest) - (first?.startTime ?? Number.NaN);
  });
  expect(later).toBeLessThan(ONE_FRAME_MS);
});
