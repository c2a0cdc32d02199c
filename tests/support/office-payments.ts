import { expect, type Locator, type Page } from '@playwright/test';
import type { ShopSummary } from '#contract/shops.ts';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { readPdfText } from '#server/testing/pdf.ts';

export async function booksOf(page: Page, shopId: string): Promise<ShopSummary> {
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`;
  const answer = await page.request.get(`/api/shops/shop-summary/${shopId}`, { headers: { authorization } });
  return (await answer.json()).shop;
}

export const dialog = (page: Page) => page.getByRole('dialog');

export async function pressInDialog(page: Page, name: string): Promise<void> {
  await dialog(page).getByRole('button', { name, disabled: false }).click();
}

export async function paidBy(page: Page, shopId: string): Promise<number[]> {
  return (await booksOf(page, shopId)).Payments.map(({ amount_paid }) => amount_paid);
}

export async function unbrokenText(pdf: Buffer): Promise<string> {
  return (await readPdfText(pdf)).join('').normalize('NFKC').replaceAll(/\s/g, '');
}

export async function confirmIfAsked(page: Page, done: Locator): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm your identity' });
  await expect(question.or(done).first()).toBeVisible();
  if (!(await question.isVisible())) return;
  await question.getByLabel(/^Password/).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
}
