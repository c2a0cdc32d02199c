import { type Browser, expect, type Page } from '@playwright/test';
import { dayInMonth, monthOf } from '#billing/calendar.ts';
import { readLankaQr } from '#billing/tax/read-lanka-qr.ts';
import { alerts } from '#contract/alerts.ts';
import { bank } from '#contract/bank.ts';
import { cash } from '#contract/cash.ts';
import { claims } from '#contract/claims.ts';
import { closings } from '#contract/closings.ts';
import { invoices } from '#contract/invoices.ts';
import { journal } from '#contract/journal.ts';
import type { Language } from '#contract/languages.ts';
import { ledger } from '#contract/ledger.ts';
import { places } from '#contract/places.ts';
import { rentMessages } from '#contract/rent-messages.ts';
import { session } from '#contract/session.ts';
import { shops } from '#contract/shops.ts';
import { tax } from '#contract/tax.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenantPages } from '#contract/tenant-pages.ts';
import { tenants } from '#contract/tenants.ts';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { startInTheMorning } from '#server/testing/other-clock.ts';
import { readPdfQr } from '#server/testing/pdf.ts';
import { GATEWAY_TERMS, openSmsGateway } from '#server/testing/sms-gateway.ts';
import { TAX_SETUP } from '#server/testing/tax-setup.ts';
import tenantTexts from '#texts/site/tenant.json' with { type: 'json' };
import { formatMoney } from '#web/ui/format/money.ts';
import './support/office-texts.ts';
import { askerOf, type MarketCalls } from './support/ask-market.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { PUBLIC_URL } from './support/market.ts';
import { sampleToday } from './support/sample-ledgers.ts';
import { inOwnMarket } from './support/shops-market.ts';
import { type Market, sessionTokenOf } from './support/start-market.ts';

const RECEIPT_AFTER_MS = 5 * 60_000;
/** The schedule looks for payments each minute, and the queue of messages each five seconds. */
const LONGEST_MS = 90_000;

interface Tenant {
  language: Language;
  shop: string;
  name: string;
  /** As the gateway gets it. */
  number: string;
  rent: number;
}

const TENANTS: readonly Tenant[] = [
  { language: 'en', shop: 'A-1', name: 'Nimal Perera', number: '94771000001', rent: 8000 },
  { language: 'si', shop: 'A-2', name: 'සුනිල් බණ්ඩාර', number: '94771000002', rent: 9000 },
  { language: 'ta', shop: 'A-3', name: 'செல்வி நடராஜா', number: '94771000003', rent: 7777.77 },
];

const month = monthOf(sampleToday);
const clock = startInTheMorning();
const gateway = await openSmsGateway();
const test = inOwnMarket(fill, { ...clock.environment, PUBLIC_URL, SCHEDULE: 'on' });
test.afterAll(() => {
  gateway.close();
  clock.remove();
});

async function askerIn({ url }: Market): Promise<MarketCalls> {
  return askerOf(url, await sessionTokenOf(url, 'superadmin'));
}

async function fill(market: Market): Promise<void> {
  const ask = await askerIn(market);
  await ask(session.verify, { body: { email: 'superadmin@example.com', password: DEMO_PASSWORD } });
  await ask(tenantPages.setSettings, { body: { is_on: true } });
  // A code is on papers once a bank app has read it, which is recorded after the code itself.
  for (const qr_is_read of [false, true])
    await ask(tax.setSetup, { body: { ...TAX_SETUP, registered_from: null, qr_is_read } });
  const { has_sms_headers: _, ...stored } = await ask(alerts.getSettings, {});
  await ask(alerts.setSettings, { body: { ...stored, sms_address: gateway.address, ...GATEWAY_TERMS } });
  const texts = await ask(rentMessages.getSettings, {});
  await ask(rentMessages.setSettings, { body: { ...texts, rent_sms_on: true, receipt_on: true } });
  await ask(bank.addAccount, { body: { name: 'Rent account', starts_on: dayInMonth(month, 1) } });
  for (const { language, shop: shop_id, name, number, rent } of TENANTS) {
    const terms = { shop_name: 'Stores', location: 'Block A', rent_amount: rent, vat_rate: 18, operation_fee: 2000 };
    await ask(shops.add, { body: { ...terms, shop_id } });
    const person = { name, contact: `+${number}`, address: 'Temple Road, Dambulla', email: null };
    const { tenant } = await ask(tenants.add, { body: { ...person, shop_id, from: dayInMonth(month, 1) } });
    const agreement = { agreement_number: '', agreement_note: '', language };
    await ask(tenancies.edit, { params: { id: String(tenant.tenant_id) }, body: agreement });
    await ask(invoices.generate, { body: { shop_id, month_year: month } });
  }
}

/** Prints the bill of a shop, and returns its two codes: for paying it, and of the tenant's page. */
async function printBill(page: Page, { shop }: Tenant): Promise<string[]> {
  await page.goto('/manager-dashboard');
  const bill = `INV-${shop}-${month.replace('-', '')}`;
  await page.evaluate((id) => sessionStorage.setItem('print-invoices', JSON.stringify([id])), bill);
  await page.goto('/print/invoices');
  const codes = page.locator('svg[role="img"]');
  await expect(codes).toHaveCount(2);
  const read: string[] = [];
  for (const shown of [0, 1]) {
    await codes.evaluateAll((all, only) => {
      for (const [at, code] of all.entries())
        (code as SVGElement).style.visibility = at === only ? 'visible' : 'hidden';
    }, shown);
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    read.push((await readPdfQr(pdf, 200)) ?? '');
  }
  return read;
}

async function openPhone(browser: Browser, { url }: Market, address: string): Promise<Page> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ baseURL: url, viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(address.replace(PUBLIC_URL, ''));
  return page;
}

/** Returns the amount of a text such as "Rs. 11,800.00", in cents. */
function centsIn(text: string | null): number {
  const [, rupees = '', cents = ''] = /([\d,]+)\.(\d\d)/.exec(text ?? '') ?? [];
  return Number(rupees.replaceAll(',', '') + cents);
}

const figureOf = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const toCents = (rupees: number) => Math.round(rupees * 100);

/** The tenant reads what is due on the phone, pays it at the bank and sends a picture of the screen. Returns the amount. */
async function claimOnPhone(phone: Page, { language, name }: Tenant): Promise<number> {
  const text = (key: keyof typeof tenantTexts) => tenantTexts[key][language];
  await expect(phone.locator('html')).toHaveAttribute('lang', language);
  await expect(phone.getByText(name)).toBeVisible();
  const due = centsIn(await phone.getByRole('region', { name: text('tenant.due'), exact: true }).textContent());
  await expectNoAxeFindings(phone);
  await expectNoSidewaysScroll(phone);
  await phone.getByLabel(text('tenant.claim.amount')).fill(figureOf(due));
  const picture = { name: 'screen.png', mimeType: 'image/png', buffer: await phone.screenshot() };
  await phone.getByLabel(text('tenant.claim.picture')).setInputFiles(picture);
  await phone.getByRole('button', { name: text('tenant.claim.send'), exact: true }).click();
  await expect(phone.getByRole('status')).toContainText(text('tenant.claim.open'));
  return due;
}

/** The bank's statement names nobody. */
function statementOf(amounts: readonly number[]): string {
  let balance = 1_000_000;
  const rows = amounts.map((amount) => {
    balance += amount;
    return `${sampleToday},Inward CEFT INVCEFT_NA,,${figureOf(amount)},${figureOf(balance)}`;
  });
  return ['Date,Description,Debit,Credit,Balance', ...rows].join('\n');
}

async function matchByKeyboard(page: Page, amounts: readonly number[]): Promise<void> {
  await page.goto('/bank-accounts');
  await page.getByRole('link', { name: 'Rent account', exact: true }).click();
  await page.getByRole('link', { name: 'Import statement', exact: true }).click();
  await page.getByLabel('Or paste a table').fill(statementOf(amounts));
  await page.getByRole('button', { name: 'Check the pasted table' }).click();
  await page.getByRole('button', { name: `Add ${amounts.length} lines` }).click();
  await page.getByRole('link', { name: 'Match the lines' }).click();
  await expect(page.getByText('Claimed by the tenant', { exact: true })).toHaveCount(amounts.length);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ArrowDown');
  for (const { shop, name } of TENANTS) {
    const proposed = page.getByRole('button', { name: `New payment, ${shop} ${name}`, exact: true });
    await expect(proposed).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(amounts.length);
  await page.goto('/bank-accounts');
  await page.getByRole('link', { name: 'Reconciliation' }).click();
  await expect(page.getByText('Bank and ledgers agree.')).toBeVisible();
}

/** Returns what the tenant's page says was paid, after following the link of the message. */
async function readReceipt(phone: Page, { language }: Tenant): Promise<number> {
  const text = (key: keyof typeof tenantTexts) => tenantTexts[key][language];
  await expect(phone.getByText(text('tenant.nothingDue'))).toBeVisible();
  const [before = ''] = text('tenant.state.confirmed.day').split('{day}');
  const paid = phone.getByRole('region', { name: text('tenant.payments'), exact: true });
  await expect(paid).toContainText(before);
  await expect(phone.getByRole('status')).toHaveCount(0);
  const receipt = await paid.getByRole('link').getAttribute('href');
  const paper = await phone.request.get(receipt ?? '');
  expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await expectNoAxeFindings(phone);
  await expectNoSidewaysScroll(phone);
  return centsIn(await paid.textContent());
}

/** Returns what each part of the market says the bank received, in cents. */
async function sumsOf(market: Market): Promise<Record<string, number>> {
  const ask = await askerIn(market);
  const day = await ask(cash.day, { query: { date: sampleToday, by: 'all' } });
  const transfers = day.sums.methods.find(({ method }) => method === 'Bank Transfer');
  const reconciled = await ask(bank.month, { params: { id: '1', month } });
  expect([reconciled.open, reconciled.changed, reconciled.outstanding, reconciled.unexplained]).toEqual([
    [],
    [],
    [],
    0,
  ]);
  const { parts, collected } = await ask(closings.month, { params: { month } });
  const done = ['confirmed', 'bank_lines', 'bank_differences', 'overdue'];
  expect(parts.filter(({ part, open }) => done.includes(part) && open === 0)).toHaveLength(done.length);
  expect(parts.find(({ part }) => part === 'seen')).toMatchObject({ count: TENANTS.length, open: 0 });
  const now = await ask(places.now, {});
  const token = await sessionTokenOf(market.url, 'superadmin');
  const asked = new URLSearchParams({ from: dayInMonth(month, 1), to: sampleToday, format: 'hledger' });
  const file = await fetch(`${market.url}${journal.file.path}?${asked}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const balance = [...(await file.text()).matchAll(/Assets:Bank:Account-1 {2}0\.00 LKR = ([\d.]+) LKR/g)].at(-1)?.[1];
  return {
    day: toCents(transfers?.total ?? 0),
    bank: toCents(reconciled.matched.amount),
    month: toCents(collected.find(({ method }) => method === 'Bank Transfer')?.amount ?? 0),
    place: toCents(now.places.find(({ place }) => place === 'bank')?.amount ?? 0),
    tenants: toCents(now.from_tenants),
    journal: toCents(Number(balance)),
  };
}

test('from the bill to the receipt: three tenants pay by transfer, and every sum agrees to the cent', async ({
  browser,
  market,
  page,
}) => {
  test.setTimeout(300_000);
  const amounts: number[] = [];
  for (const tenant of TENANTS) {
    const [code, address] = await printBill(page, tenant);
    const phone = await openPhone(browser, market, address ?? '');
    const due = await claimOnPhone(phone, tenant);
    expect(readLankaQr(code ?? '')).toMatchObject({ isRead: true, payment: { amountCents: due } });
    amounts.push(due);
    await phone.context().close();
  }
  await matchByKeyboard(page, amounts);
  const ask = await askerIn(market);
  expect(await ask(claims.list, { query: {} })).toEqual([]);

  const listed = async (list: 'open' | 'done') => (await ask(rentMessages.list, { query: { list } })).length;
  await expect.poll(() => listed('open'), { timeout: LONGEST_MS }).toBe(TENANTS.length);
  expect(gateway.taken).toEqual([]);
  clock.advance(RECEIPT_AFTER_MS);
  await expect.poll(() => listed('done'), { timeout: LONGEST_MS }).toBe(TENANTS.length);
  expect(new Set(gateway.taken.map(({ to }) => to))).toEqual(new Set(TENANTS.map(({ number }) => number)));
  expect(gateway.taken).toHaveLength(TENANTS.length);
  await page.goto('/rent-messages');
  await expect(page.getByRole('table', { name: 'Sent or left out' }).getByText('Sent', { exact: true })).toHaveCount(3);
  await expectNoAxeFindings(page);

  const seen: number[] = [];
  for (const [at, tenant] of TENANTS.entries()) {
    const text = gateway.taken.find(({ to }) => to === tenant.number)?.message ?? '';
    expect(centsIn(text.replace(/^.*?:/s, ''))).toBe(amounts[at]);
    const phone = await openPhone(browser, market, text.split('\n').at(-1) ?? '');
    seen.push(await readReceipt(phone, tenant));
    await phone.context().close();
  }
  expect(seen).toEqual(amounts);
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const [year, number] = month.split('-');
  await page.goto(`/month-end?year=${year}&month=${Number(number)}`);
  await expect(page.getByText(formatMoney(total / 100), { exact: true }).first()).toBeVisible();
  const sums = await sumsOf(market);
  expect(sums).toEqual(Object.fromEntries(Object.keys(sums).map((name) => [name, total])));
  expect(await ask(ledger.verify, {})).toMatchObject({ is_clean: true, differences: [] });
});
