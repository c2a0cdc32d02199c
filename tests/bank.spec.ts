import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import './support/office-texts.ts';
import { dialog, pressInDialog } from './support/office-payments.ts';
import { addSampleShop, sampleToday } from './support/sample-ledgers.ts';
import { inOwnMarket } from './support/shops-market.ts';

const SHOPS = 144;
const RENT = 11_800;
const OPENING = 50_000;
const SPLIT = 20_000;
const FEE = 25;

const test = inOwnMarket(async (market) => {
  for (let at = 1; at <= SHOPS; at += 1) await addSampleShop(market, `S-${at}`);
});

/** A statement with a transfer of each shop, all equal and on one day, a transfer for two shops, and a charge. */
function statement(): string {
  let balance = OPENING;
  const rows = Array.from({ length: SHOPS }, (_, at) => {
    balance += RENT;
    return `${sampleToday},Inward CEFT S-${at + 1} rent,,${RENT},${balance}`;
  });
  const split = `${sampleToday},INVCEFT_NA,,${SPLIT},${balance + SPLIT}`;
  const fee = `${sampleToday},Transfer charge,${FEE},,${balance + SPLIT - FEE}`;
  return ['Date,Description,Debit,Credit,Balance', ...rows, split, fee].join('\n');
}

async function addAccount(page: Page): Promise<void> {
  await page.goto('/payments');
  await page.getByRole('link', { name: /^Bank accounts/ }).click();
  await page.getByRole('button', { name: 'Add bank account', exact: true }).click();
  await dialog(page).getByLabel('Bank account').fill('Rent account');
  await pressInDialog(page, 'Add bank account');
  await page.getByRole('link', { name: 'Rent account', exact: true }).click();
}

async function importStatement(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Import statement', exact: true }).click();
  await page.getByLabel('Or paste a table').fill(statement());
  await page.getByRole('button', { name: 'Check the pasted table' }).click();
  await expect(page.getByText('LKR 50,000.00')).toBeVisible();
  await page.getByRole('button', { name: `Add ${SHOPS + 2} lines` }).click();
  await page.getByRole('link', { name: 'Match the lines' }).click();
}

const row = (page: Page, text: string) => page.getByRole('region', { name: new RegExp(`, ${text}, LKR`) });

/** Presses keys and counts them. */
function keyboardOf(page: Page) {
  let pressed = 0;
  const press = async (key: string) => {
    pressed += 1;
    await page.keyboard.press(key);
  };
  return { press, count: () => pressed };
}

test('a statement of 144 equal rents is matched by keyboard, the month is reconciled, and a wrong match is undone', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await addAccount(page);
  await importStatement(page);
  await expect(page.getByRole('region', { name: /LKR 11,800\.00$/ })).toHaveCount(SHOPS);
  await expectNoAxeFindings(page);

  const keys = keyboardOf(page);
  const began = performance.now();
  await page.getByRole('heading', { level: 1 }).click();
  await keys.press('ArrowDown');
  for (let at = 1; at <= SHOPS; at += 1) {
    await expect(row(page, `Inward CEFT S-${at} rent`).getByRole('button').first()).toBeFocused();
    await keys.press('Enter');
  }
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(SHOPS);
  expect(keys.count()).toBeLessThanOrEqual(SHOPS * 2);
  expect(performance.now() - began).toBeLessThan(5 * 60_000);

  // The line without a proposal is of two shops.
  await expect(row(page, 'INVCEFT_NA').getByRole('button', { name: 'Choose…' })).toBeFocused();
  await keys.press('s');
  const choosing = dialog(page);
  await choosing.getByLabel('Tenant 1').fill('S-5 ');
  await page.getByRole('option', { name: /^S-5 / }).click();
  await choosing.getByLabel('Amount 1 (LKR)').fill('8000');
  await choosing.getByRole('button', { name: 'Add another tenant' }).click();
  await choosing.getByLabel('Tenant 2').fill('S-6 ');
  await page.getByRole('option', { name: /^S-6 / }).click();
  await expect(choosing.getByText('Chosen: LKR 20,000.00 of LKR 20,000.00')).toBeVisible();
  await expectNoAxeFindings(page);
  await pressInDialog(page, 'Match');

  await expect(row(page, 'Transfer charge').getByRole('button').first()).toBeFocused();
  await keys.press('i');
  await pressInDialog(page, 'Record');
  await expect(row(page, 'Transfer charge')).toContainText('Bank fee');

  await page.goto('/bank-accounts');
  await page.getByRole('link', { name: 'Reconciliation' }).click();
  await expect(page.getByText('Bank and ledgers agree.')).toBeVisible();
  await expectNoAxeFindings(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Bank reconciliation as .xlsx', exact: true }).click();
  // A workbook is a ZIP file.
  const workbook = readFileSync(await (await saving).path());
  expect(workbook.toString('latin1', 0, 2)).toBe('PK');

  await page.goto('/bank-accounts');
  await page.getByRole('link', { name: 'Rent account', exact: true }).click();
  await page.getByLabel('State').selectOption('matched');
  const line = row(page, 'Inward CEFT S-144 rent');
  await line.getByRole('button', { name: 'Undo', exact: true }).click();
  await dialog(page).getByLabel('Reason').fill('Of another shop');
  await pressInDialog(page, 'Undo');
  await expect(line.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('State').selectOption('open');
  await expect(line).toContainText('New payment, S-144 Sunil Bandara of S-144');
  await expectNoSidewaysScroll(page);
  await line.getByRole('button', { name: /^New payment, S-144/ }).click();
  await expect(line.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
});
