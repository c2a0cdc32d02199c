import type { Page } from '@playwright/test';

/** Presses the first button of that name. */
export function press(name: string | RegExp): (page: Page) => Promise<void> {
  return (page) => page.getByRole('button', { name }).first().click();
}

/** Presses a button that opens a dialog or a drawer; where this size of screen has no such button, nothing. */
export function opens(name: string | RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    const button = page.getByRole('button', { name }).filter({ visible: true }).first();
    if ((await button.count()) === 0) return;
    await button.click();
    await page.getByRole('dialog').waitFor();
  };
}
