import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@playwright/test';
import { vehicleTypes } from '#contract/tickets.ts';
import { sqliteFile } from '#server/db/connect.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { type Market, sessionTokenOf, startMarket } from './support/start-market.ts';

const LANGUAGES = ['', '/si', '/ta'];
let market: Market;

test.beforeAll(async () => {
  market = await startMarket('demo');
});
test.afterAll(() => market.stop());

function readColumn(sql: string): string[] {
  const db = new DatabaseSync(sqliteFile(market.dataDir), { readOnly: true });
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => String(row.text));
  } finally {
    db.close();
  }
}

test('lorries of today are on the home page with their time, in three languages and without scripts', async ({
  browser,
  request,
}) => {
  const token = await sessionTokenOf(market.url, 'superadmin');
  // Enough of each type that none is merged with another, also on a closed day.
  for (let at = 0; at < 7 * vehicleTypes.length; at += 1) {
    const vehicleType = vehicleTypes[at % vehicleTypes.length];
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

test('the bars of lorries are below the same days of the chart, before and after zooming', async ({ page }) => {
  const [id] = readColumn('select product_id as text from prices order by date desc, product_id limit 1');
  await page.goto(`${market.url}/product/${id}/chart?range=1M`);
  const canvas = page.locator('.plot canvas');
  await expect(canvas).toBeVisible();
  const bars = page.locator('.arrivals');
  await expect(bars).toBeVisible();
  await expect(page.locator('.arrivals-text')).toContainText('Bars: lorries at the gate each day');
  const place = async () => {
    const [plot, strip] = [await canvas.boundingBox(), await bars.boundingBox()];
    if (!plot || !strip) throw new Error('not drawn');
    return { left: strip.x - plot.x, right: plot.x + plot.width - strip.x - strip.width };
  };
  await expect.poll(async () => (await place()).left).toBeGreaterThan(20);
  expect((await place()).right).toBeGreaterThanOrEqual(0);
  const before = await bars.locator('path').getAttribute('d');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => bars.locator('path').getAttribute('d')).not.toBe(before);
});

test('no public page contains a person, an account or a vehicle', async ({ request }) => {
  const texts = [
    ...readColumn('select name as text from tenancies union select email from tenancies'),
    ...readColumn('select email as text from accounts union select vehicle_number from vehicle_tickets'),
  ].filter((text) => text.length > 5);
  expect(texts.length).toBeGreaterThan(500);
  const [id] = readColumn('select product_id as text from prices order by date desc limit 1');
  const [news] = readColumn('select id as text from publications limit 1');
  const pages = ['/', '/home-dailyprice', `/product/${id}/chart`, '/news', `/news/${news}`, '/contact', '/open-data'];
  const others = ['/robots.txt', '/api/v1/years/2026/arrivals.csv', '/api/v1/arrivals'];
  for (const url of [...LANGUAGES.flatMap((language) => pages.map((page) => language + page)), ...others]) {
    const answer = await request.get(market.url + url);
    expect(answer.status(), url).toBe(200);
    const body = await answer.text();
    expect(
      texts.filter((text) => body.includes(text)),
      url,
    ).toEqual([]);
  }
});
