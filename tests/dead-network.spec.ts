import { expect, type Page } from '@playwright/test';
import { test as withMarket } from './support/market.ts';
import { openPriceDesk } from './support/price-desk.ts';
import { type DeadNetwork, openShakyLine, type ShakyLine } from './support/shaky-line.ts';

const test = withMarket.extend<{ line: ShakyLine }>({
  line: async ({ market }, use) => {
    const line = await openShakyLine(market);
    await use(line);
    await line.stop();
  },
});
test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });

/** The copy is shown after three seconds; the rest is for a busy machine. */
const SHOWN_WITHIN_MS = 12_000;

const note = (page: Page) => page.locator('.kept-note');
const firstPrice = (page: Page) => page.locator('li.price').first();

async function readAndKeep(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(async () => (await caches.match(location.href)) !== undefined)).toBe(true);
  await page.reload();
  await page.waitForLoadState('networkidle');
}

/** Loads the page again, and returns the time until its text could be read. */
async function openOnDeadNetwork(page: Page, address: string): Promise<number> {
  const start = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('h1').first().waitFor();
  return performance.now() - start;
}

const reasons: Record<DeadNetwork, string> = {
  silent: 'ජාලයෙන් පිළිතුරක් නැත.',
  half: 'ජාලයෙන් පිළිතුරක් නැත.',
  drip: 'ජාලයෙන් පිළිතුරක් නැත.',
  portal: 'මේ ජාලය තමන්ගේම පිටුවක් පෙන්වීය.',
};

for (const dead of ['silent', 'half', 'drip', 'portal'] as const)
  test(`on a dead network (${dead}) the list that was read is shown with its time, and the current one when it comes`, {
    tag: dead === 'silent' ? '@quick' : [],
  }, async ({ page, line }) => {
    await readAndKeep(page, `${line.url}/si/home-dailyprice`);
    const heading = (await page.locator('h1').textContent()) ?? '';
    await expect(note(page)).toBeHidden();
    line.dead = dead;
    expect(await openOnDeadNetwork(page, page.url())).toBeLessThan(SHOWN_WITHIN_MS);
    await expect(page.locator('h1')).toHaveText(heading);
    await expect(note(page)).toContainText(reasons[dead]);
    await expect(note(page)).toContainText(/සුරැකි වේලාව: \d{4} .+ \d{1,2}, \d{2}:\d{2}/);
    await expect(firstPrice(page)).toBeVisible();
    line.dead = undefined;
    await expect(note(page)).toBeHidden({ timeout: 60_000 });
    await expect(page.locator('h1')).toHaveText(heading);
  });

test('a reader who has searched keeps the search and the place when a newer list comes, and chooses when to see it', async ({
  page,
  line,
}) => {
  await readAndKeep(page, `${line.url}/home-dailyprice`);
  const before = (await firstPrice(page).textContent()) ?? '';
  line.dead = 'silent';
  await openOnDeadNetwork(page, page.url());
  await page.getByRole('searchbox').fill('a');
  const { first, publish } = await openPriceDesk(line.marketUrl);
  await publish({ min_price: first.min_price + 10, max_price: first.max_price + 10 });
  line.dead = undefined;
  const show = note(page).getByRole('link', { name: 'Show the current page' });
  await expect(show).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('searchbox')).toHaveValue('a');
  await show.click();
  await expect(note(page)).toBeHidden();
  await page.goto(`${line.url}/home-dailyprice`);
  await expect(firstPrice(page)).not.toHaveText(before);
});

test('a page that was never read says within four seconds that it waits, and opens by itself', async ({
  page,
  line,
}) => {
  await readAndKeep(page, `${line.url}/ta/home-dailyprice`);
  line.dead = 'silent';
  expect(await openOnDeadNetwork(page, `${line.url}/ta/contact`)).toBeLessThan(SHOWN_WITHIN_MS);
  await expect(page.locator('h1')).toHaveText('வலையமைப்பு பதிலளிக்கவில்லை', { useInnerText: true });
  line.dead = undefined;
  await expect(page.locator('h1')).toHaveText('தொடர்பு', { timeout: 60_000 });
  expect(page.url()).toBe(`${line.url}/ta/contact`);
});

test('the page of a Wi-Fi network that asks to sign in is never stored as a file or a page of the market', async ({
  page,
  line,
}) => {
  await readAndKeep(page, `${line.url}/home-dailyprice`);
  line.dead = 'portal';
  await page.goto(`${line.url}/contact`);
  await expect(page.locator('h1')).toHaveText('Sign in to the Wi-Fi');
  await page.evaluate(() => fetch('/assets/not-stored.js').then((answer) => answer.text()));
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/home-dailyprice');
  expect(kept.filter((path) => ['/contact', '/assets/not-stored.js'].includes(path))).toEqual([]);
});
