import { expect } from '@playwright/test';
import { firstVehicleTypes } from '#contract/first-vehicle-types.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { test } from './support/market.ts';
import { sessionTokenOf } from './support/start-market.ts';

const LANGUAGES = ['', '/si', '/ta'];

test('lorries of today are on the home page with their time, in three languages and without scripts', async ({
  browser,
  request,
  market,
}) => {
  const token = await sessionTokenOf(market.url, 'superadmin');
  // Seven vehicles of each type are enough that no type is merged with others, even on a closed day with few arrivals.
  for (let at = 0; at < 7 * firstVehicleTypes.length; at += 1) {
    const vehicleType = firstVehicleTypes[at % firstVehicleTypes.length]?.name;
    const data = { vehicleNumber: `WP ZZQ-${4000 + at}`, vehicleType, ticketPrice: 200 };
    const answer = await request.post(`${market.url}/api/vehicle-tickets`, {
      data,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status()).toBe(201);
  }
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  for (const language of LANGUAGES) {
    await page.goto(`${market.url}${language}/`);
    await expect(page.locator('.lorries-today')).toHaveText(/\d+.*\d\d:\d\d/);
    expect(await page.locator('.lorries-today').textContent()).not.toContain('{');
    await expectNoSidewaysScroll(page);
  }
  await page.goto(market.url);
  await page.locator('.lorries-today').scrollIntoViewIfNeeded();
  await context.close();
});

test('the bars of lorries are below the same days of the chart, before and after zooming', async ({ page, market }) => {
  await page.goto(`${market.url}/product/6/chart?range=1M`);
  const canvas = page.locator('.plot canvas');
  await expect(canvas).toBeVisible();
  const bars = page.locator('.arrivals');
  await expect(bars).toBeVisible();
  await expect(page.locator('.arrivals-text')).toContainText('Bars: lorries at the gate each day');
  const place = async () => {
    const plot = await canvas.boundingBox();
    const strip = await bars.boundingBox();
    if (!plot || !strip) throw new Error('not drawn');
    return { left: strip.x - plot.x, right: plot.x + plot.width - strip.x - strip.width };
  };
  await expect.poll(async () => (await place()).left).toBeGreaterThan(20);
  expect((await place()).right).toBeGreaterThanOrEqual(0);
  const before = await bars.locator('path').getAttribute('d');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => bars.locator('path').getAttribute('d')).not.toBe(before);
});
