import { expect } from '@playwright/test';
import './support/office-texts.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { addSampleShop, sampleToday } from './support/sample-ledgers.ts';
import { test } from './support/shops-market.ts';

const SUNIL = 'Sunil Bandara of O-1';

test('a charge type is made, a meter read, the bill made with it, and a credit note given', async ({
  page,
  market,
}) => {
  await addSampleShop(market, 'O-1');
  await page.goto('/charge-kinds');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Electricity');
  await page.getByRole('textbox', { name: 'Unit', exact: true }).fill('kWh');
  await page.getByRole('textbox', { name: 'Rate per unit (LKR)' }).fill('45');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('table', { name: 'Charge types' })).toContainText('LKR 45.00 per kWh');

  await page.goto('/view-tenants?search=O-1');
  await page.getByRole('link', { name: SUNIL, exact: true }).click();
  await page.getByRole('button', { name: 'Add charge' }).click();
  const form = page.getByRole('dialog', { name: 'Add charge' });
  await form.getByRole('combobox', { name: 'Charge type' }).selectOption('Electricity (By meter reading)');
  await form.getByRole('textbox', { name: 'Previous reading (kWh)' }).fill('1000');
  await form.getByRole('textbox', { name: 'Reading (kWh)', exact: true }).fill('1100');
  await expect(form.getByRole('status')).toHaveText('100 kWh at LKR 45.00: LKR 4,500.00');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('table', { name: 'Other charges' })).toContainText('4,500.00');

  await page.goto('/shop-summary/O-1?tab=invoices');
  const bill = page.getByRole('region', { name: 'Generate invoice' });
  await bill.getByRole('combobox', { name: 'Year' }).selectOption(sampleToday.slice(0, 4));
  await bill.getByRole('combobox', { name: 'Month' }).selectOption(String(Number(sampleToday.slice(5, 7))));
  await bill.getByRole('button', { name: 'Generate Invoice' }).click();
  const due = page.getByRole('region', { name: 'Amount due and balance' });
  await expect(due).toContainText('Amount dueLKR 28,910.00');

  const id = `INV-O-1-${sampleToday.slice(0, 7).replace('-', '')}`;
  await page.getByRole('button', { name: `Details of ${id}` }).click();
  await expect(page.getByRole('table', { name: `Charges on ${id}` })).toContainText('Electricity');
  await page.getByRole('button', { name: 'Credit or debit note' }).click();
  const note = page.getByRole('dialog', { name: `Note on ${id}` });
  await note.getByRole('combobox', { name: 'Charge' }).selectOption('Electricity, LKR\u00a04,500.00');
  await note.getByRole('textbox', { name: 'Amount without VAT (LKR)' }).fill('450');
  await note.getByRole('textbox', { name: 'Reason' }).fill('Read wrongly');
  await expectNoAxeFindings(page);
  await note.getByRole('button', { name: 'Continue' }).click();
  const question = page.getByRole('dialog', { name: 'Issue a credit note of LKR 450.00?' });
  await expect(question).toContainText('28,379.00 still owed');
  await question.getByRole('button', { name: 'Credit note' }).click();
  await expect(due).toContainText('Amount dueLKR 28,379.00');
});
