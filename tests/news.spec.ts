import { expect } from '@playwright/test';
import { CAROUSEL, expectShown, openStill, part, placesSeen, slides, test } from './support/home-page.ts';
import { LONG_TEXT } from './support/news-market.ts';

test('three, two or one of the news are side by side, and the chips choose among them', async ({ page, market }) => {
  await page.setViewportSize({ width: 1366, height: 844 });
  await openStill(page, market);
  for (const [width, seen] of [
    [390, 1],
    [800, 2],
    [1366, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => placesSeen(page, CAROUSEL)).toHaveLength(seen);
  }
  const chips = page.getByRole('navigation', { name: 'Type of news' });
  await expect(chips.getByRole('link')).toHaveText(['All', 'Notice', 'Announcement', 'News', 'Event']);
  // Sections above the links get their height only when they come near the screen, which moves the links. A click right
  // after scrolling may therefore miss.
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
    await expect.poll(() => placesSeen(page, CAROUSEL)).toHaveLength(3);
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
