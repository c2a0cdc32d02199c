import { expect, type Page } from '@playwright/test';
import { test as base } from './market.ts';
import { withSameSettings } from './same-settings.ts';
import type { Market } from './start-market.ts';

export const test = base.extend<{ market: Market }>({
  market: async ({ newsMarket }, use) => withSameSettings(newsMarket, use),
});

export const CAROUSEL = 'Economic Center News';

export async function openStill(page: Page, market: Market): Promise<void> {
  await page.clock.install({ time: '2026-11-20T03:00:00Z' });
  await page.clock.pauseAt('2026-11-20T03:00:01Z');
  await page.goto(`${market.url}/`);
  // The scripts of a page begin after a frame and a timer.
  await page.clock.runFor(100);
  await page.locator('button.news-tab').waitFor();
}

export const part = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const dot = (page: Page, name: string) => part(page, name).locator('.dots button[aria-current]');
export const slides = (page: Page, name: string) => part(page, name).locator('.track > li');

export async function expectShown(page: Page, name: string, number: number): Promise<void> {
  await expect(dot(page, name)).toHaveAccessibleName(new RegExp(`^Show item ${number} of`));
  await expect.poll(async () => (await placesSeen(page, name))[0]).toBe(number);
}

export function placesSeen(page: Page, name: string): Promise<number[]> {
  return part(page, name)
    .locator('.track')
    .evaluate((track) => {
      const own = track.querySelectorAll(':scope > li:not([aria-hidden])').length;
      const row = track.getBoundingClientRect();
      return [...track.children].flatMap((slide, at) => {
        const { left, right } = slide.getBoundingClientRect();
        return left >= row.left - 1 && right <= row.right + 1 ? [(at % own) + 1] : [];
      });
    });
}
