import { expect, type Page } from '@playwright/test';
import type { Month } from '#billing/calendar.ts';
import { rentRollTitle, reportTitles } from '#contract/reports.ts';
import { readPdfText } from '#server/testing/pdf.ts';
import { readSheetTable } from '#server/testing/workbook.ts';
import { saveWorkbook } from './support/read-download.ts';
import { addSampleShop, lastMonth, monthBeforeLast } from './support/sample-ledgers.ts';
import { inOwnMarket } from './support/shops-market.ts';

/** The tests have a market of their own, because the reports cover all shops. */

const test = inOwnMarket(async (market) => {
  await addSampleShop(market, 'A-1');
  await addSampleShop(market, 'A-2', { shop_name: 'නිමල් වෙළඳසැල' });
});

const yearOf = (month: Month) => month.slice(0, 4);
const numberOf = (month: Month) => String(Number(month.slice(5)));
const nameOf = (month: Month, length: 'long' | 'short') =>
  new Date(`${month}-01`).toLocaleString('en', { month: length, timeZone: 'UTC' });
const addressOf = (path: string, month: Month) => `${path}?year=${yearOf(month)}&month=${numberOf(month)}`;

async function choose(page: Page, filter: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: filter }).selectOption({ label: name });
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
  // A browser without a PDF viewer downloads the file, sometimes before Playwright has noticed the tab.
  let downloaded = '';
  page.context().once('download', (download) => {
    downloaded = download.url();
  });
  await page.getByRole('button', { name: `${title} as PDF`, exact: true }).click();
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

const PAPERS = [
  { title: reportTitles.report, month: lastMonth, figures: [/A-1/, /Sunil Bandara of\s+A-2/, /Total.*23,600\.00/s] },
  { title: reportTitles.report2, month: lastMonth, figures: [/A-1/, /11,800\.00/, /Total.*23,600\.00/s] },
  { title: reportTitles.report3, month: monthBeforeLast, figures: [/Cash/, /11,800\.00/, /Total.*23,600\.00/s] },
];

test('each report opens in a new tab as a PDF of the chosen month', async ({ page }) => {
  await keepFiles(page);
  for (const { title, month, figures } of PAPERS) {
    await page.goto(addressOf('/reports', month));
    const text = await readReport(page, title);
    expect(text).toContain(`${title}, ${nameOf(month, 'short')} ${yearOf(month)}`);
    for (const figure of figures) expect(text).toMatch(figure);
  }
});

test('each report is downloaded as a spreadsheet as well, with the same totals', async ({ page }) => {
  const totals: Record<string, unknown> = {};
  for (const { title, month } of PAPERS) {
    await page.goto(addressOf('/reports', month));
    const { name, sheets } = await saveWorkbook(page, `Download ${title} as .xlsx`);
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
  expect(await readReport(page, rentRollTitle)).toMatch(/2 shops: 2 let, 0 vacant.*Total.*23,600\.00/s);
  const { name, sheets } = await saveWorkbook(page, `Download ${rentRollTitle} as .xlsx`);
  expect(name).toBe(`${rentRollTitle} ${lastMonth}.xlsx`);
  const [sheet] = sheets;
  expect(sheet && readSheetTable(sheet).at(-1)).toMatchObject({ 'Total billed': 23_600, 'Still due': 23_600 });
  await choose(page, 'Month', nameOf(monthBeforeLast, 'short'));
  await choose(page, 'Year', yearOf(monthBeforeLast));
  await expect(card(page, 'Paid')).toContainText('LKR 23,600.00');
});

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
