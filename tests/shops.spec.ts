import { expect, type Page } from '@playwright/test';
import { formatMonth } from '#web/ui/format/dates.ts';
import './support/office-texts.ts';
import { addSampleShop, lastMonth, monthBeforeLast, sampleToday } from './support/sample-ledgers.ts';
import { inOwnMarket } from './support/shops-market.ts';

/** The tests have a market of their own, whose shops fit on one page. */
const test = inOwnMarket(async () => {});

async function typeThrough(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
}

test('a shop and its tenant are added only by keyboard; without an empty shop no tenant can be added', async ({
  page,
}) => {
  await page.goto('/add-tenant');
  await expect(page.getByText('No available shops')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Add shop' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Shop ID')).toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Fill in this field.').first()).toBeVisible();
  await expect(page.getByLabel('Shop ID')).toBeFocused();
  await typeThrough(page, ['K-12', 'Corner Onions', 'Block K, row 1', '9000', '18', '2000.50']);
  await expect(page.getByText('Shop added.')).toBeVisible();
  await page.waitForURL('**/view-shops');
  const line = page.getByRole('row', { name: /Corner Onions/ });
  await expect(line).toContainText('2,000.50');

  await line.getByRole('link', { name: 'Add tenant to K-12' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await typeThrough(page, ['Selvi Nadarajah', '000 000 0011', 'selvi@example.com', 'Tank Road, Naula']);
  await expect(page.getByRole('combobox', { name: 'Shop', exact: true })).toHaveValue('K-12 · Corner Onions');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Tenant added.')).toBeVisible();
  await page.waitForURL('**/view-tenants');
  await expect(page.getByRole('row', { name: /Selvi Nadarajah/ })).toContainText('K-12');
  await page.goto('/add-tenant');
  await expect(page.getByText('No available shops')).toBeVisible();
});

test('the summary of an invoice shows its charges, the payments that paid it, and both ways to count it', async ({
  page,
  market,
}) => {
  await addSampleShop(market, 'S-1');
  const number = `INV-S-1-${monthBeforeLast.replace('-', '')}`;
  await page.goto('/system-setting');
  await page.getByLabel('Shop ID').fill(' S-1 ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'S-1 · Nimal Stores' })).toBeVisible();
  await page.getByRole('button', { name: `Details of ${number}` }).click();

  const charges = page.getByRole('table', { name: `Charges on ${number}` });
  await expect(charges.getByRole('row', { name: 'VAT 1,800.00 1,800.00 Paid' })).toBeVisible();
  await expect(charges.getByRole('row', { name: 'Operation fee 2,000.00 2,000.00 Paid' })).toBeVisible();
  await expect(charges.getByRole('row', { name: 'Rent 8,000.00 8,000.00 Paid' })).toBeVisible();
  await expect(page.getByText('No fines.')).toBeVisible();
  const figures = (name: string) => page.getByRole('region', { name }).locator('dd');
  await expect(figures('Payments applied')).toHaveText(['LKR 11,800.00', 'LKR 11,800.00', 'LKR 0.00']);
  await expect(figures('Payments received until the next invoice')).toHaveText([
    'LKR 11,800.00',
    'LKR 11,800.00',
    'LKR 0.00',
    'LKR 0.00',
  ]);
  const paidBy = page.getByRole('table', { name: `Payments applied to ${number}` });
  await expect(paidBy.getByRole('row', { name: /Payment \d+ Rent 8,000\.00/ })).toBeVisible();
  await paidBy
    .getByRole('link', { name: /^Payment/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/receipt\/\d+$/);
  await page.goBack();

  await page.getByRole('tab', { name: 'Statement' }).click();
  await page.getByText('Oldest first').click();
  const balances = page.getByRole('table', { name: 'Statement' }).locator('tbody tr td:last-child');
  await expect(balances).toHaveText(['11,800.00', '0.00', '11,800.00']);
});

test('an invoice is generated once for each month, and a fine is applied to it and deleted', async ({
  page,
  market,
}) => {
  await addSampleShop(market, 'F-1');
  const number = `INV-F-1-${lastMonth.replace('-', '')}`;
  await page.goto('/shop-summary/F-1?tab=invoices');
  const form = page.getByRole('region', { name: 'Generate invoice' });
  const generate = form.getByRole('button', { name: 'Generate Invoice' });
  await expect(generate).toBeDisabled();
  const [year = '', month = ''] = sampleToday.split('-');
  await form.getByRole('combobox', { name: 'Year' }).selectOption(year);
  await form.getByRole('combobox', { name: 'Month' }).selectOption(String(Number(month)));
  await generate.click();
  await expect(page.getByText(`Invoice INV-F-1-${year}${month} generated.`)).toBeVisible();
  await generate.click();
  await expect(form.getByRole('alert')).toHaveText(`Shop F-1 already has invoice INV-F-1-${year}${month}.`);
  await page.getByRole('button', { name: `Delete INV-F-1-${year}${month}` }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Generated twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Invoice deleted successfully.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Details of INV-F-1-${year}${month}` })).toHaveCount(0);

  const charges = page.getByRole('table', { name: `Charges on ${number}` });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: `Details of ${number}` }).click();
  await page.getByRole('button', { name: 'Apply Fine' }).click();
  await expect(dialog).toContainText(
    `LKR 2,400.00 will be charged: 30% of the unpaid rent for ${formatMonth(lastMonth)}`,
  );
  await dialog.getByRole('button', { name: 'Apply Fine' }).click();
  await expect(page.getByText('Fine applied.')).toBeVisible();
  await expect(charges.getByRole('row', { name: 'Fine 2,400.00 0.00 Unpaid' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Amount due and balance' })).toContainText('LKR 14,200.00');
  await page.getByRole('button', { name: 'Delete Fine' }).click();
  await expect(dialog).toContainText('Are you sure you want to delete this fine?');
  await dialog.getByLabel('Reason').fill('The office was closed');
  await dialog.getByRole('button', { name: 'Delete Fine' }).click();
  await expect(page.getByText('Fine deleted.')).toBeVisible();
  await expect(page.getByText('No fines.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Amount due and balance' })).toContainText('LKR 11,800.00');
});

test('of two people who edit one shop the second sees what the first saved, and nothing is lost', async ({
  enter,
  market,
}) => {
  await addSampleShop(market, 'V-1', { shop_name: 'Valley Greens', location: 'Block V' });
  const first = await enter('superadmin');
  const second = await enter('superadmin');
  for (const page of [first, second]) {
    await page.goto('/edit-shop/V-1');
    await expect(page.getByLabel('Location')).toHaveValue('Block V');
  }
  await first.getByLabel('Location').fill('Block W');
  await first.keyboard.press('Control+s');
  await expect(first.getByText('Shop updated.')).toBeVisible();
  await second.getByLabel('Shop name').fill('Valley Roots');
  await second.keyboard.press('Control+s');
  const panel = second.getByRole('alert');
  await expect(panel.getByRole('listitem')).toHaveText(['Location: Block V → Block W']);
  await expect(panel).toBeFocused();
  await second.keyboard.press('Tab');
  await second.keyboard.press('Enter');
  await expect(second.getByLabel('Location')).toHaveValue('Block W');
  await second.keyboard.press('Control+s');
  await expect(second.getByText('Shop updated.')).toBeVisible();
  await second.waitForURL('**/view-shops');
  await expect(second.getByRole('row', { name: /Valley Roots/ })).toContainText('Block W');
});
