import { expect, type Page } from '@playwright/test';
import { dayInMonth } from '#billing/calendar.ts';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import './support/office-texts.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { addSampleShop, lastMonth, monthBeforeLast, sampleToday } from './support/sample-ledgers.ts';
import { test } from './support/shops-market.ts';

const SUNIL = 'Sunil Bandara of T-1';
const KAMAL = 'Kamal Silva';
const today = formatOfficeDay(sampleToday);

async function pay(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Make Payment' }).click();
  await page.getByRole('textbox', { name: 'Amount (LKR)' }).fill(amount);
  await page.keyboard.press('Control+Enter');
  const fine = page.getByRole('checkbox', { name: /^Waive the fine/ });
  const confirm = page.getByRole('button', { name: 'Confirm payment' });
  await expect(confirm).toBeEnabled();
  if (await fine.isVisible()) {
    await fine.check();
    await page.getByRole('textbox', { name: 'Reason' }).fill('The bank was closed');
  }
  await expect(confirm).toBeEnabled();
  await confirm.click();
  await expect(page.getByText('Payment processed successfully!')).toBeVisible();
}

const due = (page: Page) => page.getByRole('region', { name: 'Amount due and balance' });

test('a shop is let, billed, left with a debt, let again and billed; both tenants pay their own bills', async ({
  page,
  market,
}) => {
  await addSampleShop(market, 'T-1');
  await page.goto('/view-tenants?search=T-1');
  await page.getByRole('link', { name: SUNIL, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: SUNIL })).toBeVisible();
  const file = page.url();
  await expect(page.getByRole('region', { name: 'Tenancy account' })).toContainText('LKR 11,800.00');
  await page.getByRole('link', { name: 'End tenancy' }).click();
  await expect(page.getByRole('region', { name: 'Afterwards' })).toContainText('Still dueLKR 11,800.00');
  await page.getByRole('radio', { name: 'Do not bill' }).check();
  await page.getByRole('button', { name: 'End tenancy' }).click();
  const question = page.getByRole('dialog', { name: `End the tenancy of ${SUNIL} in shop T-1?` });
  await expect(question).toContainText(`The last day of the tenancy is ${today}.`);
  await expect(question).toContainText('11,800.00 still owed');
  await question.getByRole('button', { name: 'End tenancy' }).click();
  await expect(page).toHaveURL(file);
  await expect(page.getByText('Former tenant')).toBeVisible();

  await page.getByRole('link', { name: 'Let the shop again' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(KAMAL);
  await page.getByRole('textbox', { name: 'Contact' }).fill('000 000 0012');
  await page.getByRole('textbox', { name: 'Email' }).fill('kamal@example.com');
  await page.getByRole('textbox', { name: 'Address' }).fill('Tank Road, Naula');
  await expect(page.getByRole('combobox', { name: 'Shop', exact: true })).toHaveValue('T-1 · Nimal Stores');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Tenant added.')).toBeVisible();
  await page.waitForURL('**/view-tenants');

  await page.goto('/shop-summary/T-1?tab=invoices');
  await expect(due(page)).toContainText('Amount dueLKR 0.00');
  const form = page.getByRole('region', { name: 'Generate invoice' });
  await form.getByRole('combobox', { name: 'Year' }).selectOption(sampleToday.slice(0, 4));
  await form.getByRole('combobox', { name: 'Month' }).selectOption(String(Number(sampleToday.slice(5, 7))));
  await form.getByRole('button', { name: 'Generate Invoice' }).click();
  await expect(due(page)).toContainText('Amount dueLKR 11,800.00');
  await pay(page, '11800');
  await expect(due(page)).toContainText('Amount dueLKR 0.00');

  const tenancy = page.getByRole('combobox', { name: 'Tenancy' });
  await tenancy.selectOption(await tenancy.getByRole('option', { name: SUNIL }).getAttribute('value'));
  await expect(due(page)).toContainText('Amount dueLKR 11,800.00');
  await expect(page.getByRole('row', { name: formatMonth(lastMonth) })).toBeVisible();
  await pay(page, '11800');
  await expect(due(page)).toContainText('Amount dueLKR 0.00');
  await page.goto('/view-tenants?former=true&search=T-1');
  const row = page.getByRole('row', { name: SUNIL });
  await expect(row).toContainText(formatOfficeDay(dayInMonth(monthBeforeLast, 1)));
  await expect(row).toContainText(today);
  await expect(row).toContainText('0.00');
});

test('a deposit is received, and covers a part of what is due when the tenancy ends', async ({ page, market }) => {
  await addSampleShop(market, 'T-2');
  await page.goto('/view-tenants?search=T-2');
  await page.getByRole('link', { name: 'Sunil Bandara of T-2', exact: true }).click();
  await page.getByRole('button', { name: 'Receive deposit' }).click();
  const form = page.getByRole('dialog', { name: 'Receive deposit' });
  await form.getByRole('textbox', { name: 'Amount (LKR)' }).fill('30000');
  await expect(form).toContainText('Deposit held afterwards: LKR 30,000.00');
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('dialog', { name: 'Record that a deposit of LKR 30,000.00 was received?' })
    .getByRole('button', { name: 'Receive deposit' })
    .click();
  await expect(page.getByText('Deposit recorded.', { exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Deposit' })).toContainText('30,000.00');

  await page.getByRole('link', { name: 'End tenancy' }).click();
  await page.getByRole('checkbox', { name: 'Apply the deposit to the amount due' }).check();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Agreed with the tenant');
  await expect(page.getByRole('region', { name: 'Afterwards' })).toContainText('Deposit heldLKR 18,200.00');
  await expectNoAxeFindings(page);
});
