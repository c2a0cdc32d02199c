import { expect, type Page } from '@playwright/test';
import { languages } from '#contract/languages.ts';
import { test } from './support/market.ts';
import { signInBrowser } from './support/start-market.ts';

/** The window of an office computer, whose first screen shows what the specification names of the dashboard. */
const DESK = { width: 1366, height: 768 };

async function bottomOf(page: Page, selector: string): Promise<number> {
  const boxes = await page
    .locator(selector)
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().bottom));
  expect(boxes, selector).not.toEqual([]);
  return Math.max(...boxes);
}

test('filters, income cards, stat cards and doughnut are on the first screen of the dashboard, in three languages', async ({
  page,
  market,
}) => {
  await page.setViewportSize(DESK);
  for (const role of ['superadmin', 'manager']) {
    await signInBrowser(page, market, role);
    for (const language of languages) {
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      for (const address of ['/admin-dashboard', '/admin-dashboard?month=1']) {
        await page.goto(`${market.url}${address}`);
        await expect(page.locator('main canvas')).toBeVisible();
        const place = `${role} ${language} ${address}`;
        expect(await page.evaluate(() => scrollY)).toBe(0);
        expect(await page.locator('main select').count(), place).toBeGreaterThanOrEqual(2);
        expect(await page.locator('[data-cards] > section').count(), place).toBeGreaterThanOrEqual(9);
        for (const part of ['main select >> nth=0', 'main select >> nth=1', '[data-cards] > section', 'main canvas'])
          expect(await bottomOf(page, part), `${place}: ${part}`).toBeLessThanOrEqual(DESK.height);
      }
    }
  }
});
