import { expect, type Page } from '@playwright/test';

export async function openScreen(page: Page, path: string, notFoundTitle = 'Page not found'): Promise<void> {
  if ((await page.locator('#office').count()) === 0)
    await page.goto(page.url().startsWith('http') ? new URL(path, page.url()).href : path);
  const notFound = page.getByRole('heading', { level: 1, name: notFoundTitle });
  // A page without data is opened first, so that the next heading found is that of the new screen.
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
