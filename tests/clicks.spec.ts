import { type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { answerWithEnter } from './support/answer-question.ts';
import { type Act, type ActCounter, countActs } from './support/count-acts.ts';
import { openGate, openShiftOnPhone } from './support/gate-phone.ts';
import { test } from './support/market.ts';
import { booksOf, dialog, paidBy } from './support/office-payments.ts';
import { type Market, sessionOf, sessionTokenOf, startMarket } from './support/start-market.ts';
import { addTicketStaff, NIMAL } from './support/ticket-staff.ts';

/**
 * The most clicks, taps and keys that ten common tasks may need, for somebody who knows the way. Each limit is what the
 * shortest way needed when the limit was set, so that no task becomes longer unnoticed.
 */
const MOST = {
  findPrice: { taps: 2, keys: 6 },
  sendPrice: 2,
  /** The number of keys in addition to one for each product. */
  quietDay: 3,
  correctPrice: 10,
  moveList: 4,
  cashPayment: 10,
  chequeWithNumber: 14,
  wrongShop: { pointers: 4, all: 9 },
  printMonth: 4,
  fiveTickets: 2,
};

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const;
const DESK = { viewport: { width: 1366, height: 768 } } as const;

/** The tests have a market of their own, because they publish and move lists. */
let market: Market;
test.beforeAll(async () => {
  market = await startMarket('demo');
  await addTicketStaff(market);
});
test.afterAll(() => market.stop());

const opened: BrowserContext[] = [];
test.afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

interface Place {
  page: Page;
  counter: ActCounter;
}

type Browser = NonNullable<ReturnType<BrowserContext['browser']>>;

async function openPlace(browser: Browser, role: Role | undefined, options: BrowserContextOptions): Promise<Place> {
  const context = await browser.newContext({
    baseURL: market.url,
    reducedMotion: 'reduce',
    ...(role && { storageState: await sessionOf(market, role) }),
    ...options,
  });
  opened.push(context);
  const counter = await countActs(context);
  return { page: await context.newPage(), counter };
}

function show(acts: readonly Act[]): string {
  return acts.map(({ kind, what }) => `${kind}: ${what}`).join('\n');
}

async function expectAtMost(counter: ActCounter, most: number): Promise<void> {
  const acts = await counter.acts();
  expect(acts.length, show(acts)).toBeLessThanOrEqual(most);
  expect(acts.length).toBeGreaterThan(0);
}

const countOf = (acts: readonly Act[], kind: Act['kind']) => acts.filter((act) => act.kind === kind).length;

test('today’s price of brinjal on a phone, and sending it by WhatsApp', async ({ browser }) => {
  const { page, counter } = await openPlace(browser, undefined, PHONE);
  await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  await page.goto('/');
  await counter.begin();
  await page.locator('a[href^="/home-dailyprice"]').filter({ visible: true }).first().tap();
  await page.waitForURL(/home-dailyprice/);
  await page.waitForLoadState('networkidle');
  await page.getByRole('searchbox').tap();
  await page.keyboard.type('brinja');
  const found = page.locator('li.price').filter({ hasText: 'Brinjal' });
  await expect(found.first()).toBeVisible();
  const finding = await counter.acts();
  expect(countOf(finding, 'pointer'), show(finding)).toBe(MOST.findPrice.taps);
  expect(countOf(finding, 'key'), show(finding)).toBe(MOST.findPrice.keys);

  await counter.begin();
  await page.getByRole('link', { name: 'Share', exact: true }).tap();
  const sending = page.context().waitForEvent('page');
  await page.getByRole('dialog', { name: 'Share' }).getByRole('link', { name: 'WhatsApp' }).tap();
  expect((await sending).url()).toContain('https://wa.me/?text=');
  await expectAtMost(counter, MOST.sendPrice);
});

interface SheetLine {
  product_id: number;
  name: string;
  current: { min_price: number; max_price: number } | null;
  last: { min_price: number; max_price: number } | null;
}

/** Today in the market's time zone. */
const today = dayFrom(0);

function dayFrom(days: number): string {
  return new Date(Date.now() + 5.5 * 60 * 60 * 1000 + days * 86_400_000).toISOString().slice(0, 10);
}

async function sheetOf(day: string): Promise<SheetLine[]> {
  const authorization = `Bearer ${await sessionTokenOf(market.url, 'editor')}`;
  return (await fetch(`${market.url}/api/prices/sheet/${day}`, { headers: { authorization } })).json();
}

async function clearList(day: string): Promise<void> {
  const body = (await sheetOf(day))
    .filter(({ current }) => current !== null)
    .map(({ product_id }) => ({ product_id, date: day, min_price: null, max_price: null }));
  if (body.length === 0) return;
  const answer = await fetch(`${market.url}/api/prices/update-multiple`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await sessionTokenOf(market.url, 'editor')}`,
    },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
}

test('a quiet day, a price that is corrected after publishing, and a list that belongs to another day', async ({
  browser,
}) => {
  await clearList(today);
  await clearList(dayFrom(-1));
  const lines = await sheetOf(today);
  const { page, counter } = await openPlace(browser, 'editor', DESK);
  await page.goto('/add-dailyprice');
  await expect(page.getByRole('textbox', { name: `${lines[0]?.name} minimum`, exact: true })).toBeFocused();
  await counter.begin();
  for (const { last } of lines) await page.keyboard.press(last ? '.' : '-');
  await page.keyboard.press('Control+s');
  const save = page.getByRole('dialog').getByRole('button', { name: /^Save \d+ prices?$/ });
  await expect(save).toBeVisible();
  if (!(await save.evaluate((button) => button === document.activeElement))) await page.keyboard.press('Tab');
  await expect(save).toBeFocused();
  await answerWithEnter(page);
  await expect(page.getByText('Prices added/updated successfully!')).toBeVisible();
  await expectAtMost(counter, lines.length + MOST.quietDay);

  const brinjal = lines.find(({ name, last }) => /^Brinjal/.test(name) && last);
  const min = (brinjal?.last?.min_price ?? 0) + 10;
  const max = (brinjal?.last?.max_price ?? 0) + 10;
  await counter.begin();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Find a product' })).toBeFocused();
  await page.keyboard.type('brin');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: `${brinjal?.name} minimum`, exact: true })).toBeFocused();
  await page.keyboard.type(`${min}-${max}`);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Save 1 price' })).toBeFocused();
  await answerWithEnter(page);
  await expect(page.getByText('Prices added/updated successfully!')).toBeVisible();
  await expectAtMost(counter, MOST.correctPrice);
  const corrected = (await sheetOf(today)).find(({ product_id }) => product_id === brinjal?.product_id);
  expect(corrected?.current).toMatchObject({ min_price: min, max_price: max });

  // After a reload the page still shows the summary of the last save, from which the list can be moved.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await counter.begin();
  await page.getByRole('button', { name: 'Move to another day' }).click();
  await dialog(page)
    .getByRole('button', { name: shown(dayFrom(-1)), exact: true })
    .click();
  await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.type('Sheet of the day before');
  await expect(dialog(page).getByText(/prices will move/)).toBeVisible();
  await answerWithEnter(page);
  await page.waitForURL(`**/view-dailyprices?date=${dayFrom(-1)}`);
  await expectAtMost(counter, MOST.moveList);
  expect((await sheetOf(today)).filter(({ current }) => current !== null)).toEqual([]);
});

/** Returns the day as the office shows it: `26 Nov 2026`. */
function shown(day: string): string {
  const month = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' }).format(Date.parse(day));
  return [Number(day.slice(8)), month, day.slice(0, 4)].join(' ');
}

/**
 * Returns the ids of two shops that have an amount due. Only ids of three characters are chosen, because the tests
 * count the keys that are pressed.
 */
async function debtors(): Promise<[string, string]> {
  const authorization = `Bearer ${await sessionTokenOf(market.url, 'superadmin')}`;
  const shops: { shop_id: string; amount_due: number }[] = await (
    await fetch(`${market.url}/api/shops`, { headers: { authorization } })
  ).json();
  const [first = '', second = ''] = shops
    .filter(({ shop_id, amount_due }) => shop_id.length === 3 && amount_due > 0)
    .map(({ shop_id }) => shop_id);
  return [first, second];
}

/** Opens the payment form of a shop with the command palette, which works on any screen. */
async function openPayment(page: Page, shopId: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Find a screen, shop, tenant, invoice or product')).toBeFocused();
  await page.keyboard.type(shopId.toLowerCase());
  await expect(
    dialog(page)
      .getByText(new RegExp(`^${shopId} `))
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Make Payment' }).click();
  await expect(page.getByLabel('Amount (LKR)')).toBeFocused();
}

async function confirmPayment(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Confirm payment', disabled: false })).toBeFocused();
  await answerWithEnter(page);
  await expect(page.getByText('Payment processed successfully!')).toBeVisible();
}

test('a payment in cash, a cheque with its number, and a payment of the wrong shop', async ({ browser }) => {
  const [shop, other] = await debtors();
  const { page, counter } = await openPlace(browser, 'superadmin', DESK);
  await page.goto('/payments');
  await counter.begin();
  await openPayment(page, shop);
  await page.keyboard.type('5000');
  await page.keyboard.press('Control+Enter');
  await confirmPayment(page);
  await expectAtMost(counter, MOST.cashPayment);

  await page.goto('/payments');
  await counter.begin();
  await openPayment(page, shop);
  await page.keyboard.type('6000');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Payment method' })).toBeFocused();
  await page.keyboard.type('ch');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Cheque number')).toBeFocused();
  await page.keyboard.type('004512');
  await page.keyboard.press('Control+Enter');
  await confirmPayment(page);
  await expectAtMost(counter, MOST.chequeWithNumber);
  const [newest] = (await booksOf(page, shop)).Payments;
  expect(newest).toMatchObject({ amount_paid: 6000, payment_method: 'Cheque', cheque_number: '004512' });

  await page.goto(`/receipt/${newest?.payment_id}`);
  await counter.begin();
  await page.getByRole('button', { name: 'Fix payment', exact: true }).click();
  await dialog(page)
    .getByRole('button', { name: /^Wrong shop or tenant/ })
    .click();
  await expect(dialog(page).getByRole('combobox', { name: 'Shop' })).toBeFocused();
  await page.keyboard.type(other.toLowerCase());
  await expect(page.getByRole('option', { name: new RegExp(`^${other} `) })).toBeVisible();
  const replace = dialog(page).getByRole('button', { name: 'Replace payment', disabled: false });
  await page.keyboard.press('Enter');
  await expect(replace).toBeVisible();
  await dialog(page).getByLabel('Reason').click();
  await page.keyboard.type('Paid for the other shop');
  await dialog(page).getByRole('button', { name: 'Replace payment', disabled: false }).click();
  await expect(page.getByText(/^Payment \d+ is void\. Payment \d+ replaces it\.$/)).toBeVisible();
  const acts = await counter.acts();
  expect(countOf(acts, 'pointer'), show(acts)).toBeLessThanOrEqual(MOST.wrongShop.pointers);
  expect(acts.length, show(acts)).toBeLessThanOrEqual(MOST.wrongShop.all);
  expect(await paidBy(page, other)).toContain(6000);
});

test('all invoices of the month are printed', async ({ browser }) => {
  // On the first days of a month the demo has none of the month yet.
  const headers = {
    authorization: `Bearer ${await sessionTokenOf(market.url, 'superadmin')}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ email: 'superadmin@example.com', password: DEMO_PASSWORD });
  const billed = await fetch(`${market.url}/api/generateInvoices/generate-all`, { method: 'POST', headers, body });
  expect(billed.status).toBe(200);
  const { page, counter } = await openPlace(browser, 'superadmin', DESK);
  await page.context().addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-prints', 'asked');
  });
  await page.goto('/admin-dashboard');
  await counter.begin();
  await page.getByRole('navigation').getByRole('link', { name: 'Invoices', exact: true }).click();
  await page.getByRole('button', { name: /^Print all for / }).click();
  await expect(dialog(page)).toContainText(/1\d\d invoices/);
  const opening = page.context().waitForEvent('page');
  await dialog(page).getByRole('button', { name: 'Print', exact: true }).click();
  const sheets = await opening;
  await expect(sheets.getByText(/^(1\d\d) of \1 invoices marked as printed\.$/)).toBeVisible({ timeout: 90_000 });
  await expect(sheets.locator('html')).toHaveAttribute('data-prints', 'asked');
  // One click of the limit is reserved for the print dialog of the browser.
  await expectAtMost(counter, MOST.printMonth - 1);
});

test('five sanitation tickets', async ({ browser }) => {
  const answer = await fetch(`${market.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: NIMAL, password: DEMO_PASSWORD }),
  });
  const session = await answer.json();
  const localStorage = ['token', 'role', 'name', 'email'].map((name) => ({ name, value: String(session[name]) }));
  const { page: first, counter } = await openPlace(browser, undefined, {
    ...PHONE,
    // `openGate` waits for the gate's service worker, so the worker must not be blocked.
    serviceWorkers: 'allow',
    storageState: {
      cookies: [],
      origins: [
        { origin: market.url, localStorage: [...localStorage, { name: 'mustChangePassword', value: 'false' }] },
      ],
    },
  });
  const page = await openGate(first.context());
  await openShiftOnPhone(page);
  await counter.begin();
  await page.getByText('× 5').tap();
  await page.getByRole('button', { name: /^Rs 20\b/ }).tap();
  await expect(page.getByText('5 tickets since')).toBeVisible();
  await expectAtMost(counter, MOST.fiveTickets);
});
