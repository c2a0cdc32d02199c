import { expect, type Page } from '@playwright/test';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { listedDay } from './support/demo-days.ts';
import { test as withMarket } from './support/market.ts';
import { openPriceDesk } from './support/price-desk.ts';
import { openShakyLine, type ShakyLine } from './support/shaky-line.ts';

const test = withMarket.extend<{ line: ShakyLine }>({
  line: async ({ market }, use) => {
    const line = await openShakyLine(market);
    await use(line);
    await line.stop();
  },
});
test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });

async function readAndKeep(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const needed = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    return [location.pathname, ...files.filter((path) => path.startsWith('/assets/'))];
  });
  expect(needed.length).toBeGreaterThan(2);
  await expect.poll(() => keptPaths(page), { timeout: 60_000 }).toEqual(expect.arrayContaining(needed));
}

function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
}

const note = (page: Page) => page.locator('.kept-note');

test('a list that was read opens without a connection, says that it is a copy and of what day, and says nothing about today', {
  tag: '@quick',
}, async ({ page, line }) => {
  await readAndKeep(page, `${line.url}/si/home-dailyprice`);
  const heading = await page.locator('h1').textContent();
  const cards = await page.locator('li.price').count();
  await page.locator('.star').nth(3).click();
  const favourite = (await page.locator('li.price h2').first().textContent()) ?? '';
  await expect(note(page)).toBeHidden();
  line.isCut = true;
  await page.reload();
  await expect(note(page)).toContainText('මේ වෙබ් අඩවියට සම්බන්ධ විය නොහැක.');
  await expect(note(page)).toContainText(/සුරැකි වේලාව: \d{4} .+ \d{1,2}, \d{2}:\d{2}/);
  await expect(page.locator('h1')).toHaveText(heading ?? '');
  await expect(page.locator('li.price')).toHaveCount(cards);
  await expect(page.locator('li.price h2').first()).toHaveText(favourite);
  await expect(page.locator('.star').first()).toHaveAttribute('aria-pressed', 'true');
  for (const claim of await page.locator('.today, main .note').all()) await expect(claim).toBeHidden();
  await page.getByRole('searchbox').fill('තක්කාලි');
  await expect(page.locator('li.price')).toHaveCount(1);
  await expectNoAxeFindings(page);
  line.isCut = false;
  await page.reload();
  await expect(note(page)).toBeHidden();
});

test('a page that was never read says so in the language of its address and links to the stored list', async ({
  page,
  line,
}) => {
  await readAndKeep(page, `${line.url}/ta/home-dailyprice`);
  line.isCut = true;
  await page.goto(`${line.url}/ta/contact`);
  await expect(page.locator('h1')).toHaveText('இந்தத் தளத்தை அடைய முடியவில்லை', { useInnerText: true });
  await expectNoAxeFindings(page);
  const isClearOfTheAwning = await page.locator('h1').evaluate((heading) => {
    const { left, top } = heading.getBoundingClientRect();
    return document.elementFromPoint(left + 1, top + 1) === heading;
  });
  expect(isClearOfTheAwning).toBe(true);
  await page.getByRole('link', { name: 'நீங்கள் கடைசியாகப் பார்த்த விலைப்பட்டியல்' }).click();
  await expect(note(page)).toBeVisible();
  expect(await page.locator('li.price').count()).toBeGreaterThan(80);
});

test('a day that was never read is not replaced by another', async ({ page, line }) => {
  await readAndKeep(page, `${line.url}/home-dailyprice`);
  const another = await listedDay(line.url, 60);
  line.isCut = true;
  await page.goto(`${line.url}/home-dailyprice?date=${another}`);
  await expect(page.locator('h1')).toHaveText('This site cannot be reached', { useInnerText: true });
});

test('a newer version of the site is announced, and loads when the reader chooses it', async ({ page, line }) => {
  await readAndKeep(page, `${line.url}/home-dailyprice`);
  const announcement = page.getByRole('status').filter({ hasText: 'A newer version of this site is available.' });
  await expect(announcement).toBeHidden();
  line.workerSuffix = '\n// a newer build';
  await page.reload();
  await expect(announcement).toBeVisible();
  await expectNoAxeFindings(page);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await reloaded;
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await expect(announcement).toBeHidden();
});

test('a page that was open while the prices changed offers the newer ones', async ({ page, line }) => {
  await page.clock.install();
  await page.goto(`${line.url}/home-dailyprice`);
  await page.waitForLoadState('networkidle');
  const price = page.locator('li.price').first();
  const before = await price.textContent();
  const announcement = page.getByRole('status').filter({ hasText: 'A newer version of this page is available.' });
  await comeBackAfter(page, 6);
  await expect(announcement).toBeHidden();
  await raiseFirstPrice(line);
  await comeBackAfter(page, 6);
  await expect(announcement).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(price).not.toHaveText(before ?? '');
});

test('pages of the back office and API calls are never stored on the phone', { tag: '@quick' }, async ({
  page,
  line,
}) => {
  await readAndKeep(page, `${line.url}/home-dailyprice`);
  await page.goto(`${line.url}/login`);
  await page.getByLabel('Email').waitFor();
  const kept = await keptPaths(page);
  expect(kept).toContain('/home-dailyprice');
  expect(kept.filter((path) => path.startsWith('/api') || path === '/login')).toEqual([]);
});

async function comeBackAfter(page: Page, minutes: number): Promise<void> {
  await page.clock.fastForward(minutes * 60_000);
  const compared = page.waitForResponse((answer) => answer.url() === page.url());
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await compared;
}

async function raiseFirstPrice(line: ShakyLine): Promise<void> {
  const { first, publish } = await openPriceDesk(line.url);
  await publish({ min_price: first.min_price + 10, max_price: first.max_price + 10 });
}
