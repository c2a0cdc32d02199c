import { expect, type Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import './support/office-texts.ts';
import { expectAccessible } from './support/check-axe.ts';
import { expectAccessibleOnPhoneAndDesktop, expectAccessibleScreens } from './support/office-screens.ts';
import { saveWorkbook } from './support/read-download.ts';
import { sampleToday } from './support/sample-ledgers.ts';
import { addBusyDay, addSampleShifts, addSampleTickets, lastMonthDay, yesterday } from './support/sample-tickets.ts';
import { test as ledger } from './support/shops-market.ts';
import type { Market } from './support/start-market.ts';

/** A market of its own, because it counts tickets: files share a market only with the same fixtures. */
const test = ledger.extend<object, { market: Market }>({
  market: [async ({ market }, use) => use(market), { scope: 'worker' }],
});

test.beforeAll(async ({ market }) => {
  await addSampleTickets(market);
  await addSampleShifts(market);
});

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const issue = (page: Page) => page.getByRole('button', { name: 'Issue Ticket' });
const row = (page: Page, name: RegExp) => page.getByRole('row', { name });

const day = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function exported(page: Page): Promise<{ name: string; rows: (string | number)[][] }> {
  const { name, sheets } = await saveWorkbook(page, 'Export to Excel');
  const [{ rows } = { rows: [] }] = sheets;
  return { name, rows: rows.map((row) => Array.from(row, (cell) => cell?.value ?? '')) };
}

test('a vehicle ticket is issued only by keyboard, counted immediately, found, and deleted with a reason', async ({
  page,
}) => {
  await page.goto('/vehicle-ticketing');
  await expect(page.getByRole('heading', { level: 1, name: 'Vehicle Ticket Management' })).toBeVisible();
  await expect(card(page, "Today's Income")).toContainText('Tickets issued: 14');
  await page.getByRole('textbox', { name: 'Vehicle Number' }).focus();
  await page.keyboard.type('np kl-4455');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Lorry' }).waitFor();
  await page.keyboard.type('Van');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel('Ticket Price').focus();
  await page.keyboard.type('120.50');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Ticket issued with ID: \d+$/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Vehicle Number' })).toHaveValue('');
  await expect(card(page, "Today's Income")).toContainText('Tickets issued: 15');
  await expect(card(page, "This Month's Income")).toContainText('Tickets issued: 15');
  await expect(row(page, /NP KL-4455/)).toContainText('LKR 120.50');

  await page.getByRole('searchbox', { name: 'Search by vehicle number' }).fill('kl-44');
  await expect(page.getByText('1–10 of')).toHaveCount(0);
  await expect(page.getByRole('row', { name: /^1 / })).toContainText('NP KL-4455');
  await page.reload();
  await page.getByRole('button', { name: /^Delete ticket/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Are you sure you want to delete this ticket?');
  await dialog.getByLabel('Reason').fill('Turned back at the gate');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Ticket deleted successfully.')).toBeVisible();
  await expect(page.getByText('No tickets found.')).toBeVisible();
  await expect(card(page, "Today's Income")).toContainText('Tickets issued: 14');
  await expect(page.getByRole('button', { name: 'Export to Excel' })).toBeDisabled();
});

test('the vehicle tickets of a chosen date are exported as filtered, with their total', async ({ page }) => {
  await page.goto(`/vehicle-ticketing?date=${lastMonthDay}`);
  await expect(card(page, `Income on ${formatOfficeDay(lastMonthDay)}`)).toContainText('Rs 150.00');
  await expect(card(page, `Income on ${formatOfficeDay(lastMonthDay)}`)).toContainText('Tickets issued: 1');
  await page.goto('/vehicle-ticketing?vehicle=cab-100&issuer=kumari');
  await expect(page.getByText('5 of', { exact: false }).or(page.getByText('5 in total'))).toBeVisible();
  const { name, rows } = await exported(page);
  expect(name).toBe(`Vehicle tickets ${sampleToday}.xlsx`);
  expect(rows[0]).toEqual(['#', 'Ref ID', 'Device No.', 'Vehicle Number', 'Type', 'Price', 'Date', 'Time', 'By']);
  expect(rows.slice(1, -1).map((cells) => [cells[0], cells[3], cells[5]])).toEqual([
    ...[
      [1, 'WP CAB-1009', 75],
      [2, 'WP CAB-1007', 50],
      [3, 'WP CAB-1005', 150],
    ],
    ...[
      [4, 'WP CAB-1003', 20.5],
      [5, 'WP CAB-1001', 100],
    ],
  ]);
  expect(rows.at(-1)?.slice(0, 6)).toEqual(['Total', '', '', '', '', 395.5]);
});

test('the dashboard has the sums of the tickets, and its cards link to their tickets', async ({ page }) => {
  await page.goto('/SanitationDashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Sanitation Ticketing Management' })).toBeVisible();
  await expect(card(page, 'Today Total')).toContainText('LKR 640.00');
  await expect(card(page, 'Today Rs 20 Total')).toContainText('12 tickets');
  await expect(card(page, 'This Month Rs 100 Total')).toContainText('LKR 400.00');
  const months = page.getByRole('table', { name: 'All Months Breakdown' });
  await expect(months.getByRole('row', { name: /^Total/ })).toContainText('LKR 900.00');
  await expect(months.getByRole('row', { name: new RegExp(`^${lastMonthDay.slice(0, 7)}`) })).toContainText('260.00');
  await page.getByRole('link', { name: 'This Month Rs 100 Total' }).click();
  await expect(page).toHaveURL(/\/sanitation-ticketing\?price=100&range=month$/);
  await expect(page.getByRole('heading', { level: 1, name: '100Rs tickets' })).toBeVisible();
  await expect(day(page, 'From')).toHaveValue(formatOfficeDay(dayOfMonth(sampleToday, 1)));
  await expect(card(page, 'Total income')).toContainText('LKR 400.00');
});

const dayOfMonth = (day: typeof sampleToday, number: number) =>
  `${day.slice(0, 8)}${String(number).padStart(2, '0')}` as typeof sampleToday;

test('a date range over two months is summed and exported completely, and half a range changes nothing', async ({
  page,
}) => {
  await page.goto('/sanitation-ticketing');
  await expect(card(page, 'Total income')).toContainText('LKR 640.00');
  await day(page, 'From').fill(lastMonthDay);
  await page.keyboard.press('Tab');
  await expect(page.getByText('Choose both a start date and an end date.')).toBeVisible();
  await expect(card(page, 'Total income')).toContainText('LKR 640.00');
  await day(page, 'To').fill(sampleToday);
  await page.keyboard.press('Tab');
  await expect(card(page, 'Total income')).toContainText('LKR 900.00');
  await expect(page.getByText('21 in total')).toBeVisible();
  await page.getByRole('button', { name: 'Page 3' }).click();
  await expect(row(page, /^T20_1 /)).toBeVisible();
  const { name, rows } = await exported(page);
  expect(name).toBe('Sanitation tickets.xlsx');
  expect(rows[0]).toEqual(['Ticket ID', 'Price', 'Issued', 'By', 'Device No.']);
  expect([rows[1]?.[0], rows.at(-2)?.[0]]).toEqual(['T100_6', 'T20_1']);
  expect(rows).toHaveLength(23);
  expect(rows.at(-1)?.slice(0, 2)).toEqual(['Total', 900]);
});

test('a sanitation ticket gets the next number of its price, and its paper fits the roll', async ({ page }) => {
  await page.context().addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-prints', 'asked');
  });
  await page.goto('/sanitation-ticketing?price=20');
  await issue(page).click();
  await expect(page.getByText('Ticket issued with ID: T20_16')).toBeVisible();
  await expect(row(page, /^T20_16 /)).toBeVisible();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Print ticket' }).click();
  const paper = await opening;
  await expect(paper.locator('html')).toHaveAttribute('data-prints', 'asked');
  await expect(paper.getByRole('article', { name: 'Ticket T20_16' })).toBeVisible();
  await expectAccessible(paper);
  const pdf = await getDocument({
    data: new Uint8Array(await paper.pdf({ preferCSSPageSize: true })),
    verbosity: 0,
  }).promise;
  expect(pdf.numPages).toBe(1);
  const sheet = await pdf.getPage(1);
  const [, , width = 0, height = 0] = sheet.view.map((points) => Math.round((points * 25.4) / 72));
  expect(width).toBe(58);
  expect(height).toBeLessThan(100);
  const { items } = await sheet.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join('');
  const lines = await paper.getByRole('article').locator('p').allTextContents();
  expect(lines).toEqual(expect.arrayContaining(['Pola Economic Centre', 'T20_16', 'Rs. 20.00']));
  expect(text.replaceAll(/\s/g, '')).toBe(lines.join('').replaceAll(/\s/g, ''));
  await paper.close();

  await page.getByRole('button', { name: 'Delete T20_16' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Printed for a test');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Ticket deleted successfully.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print ticket' })).toHaveCount(0);
});

async function goByPalette(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Find a screen, shop, tenant, invoice or product')).toBeFocused();
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
}

test('a number is valid, void or unknown; the palette opens the check and the shifts', async ({ page }) => {
  await page.goto('/vehicle-ticketing');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await goByPalette(page, 'check a ticket');
  await expect(page).toHaveURL(/\/check-ticket$/);
  const ask = async (number: string) => {
    await page.getByLabel('Ticket number').fill(number);
    await page.keyboard.press('Enter');
  };
  await ask('t100_1');
  await expect(page.getByText('VALID', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ticket T100_1' })).toContainText('Rs 100.00');
  await ask('T100_999');
  await expect(page.getByText('UNKNOWN', { exact: true })).toBeVisible();

  await page.goto('/sanitation-ticketing?price=100');
  await page.getByRole('button', { name: 'Delete T100_6' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Printed twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Ticket deleted successfully.')).toBeVisible();
  await page.goto('/check-ticket/T100_6');
  await expect(page.getByText('VOID', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ticket T100_6' })).toContainText('Printed twice');
  await expectAccessible(page);

  await goByPalette(page, 'shifts');
  await expect(page).toHaveURL(/\/gate-shifts$/);
});

test('shifts are listed with the difference of their cash, the open one first, and exported with their total', async ({
  enter,
}) => {
  const page = await enter('editor');
  await page.goto('/vehicle-ticketing');
  await page.getByRole('link', { name: /^Gate shifts/ }).click();
  const lines = page.getByRole('table', { name: 'Gate shifts' }).locator('tbody tr');
  await expect(lines).toHaveCount(4);
  await expect(lines.nth(0)).toContainText('Not counted yet');
  await expect(lines.nth(1)).toContainText('LKR 1.00 over');
  await expect(lines.nth(2)).toContainText('LKR 20.50 short');
  await expect(lines.nth(3)).toContainText('None');
  await day(page, 'Date').fill(yesterday);
  await page.keyboard.press('Tab');
  await expect(lines).toHaveCount(3);
  const { name, rows } = await exported(page);
  expect(name).toBe('Gate shifts.xlsx');
  expect([rows.length, rows.at(-1)?.[9]]).toEqual([5, -19.5]);
});

test('a day of three thousand vehicles is found, paged and exported completely', async ({ page, market }) => {
  test.setTimeout(180_000);
  const busy = dayOfMonth(lastMonthDay, 2);
  await addBusyDay(market, busy, 3000);
  await page.goto(`/vehicle-ticketing?date=${busy}`);
  await expect(page.getByText('3,000 in total')).toBeVisible();
  await expect(page.getByText('1–10 of 3,000')).toBeVisible();
  const { rows } = await exported(page);
  expect(rows).toHaveLength(3002);
  expect(rows.at(-1)?.[5]).toBe(600 * (150 + 100 + 50 + 20.5 + 75));
  await page.getByRole('searchbox', { name: 'Search by vehicle number' }).fill('cab-3999');
  await expect(page.getByRole('row', { name: /^1 / })).toContainText('WP CAB-3999');
});

test('axe finds nothing on the screens of tickets, on a phone and on a desktop', async ({ page }) => {
  await expectAccessibleScreens(page, [
    ...['/SanitationDashboard', '/sanitation-ticketing?price=20&range=month', '/gate-shifts', '/ticket-tariff'],
    ...['/check-ticket/T20_1', '/check-ticket/T20_999', '/vehicle-ticketing'],
  ]);
  await issue(page).click();
  await expect(page.getByText('Please fill in all fields.')).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);
  await page
    .getByRole('button', { name: /^Delete ticket/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await expectAccessibleOnPhoneAndDesktop(page);
});
