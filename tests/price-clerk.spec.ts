import { expect, type Page } from '@playwright/test';
import writeXlsxFile from 'write-excel-file/node';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { test } from './support/market.ts';
import { signInBrowser, signInByForm } from './support/start-market.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function workbook(): Promise<Buffer> {
  const day = { type: Date, value: new Date(Date.UTC(2020, 2, 17)), format: 'dd/mm/yyyy' };
  const rows = [
    ['Price list, March 2020', null, null, null],
    ['Date', 'Vegetable', 'Min', 'Max'],
    ['16/03/2020', 'Beans', 'Rs 200', '220/-'],
    [day, 'Beans', 210, 2200],
    [day, 'Snake gord', 100, 120],
    ['17/03/2020', 'Leeks', 90, '1,000'],
    ['31/02/2020', 'Leeks', 90, 95],
  ];
  return Buffer.from(await writeXlsxFile(rows as never).toBuffer());
}

/** What a reader of the open data gets: for up to two seconds after a change, perhaps still the old list. */
async function listOf(page: Page, url: string, day: string): Promise<[string, number, number][]> {
  const list = await (await page.request.get(`${url}/api/prices/by-date/${day}`)).json();
  return list.map(
    ({ product, min_price, max_price }: { product: { name: string }; min_price: number; max_price: number }) => [
      product.name,
      min_price,
      max_price,
    ],
  );
}

test('a price clerk begins with the sheet of today', { tag: '@quick' }, async ({ page, market }) => {
  await signInByForm(page, market, 'editor');
  await expect(page).toHaveURL(/\/add-dailyprice$/);
});

test('a workbook is imported with its slip seen, its list withdrawn, and another one moved to its day', async ({
  page,
  market,
}) => {
  await signInBrowser(page, market);
  await page.goto(`${market.url}/import-prices`);
  await page.getByLabel('Price file').setInputFiles({ name: 'march.xlsx', mimeType: XLSX, buffer: await workbook() });
  await expect(page.getByRole('cell', { name: /^This is not a valid date/ })).toBeVisible();
  await page.getByRole('button', { name: 'Snake gord → Snake gourd?' }).click();
  await expect(page.getByRole('button', { name: /^Save \d prices$/ })).toBeEnabled();
  const odd = page.getByRole('table', { name: 'Accepted' }).getByRole('row').nth(1);
  await expect(odd).toContainText('Maximum price of 2,200 is more than double the last price (220).');
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: /^Save \d prices$/ }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByText(/^\d prices? (is|are) more than double or less than half/)).toBeVisible();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: /^Save \d prices$/ }).click();
  await page.getByRole('link', { name: 'View the prices for 17 Mar 2020' }).click();
  await expect(page.getByRole('cell', { name: '2,200.00', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Withdraw list' }).click();
  const withdrawing = page.getByRole('dialog', { name: 'Withdraw the price list for 17 Mar 2020?' });
  await expect(withdrawing.getByText(/^\d prices for 17 Mar 2020 will disappear/)).toBeVisible();
  await withdrawing.getByRole('textbox', { name: 'Reason' }).fill('A figure was ten times too high');
  await withdrawing.getByRole('button', { name: 'Withdraw list' }).click();
  await expect(page.getByText('No daily prices found.')).toBeVisible();
  await expect.poll(() => listOf(page, market.url, '2020-03-17')).toEqual([]);

  await page.goto(`${market.url}/view-dailyprices?date=2020-03-16`);
  await page.getByRole('button', { name: 'Move to another day' }).click();
  const moving = page.getByRole('dialog', { name: 'Move the price list for 16 Mar 2020' });
  await moving.getByRole('textbox', { name: 'New day' }).fill('17/03/2020');
  await moving.getByRole('textbox', { name: 'Reason' }).fill('The list of Tuesday');
  await expect(moving.getByText(/^1 price will move from 16 Mar 2020 to 17 Mar 2020/)).toBeVisible();
  await moving.getByRole('button', { name: 'Move list' }).click();
  await expect(page).toHaveURL(/date=2020-03-17/);
  await expect.poll(() => listOf(page, market.url, '2020-03-16')).toEqual([]);
  await expect.poll(() => listOf(page, market.url, '2020-03-17')).toEqual([['Beans', 200, 220]]);
});

test('a wide list with Sinhala names and one price is pasted, answered and saved', async ({ page, market }) => {
  await signInBrowser(page, market);
  await page.goto(`${market.url}/import-prices`);
  const list = ['දිනය\tබෝංචි\tLeeks\tතක්කාලි', '2020-03-23\t210\t120 - 140\t-', '2020-03-24\t215\t125\t9O'].join('\n');
  await page.getByLabel('Or paste a table').fill(list);
  await page.getByRole('button', { name: 'Check the pasted table' }).click();
  const save = page.getByRole('button', { name: /^Save \d prices?$/ });
  await expect(save).toBeDisabled();
  await page.getByRole('radio', { name: 'Yes, each price is the minimum and the maximum' }).check();
  await expect(page.getByRole('cell', { name: '2020-03-24, තක්කාලි: 9O' })).toBeVisible();
  await expectNoAxeFindings(page);
  await save.click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Save 4 prices' }).click();
  await expect(page.getByRole('link', { name: 'View the prices for 24 Mar 2020' })).toBeVisible();
  expect(await listOf(page, market.url, '2020-03-23')).toEqual([
    ['Beans', 210, 210],
    ['Leeks', 120, 140],
  ]);
});
