import { expect, type Page } from '@playwright/test';

/** Presses Enter in an open question, as a person does who has read it: a question ignores keys in its first 400 ms. */
export async function answerWithEnter(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).not.toHaveCount(0);
  await expect(page.locator('[data-quiet]')).toHaveCount(0);
  await page.keyboard.press('Enter');
}
