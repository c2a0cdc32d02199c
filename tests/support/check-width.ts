import { expect, type Locator, type Page } from '@playwright/test';

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(tooWide).toBeLessThanOrEqual(0);
}

export async function expectWhole(box: Locator): Promise<void> {
  const hidden = () => box.evaluate((element) => element.scrollWidth - element.clientWidth);
  await expect.poll(hidden).toBeLessThanOrEqual(0);
}
