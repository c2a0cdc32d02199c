import { type Browser, expect, type Page } from '@playwright/test';
import { addDays, dayOf, instantOf, startOfDay } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { setFrom } from '#server/features/dated-settings/dated-setting.ts';
import { tariffSetting } from '#server/features/tariff/tariff-setting.ts';
import { test as atGate } from './support/gate-market.ts';
import { allSent, askGate, lastTicket, openGate, openShiftOnPhone } from './support/gate-phone.ts';
import { type Market, startMarket } from './support/start-market.ts';
import { addTicketStaff, NIMAL, SUNITA } from './support/ticket-staff.ts';

const MINUTE_MS = 60_000;
const today = dayOf(instantOf(Date.now()));
const threeDaysAgo = addDays(today, -3);

let market: Market;

const test = atGate.extend<{ market: Market }>({
  market: async ({ browserName: _ }, use) => use(market),
});

/** The office set Rs 200 for a lorry three days ago, and Rs 250 from today on. */
test.beforeAll(async () => {
  market = await startMarket('empty');
  await addTicketStaff(market);
  const database = connect(readConfig({ ...process.env, DATA_DIR: market.dataDir, DATABASE_URL: '' }));
  const context = { actor: 'superadmin@example.com', now: startOfDay(threeDaysAgo), requestId: 'sample' };
  const other = { Van: cents(10_000), 'Three-Wheeler': cents(5000), Motorbike: cents(2000), Car: cents(5000) };
  for (const [rupees, valid_from] of [
    [200, threeDaysAgo],
    [250, today],
  ] as const)
    await database.write((tx) =>
      setFrom(tx, context, {
        setting: tariffSetting,
        value: { prices: { Lorry: cents(rupees * 100), ...other } },
        from: valid_from,
      }),
    );
  await database.close();
});

test.afterAll(() => market.stop());

test.use({ serviceWorkers: 'allow' });

const lorry = (page: Page, rupees: number) => page.getByRole('button', { name: `Lorry Rs ${rupees}` });

async function issueLorry(page: Page, number: string, rupees: number): Promise<void> {
  await page.getByLabel('Vehicle number').fill(number);
  await lorry(page, rupees).click();
  await expect(lastTicket(page)).toContainText(`Lorry ${number} Rs ${rupees}`);
}

async function openOffice(browser: Browser, { url }: Market): Promise<Page> {
  const office = await (await browser.newContext({ baseURL: url })).newPage();
  await office.goto('/login');
  await office.getByLabel('Email').fill('superadmin@example.com');
  await office.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await office.getByRole('button', { name: 'Login' }).click();
  await office.waitForURL('**/admin-dashboard');
  return office;
}

interface Listed {
  tickets: { vehicleNumber: string; ticketPrice: number; tariff_price: number | null }[];
}

test('two phones without network: at midnight one changes its price, the other has older prices and is marked', async ({
  openPhone,
  market,
  sessionOf,
  browser,
}) => {
  test.setTimeout(90_000);
  const midnightPhone = await openPhone(NIMAL);
  await midnightPhone.clock.install({ time: Date.parse(startOfDay(today)) - 2 * MINUTE_MS });
  const evening = await openGate(midnightPhone);
  await openShiftOnPhone(evening);
  await evening.getByText('Vehicles').click();
  await expect(lorry(evening, 200)).toBeVisible();
  await expect(allSent(evening)).toBeVisible();
  await midnightPhone.setOffline(true);
  await issueLorry(evening, 'LG-1001', 200);
  await midnightPhone.clock.fastForward('03:00');
  await issueLorry(evening, 'LG-1002', 250);
  await evening.getByText('Settings').click();
  await expect(evening.getByText('Set by the office.')).toBeVisible();
  await expect(evening.getByRole('button', { name: 'Save prices on this phone' })).toBeHidden();

  const oldPhone = await openPhone(SUNITA);
  const old = await openGate(oldPhone);
  await openShiftOnPhone(old);
  await old.getByText('Vehicles').click();
  await expect(lorry(old, 250)).toBeVisible();
  await expect(allSent(old)).toBeVisible();
  await oldPhone.setOffline(true);

  const office = await openOffice(browser, market);
  await office.goto('/vehicle-ticketing');
  await office.getByRole('link', { name: /^Ticket prices/ }).click();
  await office.getByRole('textbox', { name: 'Lorry', exact: true }).fill('300');
  await office.getByRole('button', { name: 'Set prices' }).click();
  await office.getByRole('dialog').getByRole('button', { name: 'Set prices' }).click();
  await expect(office.getByText('The new ticket prices apply from now on.')).toBeVisible();

  await issueLorry(old, 'LG-2001', 250);
  for (const phone of [midnightPhone, oldPhone]) await phone.setOffline(false);
  for (const page of [evening, old]) await expect(allSent(page)).toBeVisible();
  await old.reload();
  await expect(lorry(old, 300)).toBeVisible();
  const { token } = await sessionOf(NIMAL);
  const { tickets } = await askGate<Listed>({ market, token }, '/api/vehicle-tickets/by-date?vehicleNumber=LG-');
  const facts = tickets.map(({ vehicleNumber, ticketPrice, tariff_price }) => [
    vehicleNumber,
    ticketPrice,
    tariff_price,
  ]);
  expect(facts.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
    ['LG-1001', 200, null],
    ['LG-1002', 250, null],
    ['LG-2001', 250, 300],
  ]);
  await office.reload();
  const row = office.getByRole('table', { name: 'Tickets not at the set price' }).getByRole('row', { name: /LG-2001/ });
  await expect(row).toContainText('250.00');
  await expect(row).toContainText('300.00');
  await office.context().close();
});

test('a vehicle type that the office adds is on the phone, has its price, and its tickets stay when it is no longer offered', async ({
  openPhone,
  market,
  browser,
}) => {
  test.setTimeout(90_000);
  const office = await openOffice(browser, market);
  await office.goto('/ticket-tariff');
  await office.getByRole('link', { name: /^Vehicle types/ }).click();
  await office.getByLabel('Name in English').fill('Tractor');
  await office.getByLabel('Name in Tamil').fill('உழவு இயந்திரம்');
  await office.getByRole('button', { name: 'Add type' }).click();
  await expect(office.getByText('Vehicle type added.')).toBeVisible();
  await office.getByRole('button', { name: 'Move up Tractor' }).focus();
  await office.keyboard.press('Enter');
  await expect(office.getByRole('row').nth(5)).toContainText('Tractor');
  await office.goto('/ticket-tariff');
  await office.getByRole('textbox', { name: 'Tractor', exact: true }).fill('80');
  await office.getByRole('button', { name: 'Set prices' }).click();
  await office.getByRole('dialog').getByRole('button', { name: 'Set prices' }).click();
  await expect(office.getByText('The new ticket prices apply from now on.')).toBeVisible();

  const phone = await openPhone(NIMAL);
  const page = await openGate(phone);
  const start = page.getByRole('button', { name: /^Open shift with/ });
  await expect(start.or(page.getByText('Vehicles'))).toBeVisible();
  if (await start.isVisible()) await start.click();
  await page.getByText('Vehicles').click();
  await expect(page.locator('.types button').nth(4)).toContainText('Tractor');
  await phone.setOffline(true);
  await page.getByLabel('Vehicle number').fill('LG-3001');
  await page.getByRole('button', { name: 'Tractor Rs 80' }).click();
  await expect(lastTicket(page)).toContainText('Tractor LG-3001 Rs 80');

  await office.goto('/vehicle-types');
  await office.getByRole('button', { name: 'Edit Tractor' }).click();
  await office.getByLabel('Offered').uncheck();
  await office.getByRole('button', { name: 'Save' }).click();
  await expect(office.getByText('No longer offered')).toBeVisible();
  await phone.setOffline(false);
  await expect(allSent(page)).toBeVisible();
  await page.reload();
  await expect(page.locator('.types button')).toHaveCount(5);
  await expect(page.getByRole('button', { name: /^Tractor/ })).toBeHidden();

  await office.goto('/vehicle-ticketing?vehicle=LG-3001');
  const print = office.getByRole('button', { name: /^Print/ });
  const [slip] = await Promise.all([office.waitForEvent('popup'), print.click()]);
  await expect(slip.getByRole('article')).toContainText('Tractor ticket');
  await expect(slip.getByRole('article')).toContainText('Rs. 80.00');
  await office.context().close();
});

for (const { width, height } of [
  { width: 390, height: 740 },
  { width: 360, height: 640 },
]) {
  const tag = width === 360 ? [] : ['@nightly'];
  test(`on a phone of ${width} x ${height} all vehicle types are on the screen, before and after a ticket`, {
    tag,
  }, async ({ openPhone }) => {
    const page = await openGate(await openPhone(NIMAL, { width, height }));
    const start = page.getByRole('button', { name: /^Open shift with/ });
    await expect(start.or(page.getByText('Vehicles'))).toBeVisible();
    if (await start.isVisible()) await start.click();
    await page.getByText('Vehicles').click();
    const types = page.locator('.types button');
    await expect(types).toHaveCount(5);
    const placesOf = () => types.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom + scrollY));
    const before = await placesOf();
    for (const bottom of before) expect(bottom).toBeLessThanOrEqual(height);
    await page.getByLabel('Vehicle number').fill(`LG-${width}`);
    await page.locator('.types button', { hasText: 'Van' }).click();
    await expect(lastTicket(page)).toContainText(`Van LG-${width} Rs 100`);
    expect(await placesOf()).toEqual(before);
  });
}
