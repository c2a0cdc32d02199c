import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './check-axe.ts';
import { expectNoSidewaysScroll } from './check-width.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1366, height: 768 };

export async function openScreen(page: Page, path: string, notFoundTitle = 'Page not found'): Promise<void> {
  if ((await page.locator('#office').count()) === 0)
    await page.goto(page.url().startsWith('http') ? new URL(path, page.url()).href : path);
  const notFound = page.getByRole('heading', { level: 1, name: notFoundTitle });
  // By way of a page without data: the next heading is the one of the new screen.
  await navigate(page, '/no-such-screen');
  await notFound.waitFor();
  await navigate(page, path);
  await notFound.waitFor({ state: 'detached' });
  await page.locator('main').locator('h1, p').first().waitFor();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

function navigate(page: Page, path: string): Promise<void> {
  return page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

export async function expectAccessibleScreens(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await openScreen(page, path);
    await expectAccessibleOnPhoneAndDesktop(page);
  }
}

export async function expectAccessibleOnPhoneAndDesktop(page: Page): Promise<void> {
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
}
