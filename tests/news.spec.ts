import { expect } from '@playwright/test';
import { CAROUSEL, expectShown, openStill, part, placesSeen, slides, test } from './support/home-page.ts';
import { LONG_TEXT } from './support/news-market.ts';

for (const [width, seen] of [
  [1366, 3],
  [800, 2],
  [390, 1],
] as const) {
  test(`at ${width} pixels ${seen} of the news stand side by side, and the chips choose among them`, async ({
    page,
    market,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await openStill(page, market);
    await expect.poll(() => placesSeen(page, CAROUSEL)).toHaveLength(seen);
    const chips = page.getByRole('navigation', { name: 'Type of news' });
    await expect(chips.getByRole('link')).toHaveText(['All', 'Notice', 'Announcement', 'News', 'Event']);
    // Parts above get their height as they come near, so that a press right after the scrolling may land beside the chip.
    await expect(async () => {
      await chips.getByRole('link', { name: 'Event' }).click();
      const first = slides(page, CAROUSEL).locator('h3').filter({ visible: true }).first();
      await expect(first).toHaveText('Growers meet', { timeout: 3000 });
    }).toPass();
    await expect(page).toHaveURL(`${market.url}/?news=event`);
    await expect(page.getByRole('link', { name: 'සිංහල' })).toHaveAttribute('href', '/si/?news=event');
    await page.mouse.move(0, 0);
    for (const expected of [2, 3, 4, 1, 2]) {
      await page.clock.runFor(3000);
      await expectShown(page, CAROUSEL, expected);
      await expect.poll(() => placesSeen(page, CAROUSEL)).toHaveLength(seen);
    }
    await part(page, CAROUSEL).getByRole('button', { name: 'Previous' }).click();
    await expectShown(page, CAROUSEL, 1);
    await chips.getByRole('link', { name: 'Announcement' }).click();
    await expect(page.getByText('No publications found.')).toBeVisible();
    await chips.getByRole('link', { name: 'Notice' }).click();
    await expect(slides(page, CAROUSEL)).toHaveCount(1);
    await expect(part(page, CAROUSEL).getByRole('button')).toHaveCount(0);
    await page.reload();
    await expect(slides(page, CAROUSEL).locator('h3')).toHaveText('Gate 3 is closed');
  });
}

test('a publication opens over the page, is shortened at 200 characters, and Escape returns the focus', async ({
  page,
  market,
}) => {
  await openStill(page, market);
  const item = page.getByRole('region', { name: CAROUSEL }).getByRole('link', { name: 'Growers meet' });
  await item.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Growers meet' });
  await expect(dialog.locator('img')).toBeVisible();
  await expect(dialog.getByText('Event', { exact: true })).toBeVisible();
  const text = dialog.locator('.news-whole');
  await expect(text).toHaveText(`${LONG_TEXT.slice(0, 200)}...`);
  await dialog.getByRole('button', { name: 'Read More' }).click();
  await expect(text).toHaveText(LONG_TEXT);
  await dialog.getByRole('button', { name: 'Show Less' }).click();
  await expect(text).toHaveText(`${LONG_TEXT.slice(0, 200)}...`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(item).toBeFocused();
  await item.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await item.click();
  await dialog.getByRole('heading').click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(4, 4);
  await expect(dialog).toBeHidden();
  expect(page.url()).toBe(`${market.url}/`);
});

test('Center News slides out with five publications, shows a dot while closed, and closes on Escape', async ({
  page,
  market,
}) => {
  await openStill(page, market);
  const button = page.getByRole('button', { name: 'Center News' });
  await expect(button.locator('.news-dot')).toBeVisible();
  await button.click();
  const panel = page.getByRole('dialog', { name: 'Center News' });
  await expect(panel.getByRole('heading', { level: 3 })).toHaveText([
    'Gate 3 is closed',
    'Growers meet',
    'A second unloading bay',
    'Tool fair',
    'Harvest fair',
  ]);
  await expect(panel.getByText('No Image').first()).toBeVisible();
  await expect(page.locator('.news-dot')).toHaveCount(0);
  await panel.getByRole('link', { name: 'Tool fair' }).click();
  await expect(page.getByRole('dialog', { name: 'Tool fair' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Tool fair' })).toBeHidden();
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();
  await expect(button.locator('.news-dot')).toBeVisible();
  await button.click();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();
});

test('news are in the language of the reader, and a text without a translation is marked', async ({ page, market }) => {
  await page.goto(`${market.url}/ta/news`);
  await expect(page.getByRole('link', { name: 'மூன்றாம் வாயில் மூடப்பட்டுள்ளது' })).toBeVisible();
  await expect(page.locator('.news-card').first().locator('.news-text span')).toHaveAttribute('lang', 'en');
  await page.getByRole('link', { name: 'Growers meet' }).click();
  await expect(page.locator('h1 span')).toHaveAttribute('lang', 'en');
  await page.getByRole('link', { name: 'සිංහල' }).click();
  await expect(page).toHaveURL(/\/si\/news\/\d+$/);
  const unknown = await page.goto(`${market.url}/news/999`);
  expect(unknown?.status()).toBe(404);
  await expect(page.locator('h1')).toHaveText('මේ පිටුව නැත');
});
