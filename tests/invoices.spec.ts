import { expect, type Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { dayOf } from '#billing/calendar.ts';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { systemClock } from '#server/clock.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { expectNoSidewaysScroll, expectWhole } from './support/check-width.ts';
import './support/office-texts.ts';
import { inOwnMarket } from './support/shops-market.ts';
import { type Market, sessionTokenOf } from './support/start-market.ts';

const LET = [...Array.from({ length: 20 }, (_, at) => `A-${at + 1}`), 'B-1', 'B-2', 'B-3', 'B-4'];

/** The tests have a market of their own, because they count invoices. */
const test = inOwnMarket(async (market) => {
  const call = await callerOf(market);
  for (const [at, shop_id] of LET.entries()) {
    const terms = { rent_amount: 8000 + 250.5 * at, vat_rate: 18, operation_fee: 2000 };
    await call('POST', '/api/shops', {
      shop_id,
      shop_name: SHOP_NAMES[at % SHOP_NAMES.length],
      location: 'Block A, upper floor',
      ...terms,
    });
    await call('POST', '/api/tenants', {
      name: TENANTS[at % TENANTS.length],
      contact: '000 111 1111',
      address: 'Dambulla',
      shop_id,
      email: `tenant-${at}@example.com`,
    });
  }
  await call('POST', '/api/generateInvoices/generate-all', {
    email: 'superadmin@example.com',
    password: DEMO_PASSWORD,
  });
  await call('POST', '/api/payments/by-shop/A-1', { amountPaid: 100_000, paymentDate: dayOf(systemClock.now()) });
});

const SHOP_NAMES = ['Green Leaf Traders', 'නිමල් වෙළඳසැල', 'Hill Country Onions and Potatoes (Wholesale)', 'மலையக காய்கறி'];
const TENANTS = ['Nimal Perera', 'සුනිල් සිල්වා', 'Fathima Zainab', 'சிவகுமார்'];

async function callerOf({ url }: Market) {
  const token = await sessionTokenOf(url, 'superadmin');
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
    return answer.json();
  };
}

async function fetchPdf({ url }: Market, invoiceId: string): Promise<Buffer> {
  const authorization = `Bearer ${await sessionTokenOf(url, 'superadmin')}`;
  const answer = await fetch(`${url}/api/invoices/${invoiceId}/pdf`, { headers: { authorization } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function printsOf(market: Market): Promise<Map<string, number>> {
  const call = await callerOf(market);
  const rows: { shop_id: string; printedtime: number }[] = await call('GET', '/api/invoices');
  return new Map(rows.map(({ shop_id, printedtime }) => [shop_id, printedtime]));
}

async function openInvoices(page: Page): Promise<void> {
  await page.goto('/invoices');
  await expect(inAll(page, 24)).toBeVisible();
}
const inAll = (page: Page, count: number) => page.getByText(`${count} in total`, { exact: true });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by Shop ID, Invoice ID, or Month-Year' });
const printButton = (page: Page) => page.getByRole('button', { name: 'Print Selected Invoices' });

test('twenty selected invoices print as twenty sheets of two copies, and are marked as printed once', async ({
  page,
  market,
}) => {
  test.setTimeout(180_000);
  await page.context().addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-prints', 'asked');
  });
  await openInvoices(page);
  await expect(printButton(page)).toBeDisabled();
  await search(page).fill('INV-A-');
  await expect(inAll(page, 20)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Select all 20' }).click();
  await expect(page.getByText('20 selected')).toBeVisible();
  await printButton(page).click();
  await expect(page.getByText('Are you sure you want to print?')).toBeVisible();
  const opening = page.waitForEvent('popup');
  await page.getByRole('dialog').getByRole('button', { name: 'Print' }).click();
  const sheets = await opening;
  await expect(sheets.getByText('20 of 20 invoices marked as printed.')).toBeVisible({ timeout: 60_000 });
  await expect(sheets.locator('html')).toHaveAttribute('data-prints', 'asked');
  await expectNoAxeFindings(sheets);

  const margins = await sheets.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .flatMap((rule) => (rule instanceof CSSPageRule && rule.selectorText === 'invoice' ? [rule.style.margin] : [])),
  );
  expect(margins).toEqual(['4mm']);

  const pdf = await sheets.pdf({ preferCSSPageSize: true });
  const pages = await readPages(pdf);
  expect(pages).toHaveLength(20);
  const ids = pages.map(({ text }) => /INV-A-\d+-\d{6}/.exec(text)?.[0]);
  expect(new Set(ids).size).toBe(20);
  for (const { text, width, height } of pages) {
    expect([width, height]).toEqual([210, 297]);
    expect(text.match(/Customer Copy|Office Copy/g)).toEqual(['Customer Copy', 'Office Copy']);
    expect(text.match(/INV-A-\d+-\d{6}/g)).toHaveLength(2);
    expect(text.match(/Rent due before the 15th of the month/g)).toHaveLength(2);
    expect(text).not.toContain('marked as printed');
  }

  // Shop A-1 is compared, because its names are in Latin letters. Such text is extracted from either PDF in reading
  // order.
  const printed = pages.find(({ text }) => /INV-A-1-\d{6}/.test(text))?.text ?? '';
  const [drawn] = await readPages(await fetchPdf(market, /INV-A-1-\d{6}/.exec(printed)?.[0] ?? ''));
  expect(printed.replaceAll(/\s/g, '')).toBe(drawn?.text.replaceAll(/\s/g, ''));

  await sheets.close();
  const prints = await printsOf(market);
  expect(LET.map((shop) => prints.get(shop))).toEqual(LET.map((shop) => (shop.startsWith('A-') ? 1 : 0)));
  await page.getByRole('tab', { name: 'Newly Arrived' }).click();
  await search(page).fill('');
  await expect(inAll(page, 4)).toBeVisible();
});

async function readPages(pdf: Buffer): Promise<{ text: string; width: number; height: number }[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const numbers = Array.from({ length: document.numPages }, (_, at) => at + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const sheet = await document.getPage(number);
      const [width, height] = (sheet.view.slice(2) as [number, number]).map((points) =>
        Math.round((points * 25.4) / 72),
      );
      const { items } = await sheet.getTextContent();
      // A ligature of the font, such as the ffi in Office, is extracted as one character.
      const text = items
        .map((item) => ('str' in item ? item.str : ''))
        .join('')
        .normalize('NFKC');
      return { text, width: width ?? 0, height: height ?? 0 };
    }),
  );
}

test('the list shows immediately that invoices were printed in the other window', async ({ page }) => {
  await openInvoices(page);
  await search(page).fill('B-1');
  await expect(inAll(page, 1)).toBeVisible();
  const line = page.getByRole('row', { name: /INV-B-1-/ });
  await expect(line.getByText('Newly Arrived')).toBeVisible();
  await line.getByRole('checkbox').check();
  await printButton(page).click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('dialog').getByRole('button', { name: 'Print' }).click();
  await (await opening).getByText('1 of 1 invoices marked as printed.').waitFor();
  await expect(line.getByText('Newly Arrived')).toHaveCount(0);
});

for (const width of [390, 1366])
  test(`at ${width} pixels the tables of invoices and payments do not scroll sideways, in natural order`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['/invoices', '/invoices?status=newly-arrived', '/view-payments']) {
      await page.goto(path);
      const table = page.getByRole('region', { name: /^(Invoices|All payments)$/ });
      await page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click();
      if (path === '/invoices') await expect(table.getByRole('link', { name: /^A-/ })).toHaveText(LET.slice(0, 10));
      await expectWhole(table);
      await expectNoSidewaysScroll(page);
    }
  });

test('all columns are chosen on a desktop, scroll in their own box, and are there on a phone after a reload', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 800 });
  await openInvoices(page);
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await page.getByRole('button', { name: 'All columns' }).press('Enter');
  const table = page.getByRole('region', { name: 'Invoices' });
  const headings = table.locator('th');
  for (const name of ['Rent Amount', 'Total Arrears', 'Prev Payment Date', 'Shop Name'])
    await expect(headings.filter({ hasText: name })).toHaveCount(1);
  await expectNoAxeFindings(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(headings.filter({ hasText: 'Shop Name' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('group', { name: 'Columns' }).getByRole('checkbox')).toHaveCount(19);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Default columns' }).click();
  await expect(headings.filter({ hasText: 'Shop Name' })).toHaveCount(0);
  await expectWhole(table);
});
