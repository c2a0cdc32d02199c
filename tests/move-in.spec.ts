import { expect } from '@playwright/test';
import { legacyTablesOf, ONE_SHOP, writeDump } from '#server/testing/legacy-dump.ts';
import { test } from './support/market.ts';
import { type Market, signInByForm, startMarket } from './support/start-market.ts';

let market: Market;
test.beforeAll(async () => {
  market = await startMarket('empty');
});
test.afterAll(() => market.stop());

test('a market moves in with the dump of its previous system, from the setup list', async ({ page }) => {
  const dump = writeDump(legacyTablesOf(ONE_SHOP));
  const choose = (name: string, buffer: Buffer) =>
    page
      .getByLabel('Database dump from the previous system')
      .setInputFiles({ name, mimeType: 'application/sql', buffer });
  await signInByForm(page, market, 'superadmin');
  await page
    .getByRole('region', { name: 'Set up the market' })
    .getByRole('link', { name: 'Import from the previous system' })
    .click();
  await choose('prices.xlsx', Buffer.from('PK\x03\x04 xl/workbook.xml'));
  await expect(page.getByText('prices.xlsx: The format of the file is ZIP')).toBeVisible();

  await choose('dump.sql', dump);
  const begin = page.getByRole('button', { name: 'Import the market' });
  await expect(begin).toBeDisabled();
  await expect(page.getByRole('table', { name: /Amounts due and balances/ }).getByText('Nimal Perera')).toBeVisible();
  await page.reload();
  await page.getByLabel('1 shop, 1 invoice, 1 payment and 0 products will be added.').check();
  await page.getByLabel(/^I have compared the amounts due/).check();
  await begin.dblclick();
  await expect(page.getByText('The market was imported')).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Back to the setup list' }).click();
  await expect(page.getByRole('link', { name: 'Import from the previous system' })).toBeHidden();
  await page.goto(`${market.url}/view-shops`);
  await expect(page.getByText('Nimal Perera', { exact: true })).toBeVisible();
});

test('shops that were imported by mistake are removed again', async ({ page }) => {
  await signInByForm(page, market, 'superadmin');
  await page.goto(`${market.url}/import-shops`);
  await page
    .getByLabel('Or paste a table')
    .fill(
      [
        'Shop no,Shop name,Location,Tenant,Phone,Rent,VAT,Operation fee',
        'Z-1,Demo Stores,Block Z,Demo Tenant,000 000 0001,"25,000.00",18,2000',
        'Z-2,Demo Corner,Block Z,,,18000,18,2000',
      ].join('\n'),
    );
  await page.getByRole('button', { name: 'Check the pasted table' }).click();
  await page.getByRole('button', { name: 'Save 2 lines' }).dblclick();
  await expect(page.getByText('2 lines saved.')).toBeVisible();
  await page.goto(`${market.url}/view-shops?search=Z-`);
  await expect(page.getByRole('cell', { name: 'Demo Corner', exact: true })).toBeVisible();

  await page.goto(`${market.url}/import-shops`);
  await page.getByRole('button', { name: 'Undo the last import' }).click();
  const question = page.getByRole('dialog', { name: 'Undo the import?' });
  await expect(question).toContainText('2 shops and 1 tenant will be removed.');
  await question.getByRole('button', { name: 'Undo the last import' }).click();
  await expect(page.getByText('The import was undone.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo the last import' })).toBeHidden();
  await page.goto(`${market.url}/view-shops?search=Z-`);
  await expect(page.getByText('No results for “Z-”.')).toBeVisible();
});
