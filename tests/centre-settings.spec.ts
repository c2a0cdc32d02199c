import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { test } from './support/market.ts';
import { signInBrowser } from './support/start-market.ts';

const picture = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#2f7a45' } })
    .png()
    .toBuffer();

const publish = async (page: Page) => {
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByText('Settings saved. The public pages now show them.').first()).toBeVisible();
};

test('a new phone number and a slide with a Sinhala text are on the public Sinhala page at once', async ({
  page,
  emptyMarket: market,
}) => {
  const home = `${market.url}/si/`;
  // The page is requested twice, because only the second request puts it into the cache.
  for (let visit = 0; visit < 2; visit += 1) expect(await (await fetch(home)).text()).toContain('000 000 2999');
  const { headers } = await fetch(home);
  const condition = { 'if-none-match': headers.get('etag') ?? '' };
  expect((await fetch(home, { headers: condition })).status).toBe(304);

  await signInBrowser(page, market, 'superadmin');
  await page.goto(`${market.url}/settings`);
  await page.getByRole('link', { name: /^Contact and opening hours/ }).click();
  await page.getByRole('textbox', { name: 'Hotline' }).fill('066 228 5181');
  await publish(page);
  const changed = await fetch(home, { headers: condition });
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain('066 228 5181');

  await page.goto(`${market.url}/settings/home-page`);
  const slides = page.getByRole('group', { name: 'Pictures at the top' });
  await slides
    .locator('input[type=file]')
    .setInputFiles({ name: 'leeks.png', mimeType: 'image/png', buffer: await picture() });
  await slides.getByRole('textbox', { name: 'What the picture shows (English)' }).fill('Leeks in a basket');
  await slides.getByRole('textbox', { name: 'What the picture shows (Sinhala)' }).fill('කූඩයක ලීක්ස්');
  await page.getByRole('textbox', { name: 'Introduction (Sinhala)' }).fill('නැවුම් එළවළු දිනපතා.');
  await publish(page);

  await page.goto(home);
  await expect(page.getByRole('img', { name: 'කූඩයක ලීක්ස්' })).toBeVisible();
  await expect(page.getByText('නැවුම් එළවළු දිනපතා.')).toBeVisible();
  await expect(page.getByText('066 228 5181').first()).toBeVisible();
  await page.goto(market.url);
  await expect(page.getByRole('img', { name: 'Leeks in a basket' })).toBeVisible();
});
