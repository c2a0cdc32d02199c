import { expect, type Page } from '@playwright/test';
import './support/office-texts.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { booksOf, dialog, paidBy, pressInDialog, unbrokenText } from './support/office-payments.ts';
import { addSampleShop, sampleToday } from './support/sample-ledgers.ts';
import { test } from './support/shops-market.ts';

async function payToday(page: Page, shopId: string, paymentMethod = 'Cash'): Promise<number> {
  await page.goto('/payments');
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`;
  const answer = await page.request.post(`/api/payments/by-shop/${shopId}`, {
    headers: { authorization },
    data: { amountPaid: 3000, paymentDate: sampleToday, paymentMethod },
  });
  return (await answer.json()).payment.payment_id;
}

async function openFix(page: Page, { shopId, paid, choice }: { shopId: string; paid: number; choice: RegExp }) {
  await page.goto(`/shop-summary/${shopId}?tab=payments`);
  await page.getByRole('button', { name: `Fix payment ${paid}`, exact: true }).click();
  await dialog(page).getByRole('button', { name: choice }).click();
}

test('a payment is voided with a reason: only its amount is struck through, and its receipt says VOID', async ({
  page,
  market,
}) => {
  await addSampleShop(market, 'Y-1');
  const paid = await payToday(page, 'Y-1');
  await openFix(page, { shopId: 'Y-1', paid, choice: /^Void payment/ });
  await dialog(page).getByRole('button', { name: 'Void payment', disabled: false }).click();
  await expect(dialog(page).getByText('Enter the reason.')).toBeVisible();
  await dialog(page).getByLabel('Reason').fill('Recorded twice');
  await pressInDialog(page, 'Void payment');
  await expect(page.getByText(/^Payment \d+ is void\.$/)).toBeVisible();
  expect((await booksOf(page, 'Y-1')).total_owed).toBe(11_800);

  const row = page.getByRole('table', { name: 'Payments' }).getByRole('row', { name: /Recorded twice/ });
  await expect(row.getByText('VOID', { exact: true })).toBeVisible();
  await expect(row.locator('s')).toHaveText(['3,000.00']);
  await expectNoAxeFindings(page);
  await page.getByRole('tab', { name: 'Statement' }).click();
  const line = page.getByRole('row', { name: /Recorded twice/ });
  await expect(line.locator('s').filter({ visible: true })).toHaveText(['3,000.00']);

  await page.goto('/view-payments?search=Y-1');
  await expect(page.getByRole('cell', { name: 'Y-1', exact: true }).first()).toBeVisible();
  await expect(page.getByText('VOID', { exact: true })).toHaveCount(0);
  await page.getByRole('switch', { name: 'Show voided payments' }).click();
  await expect(page.getByText('VOID', { exact: true })).toBeVisible();

  await page.goto(`/receipt/${paid}`);
  const receipt = page.getByRole('article', { name: `Receipt ${paid}` });
  await expect(receipt.getByText('VOID', { exact: true })).toBeVisible();
  await expect(receipt).toContainText('Reason: Recorded twice');
  await expect(receipt).toContainText('Nothing, because this payment is void');
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`;
  const drawn = await page.request.get(`/api/payments/${paid}/receipt/pdf`, { headers: { authorization } });
  expect(await unbrokenText(await drawn.body())).toContain('VOID');
});

test('a payment for the wrong shop is replaced by one of the right shop, and both receipts name each other', async ({
  page,
  market,
}) => {
  await addSampleShop(market, 'W-1');
  await addSampleShop(market, 'W-2');
  const paid = await payToday(page, 'W-1');
  await openFix(page, { shopId: 'W-1', paid, choice: /^Wrong shop or tenant/ });
  await dialog(page).getByPlaceholder('Search by ID, name or tenant').fill('W-2');
  await page.getByRole('option', { name: /^W-2/ }).click();
  await expect(dialog(page).getByText('Sunil Bandara of W-2, shop W-2')).toBeVisible();
  await dialog(page).getByLabel('Reason').fill('Paid for W-2');
  await pressInDialog(page, 'Replace payment');
  await expect(page.getByText(`Payment ${paid} is void.`)).toBeVisible();
  expect(await paidBy(page, 'W-1')).toEqual([11_800]);
  expect(await paidBy(page, 'W-2')).toEqual([3000, 11_800]);
  await page.goto(`/receipt/${paid}`);
  await expect(page.getByRole('article').getByText('VOID', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: /^Replaced by payment/ }).click();
  await expect(page.getByRole('article')).toContainText(`Receipt No. ${paid} (void)`);
  await expect(page.getByRole('article').getByText('VOID', { exact: true })).toHaveCount(0);
});
