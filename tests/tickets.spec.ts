import { expect, type Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import './support/office-texts.ts';
import { addMonths, type Day, dayInMonth, instantOf, monthOf, startOfDay } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import type { ActionContext } from '#server/action-context.ts';
import { readConfig } from '#server/config.ts';
import { connect, type Writer } from '#server/db/connect.ts';
import { issueSanitationTicket as issueSanitation } from '#server/features/tickets/sanitation/issue-ticket.ts';
import { issueVehicleTicket as issueVehicle } from '#server/features/tickets/vehicle/issue-ticket.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { saveWorkbook } from './support/read-download.ts';
import { sampleToday } from './support/sample-ledgers.ts';
import { test } from './support/shops-market.ts';
import type { Market } from './support/start-market.ts';

const lastMonthDay = dayInMonth(monthOf(addMonths(dayInMonth(monthOf(sampleToday), 1), -1)), 1);

const ISSUERS = ['gate@example.com', 'kumari.wickramasinghe.mudiyanselage@example.com'];
const PRICES: readonly (readonly [vehicleType: string, price: Cents])[] = [
  ['Lorry', cents(15_000)],
  ['Van', cents(10_000)],
  ['Three-Wheeler', cents(5000)],
  ['Motorbike', cents(2050)],
  ['Car', cents(7500)],
];

/**
 * Adds tickets directly to the database while the server runs. Today: 14 vehicle tickets, and sanitation tickets: 12 at
 * Rs. 20 and 4 at Rs. 100. First of last month: 1 vehicle ticket, and sanitation tickets: 3 at Rs. 20 and 2 at Rs. 100.
 */
async function addSampleTickets(market: Market): Promise<void> {
  await writeTickets(market, async (tx) => {
    await issueSanitationOn(tx, lastMonthDay, [20, 20, 100, 20, 100]);
    await issueVehicleOn(tx, lastMonthDay, 0);
    const prices = Array.from({ length: 16 }, (_, at) => (at % 4 === 3 ? 100 : 20));
    await issueSanitationOn(tx, sampleToday, prices);
    for (let at = 0; at < 14; at += 1) await issueVehicleOn(tx, sampleToday, at);
  });
}

async function addBusyDay(market: Market, day: Day, count: number): Promise<void> {
  await writeTickets(market, async (tx) => {
    for (let at = 0; at < count; at += 1) await issueVehicleOn(tx, day, at);
  });
}

async function issueSanitationOn(tx: Writer, day: Day, prices: readonly (20 | 100)[]): Promise<void> {
  for (const [at, price] of prices.entries()) {
    await issueSanitation(tx, actOn(day, at, ISSUERS[at % ISSUERS.length]), { price });
  }
}

async function issueVehicleOn(tx: Writer, day: Day, at: number): Promise<void> {
  const [vehicleType, ticketPrice] = PRICES[at % PRICES.length] ?? ['Lorry', cents(15_000)];
  await issueVehicle(tx, actOn(day, at % 1400, ISSUERS[at % ISSUERS.length]), {
    vehicleNumber: `WP CAB-${1000 + at}`,
    vehicleType,
    ticketPrice,
    mayTakeAnyPrice: true,
  });
}

async function writeTickets(market: Market, write: (tx: Writer) => Promise<void>): Promise<void> {
  const database = connect(readConfig({ ...process.env, DATA_DIR: market.dataDir, DATABASE_URL: '' }));
  try {
    await database.write(write);
  } finally {
    await database.close();
  }
}

function actOn(day: Day, minutes: number, by = 'superadmin@example.com'): ActionContext {
  const at = instantOf(Date.parse(startOfDay(day)) + minutes * 60_000);
  return { actor: by, now: at, requestId: `sample ${day} ${minutes}` };
}

// Other files share this market but issue no tickets, so these tests can count tickets.
test.beforeAll(async ({ market }) => {
  await addSampleTickets(market);
});

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const issue = (page: Page) => page.getByRole('button', { name: 'Issue Ticket' });
const row = (page: Page, name: RegExp) => page.getByRole('row', { name });

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
  await page.keyboard.type('Van');
  await expect(page.getByRole('combobox', { name: 'Vehicle Type' })).toHaveValue('Van');
  await page.keyboard.press('Enter');
  await page.getByLabel('Ticket Price').focus();
  await page.keyboard.type('120.50');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Ticket issued with ID: \d+$/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Vehicle Number' })).toHaveValue('');
  await expect(card(page, "Today's Income")).toContainText('Tickets issued: 15');
  await expect(card(page, "This Month's Income")).toContainText('Tickets issued: 15');
  await expect(row(page, /NP KL-4455/)).toContainText('120.50');

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

const dayOfMonth = (day: typeof sampleToday, number: number) =>
  `${day.slice(0, 8)}${String(number).padStart(2, '0')}` as typeof sampleToday;

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
  await expectNoAxeFindings(paper);
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

  await goByPalette(page, 'shifts');
  await expect(page).toHaveURL(/\/gate-shifts$/);
});

test('a day of three thousand vehicles is found, paged and exported completely', { tag: '@nightly' }, async ({
  page,
  market,
}) => {
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
