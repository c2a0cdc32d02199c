import { expect, type Page } from '@playwright/test';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import './support/office-texts.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { saveWorkbook } from './support/read-download.ts';
import { addSampleShop, lastMonth, monthBeforeLast, sampleToday } from './support/sample-ledgers.ts';
import { inOwnMarket } from './support/shops-market.ts';
import { sessionTokenOf } from './support/start-market.ts';

const LONG_PLACE = 'Block K, upper row, third place behind the weighing bridge, beside the stairs to the cold store';

/** The tests have a market of their own, because they count audit entries. */
const test = inOwnMarket(async (market) => {
  await addSampleShop(market, 'L-1');
  await addSampleShop(market, 'L-2', { location: LONG_PLACE.toUpperCase() });
  const answer = await fetch(`${market.url}/api/shops/L-2`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${await sessionTokenOf(market.url, 'superadmin')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      shop_name: 'Nimal & Sons, wholesale and retail of upcountry vegetables',
      location: LONG_PLACE,
      rent_amount: 9250.5,
      vat_rate: 18,
      operation_fee: 2000,
    }),
  });
  expect(answer.status).toBe(200);
});

const rows = (page: Page) => page.getByRole('table', { name: 'System logs' }).getByRole('row');
const day = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function choose(page: Page, type: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Event type' }).selectOption(type);
}

test('an auditor filters the log by event, shop, days and words, and exports the result as a spreadsheet', async ({
  enter,
}) => {
  const page = await enter('manager');
  await page.goto('/system-logs');
  await expect(page.getByRole('heading', { level: 1, name: 'System logs' })).toBeVisible();
  // The newest entry is the manager's own sign-in. The page shows only ten entries.
  await expect(rows(page).nth(1)).toContainText('manager@example.com signed in');
  await expect(rows(page)).toHaveCount(11);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/\/system-logs\?page=2$/);

  await choose(page, 'Invoice Generated');
  await expect(page).toHaveURL(/\/system-logs\?type=Invoice\+Generated$/);
  await expect(page.getByText('4 in total')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Shop ID' }).fill('l-2');
  await expect(page.getByText('2 in total')).toBeVisible();
  await day(page, 'From').fill(`${lastMonth}-01`);
  await page.keyboard.press('Tab');
  await expect(page.getByText('1 in total')).toBeVisible();
  await day(page, 'To').fill(`${monthBeforeLast}-28`);
  await page.keyboard.press('Tab');
  await expect(page.getByText('The end date cannot be before the start date.')).toBeVisible();
  await day(page, 'To').fill(sampleToday);
  await page.keyboard.press('Tab');
  await expect(page.getByText('The end date cannot be before the start date.')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('1 in total')).toBeVisible();
  await expect(day(page, 'To')).toHaveValue(formatOfficeDay(sampleToday));

  await page.goto('/system-logs?shop=L-1');
  await page.getByRole('searchbox', { name: 'Search logs' }).fill('INV-l-1');
  await expect(page.getByText('2 in total')).toBeVisible();
  const { name, sheets } = await saveWorkbook(page, 'Export to Excel');
  expect(name).toBe('System logs.xlsx');
  const cells = sheets[0]?.rows.map((row) => Array.from(row, (cell) => cell?.value ?? '')) ?? [];
  expect(cells[0]).toEqual([
    'Date',
    'Event',
    'Description',
    'Shop ID',
    'Invoice ID',
    'Old value',
    'New value',
    'Reason',
    'By',
  ]);
  const numberOf = (month: typeof lastMonth) => `INV-L-1-${month.replace('-', '')}`;
  expect(cells.slice(1).map((row) => row.slice(1))).toEqual(
    [lastMonth, monthBeforeLast].map((month) => [
      'Invoice Generated',
      `Invoice ${numberOf(month)} generated`,
      'L-1',
      numberOf(month),
      '',
      '11800.00',
      '',
      'superadmin@example.com',
    ]),
  );
  expect(typeof cells[1]?.[0]).toBe('number');
});

test('an edit is shown completely, with the old values beside the new, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/system-logs?type=Shop+Changed');
  await expect(rows(page)).toHaveCount(2);
  const entry = rows(page).nth(1);
  await expect(entry).toContainText('location: BLOCK K');
  await expect(entry).toContainText('superadmin');
  await expect(entry).not.toContainText(LONG_PLACE);
  await page.getByRole('button', { name: /^Show more of the new value/ }).click();
  await expect(entry).toContainText(LONG_PLACE);
  await expect(entry).toContainText('rent amount: 9,250.50');
  await expect(page.getByRole('button', { name: /^Show less of the new value/ })).toBeFocused();
  await expectNoSidewaysScroll(page);
  await expectNoAxeFindings(page);
});
