import { expect, type Page } from '@playwright/test';
import { type Month, monthOf } from '#billing/calendar.ts';
import { rentRollTitle, reportTitles } from '#contract/reports.ts';
import { readPdfText } from '#server/testing/pdf.ts';
import { readSheetTable } from '#server/testing/workbook.ts';
import { expectAccessibleScreens } from './support/office-screens.ts';
import { saveWorkbook } from './support/read-download.ts';
import { addSampleShop, lastMonth, monthBeforeLast, sampleToday } from './support/sample-ledgers.ts';
import { test as ledger } from './support/shops-market.ts';
import type { Market } from './support/start-market.ts';

/** A market of its own, because its reports cover all shops. */
const test = ledger.extend<object, { market: Market }>({
  market: [async ({ market }, use) => use(market), { scope: 'worker' }],
});

test.beforeAll(async ({ market }) => {
  await addSampleShop(market, 'A-1');
  await addSampleShop(market, 'A-2', { shop_name: 'නිමල් වෙළඳසැල' });
});

const YEAR = Number(sampleToday.slice(0, 4));
const yearOf = (month: Month) => month.slice(0, 4);
const numberOf = (month: Month) => String(Number(month.slice(5)));
const nameOf = (month: Month, length: 'long' | 'short') =>
  new Date(`${month}-01`).toLocaleString('en', { month: length, timeZone: 'UTC' });
const addressOf = (path: string, month: Month) => `${path}?year=${yearOf(month)}&month=${numberOf(month)}`;

async function choose(page: Page, filter: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: filter }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

declare global {
  var filesMade: Map<string, Blob>;
}

async function keepFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.filesMade = new Map();
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (file: Blob) => {
      const address = make(file);
      globalThis.filesMade.set(address, file);
      return address;
    };
  });
}

async function readReport(page: Page, title: string): Promise<string> {
  const opening = page.waitForEvent('popup');
  // A browser without a PDF viewer downloads what another shows, sometimes before the tab is known here.
  let downloaded = '';
  page.context().once('download', (download) => {
    downloaded = download.url();
  });
  await page.getByRole('button', { name: title, exact: true }).click();
  const tab = await opening;
  await expect.poll(() => downloaded || tab.url()).toMatch(/^blob:/);
  const shown = await page.evaluate(async (address) => {
    const file = globalThis.filesMade.get(address);
    return { type: file?.type, bytes: [...new Uint8Array((await file?.arrayBuffer()) ?? [])] };
  }, downloaded || tab.url());
  await tab.close();
  expect(shown.type).toBe('application/pdf');
  return (await readPdfText(Buffer.from(shown.bytes))).join('\n');
}

test('a month and a year are chosen, from five years back to two ahead, and are in the URL', async ({ page }) => {
  await keepFiles(page);
  await page.goto('/reports');
  await expect(page.getByRole('combobox', { name: 'Month' })).toHaveValue(nameOf(monthOf(sampleToday), 'short'));
  await page.getByRole('combobox', { name: 'Year' }).click();
  const years = await page.getByRole('option').allTextContents();
  expect(years).toEqual([-5, -4, -3, -2, -1, 0, 1, 2].map((later) => String(YEAR + later)));
  await page.getByRole('option', { name: String(YEAR - 5) }).click();
  await choose(page, 'Month', 'Feb');
  await expect(page).toHaveURL(`/reports?year=${YEAR - 5}&month=2`);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Year' })).toHaveValue(String(YEAR - 5));
  expect(await readReport(page, 'Remaining dues')).toContain('Nothing to report for this month.');
});

const PAPERS = [
  { title: reportTitles.report, month: lastMonth, figures: [/A-1/, /Sunil Bandara of\s+A-2/, /Total.*23,600\.00/s] },
  { title: reportTitles.report2, month: lastMonth, figures: [/A-1/, /11,800\.00/, /Total.*23,600\.00/s] },
  { title: reportTitles.report3, month: monthBeforeLast, figures: [/Cash/, /11,800\.00/, /Total.*23,600\.00/s] },
];

for (const { title, month, figures } of PAPERS) {
  test(`the ${title.toLowerCase()} opens in a new tab as a PDF of the chosen month`, async ({ page }) => {
    await keepFiles(page);
    await page.goto(addressOf('/reports', month));
    const text = await readReport(page, title);
    expect(text).toContain(`${title}, ${nameOf(month, 'short')} ${yearOf(month)}`);
    for (const figure of figures) expect(text).toMatch(figure);
  });
}

test('each report is downloaded as a spreadsheet as well, with the same totals', async ({ page }) => {
  const totals: Record<string, unknown> = {};
  for (const { title, month } of PAPERS) {
    await page.goto(addressOf('/reports', month));
    const { name, sheets } = await saveWorkbook(page, `${title} as .xlsx`);
    expect(name).toBe(`${title} ${month}.xlsx`);
    const [sheet] = sheets;
    const total = sheet && readSheetTable(sheet).at(-1);
    for (const sum of ['Total: Billed', 'Total: Remaining', 'Total due', 'Received'])
      if (total?.[sum] !== undefined) totals[`${title}, ${sum}`] = total[sum];
  }
  expect(totals).toEqual({
    [`${reportTitles.report}, Total: Billed`]: 23_600,
    [`${reportTitles.report}, Total: Remaining`]: 23_600,
    [`${reportTitles.report}, Received`]: 0,
    [`${reportTitles.report2}, Total due`]: 23_600,
    [`${reportTitles.report3}, Received`]: 23_600,
  });
});

test('a report that cannot be loaded closes its tab and shows a message; a blocked tab explains how to allow it', async ({
  page,
}) => {
  await page.route('**/api/report*/**', (route) => route.fulfill({ status: 502, body: '' }));
  await page.goto('/reports');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Rent payment summary', exact: true }).click();
  const tab = await opening;
  await expect(page.getByText('Could not load the rent payment summary.')).toBeVisible();
  expect(tab.isClosed()).toBe(true);
  await page.getByRole('button', { name: 'Shop payment summary as .xlsx' }).click();
  await expect(page.getByText('Could not load the shop payment summary.')).toBeVisible();
  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByRole('button', { name: 'Remaining dues', exact: true }).click();
  await expect(page.getByText('Popup blocked! Please allow popups to open reports.')).toBeVisible();
});

test('the rent roll lists every shop with its tenancy and money, and opens as a PDF and as a spreadsheet', async ({
  page,
}) => {
  await keepFiles(page);
  await page.goto(addressOf('/reports', lastMonth));
  await page.getByRole('link', { name: rentRollTitle }).click();
  await expect(page).toHaveURL(addressOf('/rent-roll', lastMonth));
  await expect(card(page, 'Shops')).toContainText('2 let, 0 vacant');
  await expect(card(page, 'Still due')).toContainText('LKR 23,600.00');
  const row = page.getByRole('table', { name: rentRollTitle }).getByRole('row', { name: /A-2/ });
  await expect(row).toContainText('11,800.00');
  await expect(row.getByRole('link', { name: 'Sunil Bandara of A-2' })).toBeVisible();
  await page.getByRole('button', { name: 'Details of A-2 Sunil Bandara of A-2' }).click();
  await expect(page.getByText(`INV-A-2-${lastMonth.replace('-', '')}`)).toBeVisible();
  expect(await readReport(page, 'PDF')).toMatch(/2 shops: 2 let, 0 vacant.*Total.*23,600\.00/s);
  const { name, sheets } = await saveWorkbook(page, `${rentRollTitle} as .xlsx`);
  expect(name).toBe(`${rentRollTitle} ${lastMonth}.xlsx`);
  const [sheet] = sheets;
  expect(sheet && readSheetTable(sheet).at(-1)).toMatchObject({ 'Total billed': 23_600, 'Still due': 23_600 });
  await choose(page, 'Month', nameOf(monthBeforeLast, 'short'));
  await choose(page, 'Year', yearOf(monthBeforeLast));
  await expect(card(page, 'Paid')).toContainText('LKR 23,600.00');
});

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const statusRow = (page: Page, status: string) =>
  page.getByRole('table', { name: 'Invoices by status' }).getByRole('row', { name: status });

test('the dashboard shows a month and all months, and the statuses as a chart and as a table', async ({ page }) => {
  await page.goto('/admin-dashboard');
  await choose(page, 'Year', yearOf(monthBeforeLast));
  await choose(page, 'Month', nameOf(monthBeforeLast, 'long'));
  await expect(card(page, 'Total income')).toContainText('LKR 23,600.00');
  await expect(card(page, 'Rent')).toContainText('of 16,000.00 billed, 0.00 unpaid');
  await expect(statusRow(page, 'Paid').first()).toHaveText(/Paid\s*2\s*100%/);
  await expect(page.getByRole('img', { name: /^Doughnut chart of invoices/ })).toBeVisible();
  await page.goto(addressOf('/admin-dashboard', lastMonth));
  await expect(card(page, 'Total income')).toContainText('of 23,600.00 billed, 23,600.00 unpaid');
  await expect(statusRow(page, 'Unpaid')).toHaveText(/Unpaid\s*2\s*100%/);
  await choose(page, 'Month', 'All Months');
  const ofYear = [lastMonth, monthBeforeLast].filter((month) => yearOf(month) === yearOf(lastMonth)).length;
  await expect(card(page, 'Invoices')).toContainText(String(2 * ofYear));
  await page.getByRole('combobox', { name: 'Year' }).click();
  expect(await page.getByRole('option').allTextContents()).toEqual([0, 1, 2, 3, 4].map((back) => String(YEAR - back)));
});

test('debtors are below the figures, and link to the shop', async ({ page }) => {
  await page.goto('/admin-dashboard');
  const line = page.getByRole('table', { name: 'Arrears by shop' }).getByRole('row', { name: /A-2/ });
  await expect(line).toContainText('LKR 11,800.00');
  await expect(line).toContainText('Sunil Bandara of A-2');
  await page.getByRole('searchbox', { name: 'Search by shop or tenant' }).fill('of a-1');
  await expect(line).toHaveCount(0);
  await page.getByRole('link', { name: 'A-1', exact: true }).click();
  await expect(page).toHaveURL('/shop-summary/A-1');
});

test('when the figures cannot be loaded the dashboard says so, shows zeros, and tries again', async ({ page }) => {
  await page.route('**/api/summery/summary*', (route) => route.fulfill({ status: 502, body: '' }));
  await page.goto('/admin-dashboard');
  await expect(page.getByText('Failed to load dashboard data.')).toBeVisible();
  await expect(card(page, 'Total income')).toContainText('LKR 0.00');
  await page.unroute('**/api/summery/summary*');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(card(page, 'Shops')).toContainText('2');
  await expect(page.getByText('Failed to load dashboard data.')).toHaveCount(0);
});

test('the manager dashboard shows the amount due, the expected and the received amounts, and whether the prices are published', async ({
  enter,
}) => {
  const page = await enter('manager');
  await page.goto('/admin-dashboard');
  await expect(page.getByRole('region', { name: /^Welcome, / }).getByRole('link')).toHaveCount(3);
  await page.getByRole('link', { name: 'Manager dashboard' }).click();
  await expect(page).toHaveURL('/manager-dashboard');
  await expect(card(page, 'Arrears')).toContainText('LKR 23,600.00');
  await expect(card(page, 'Arrears')).toContainText('owed by 2 tenants');
  const month = `${nameOf(monthOf(sampleToday), 'short')} ${YEAR}`;
  await expect(card(page, `Expected in ${month}`)).toContainText('LKR 0.00');
  await expect(card(page, `Collected in ${month}`)).toContainText('LKR 0.00');
  await expect(card(page, 'Price list')).toContainText('Not published yet');
  await expect(page.getByText('No corrections or deletions.')).toBeVisible();
  await page.getByRole('link', { name: 'A-2', exact: true }).click();
  await expect(page).toHaveURL('/shop-summary/A-2');
});

test('axe finds nothing on reports and dashboards, on a phone and on a desktop', async ({ page }) => {
  const paths = [
    '/reports',
    addressOf('/rent-roll', lastMonth),
    addressOf('/admin-dashboard', lastMonth),
    '/manager-dashboard',
  ];
  await expectAccessibleScreens(page, paths);
});
