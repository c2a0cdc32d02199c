import { expect, type Locator, type Page } from '@playwright/test';

/** Fails when something on the page is wider than the screen; what scrolls within a box of its own may be. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(tooWide).toBeLessThanOrEqual(0);
}

export async function expectWhole(box: Locator): Promise<void> {
  const hidden = () => box.evaluate((element) => element.scrollWidth - element.clientWidth);
  await expect.poll(hidden).toBeLessThanOrEqual(0);
}
