import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { addDays, day } from '#billing/calendar.ts';
import { readLankaQr } from '#billing/tax/read-lanka-qr.ts';
import { languages } from '#contract/languages.ts';
import { readPdfQr, readPdfText } from '#server/testing/pdf.ts';
import { TAX_SETUP } from '#server/testing/tax-setup.ts';
import './support/office-texts.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { dialog } from './support/office-payments.ts';
import { addLateShop, addSampleShop, lastMonth, sampleToday } from './support/sample-ledgers.ts';
import { inOwnMarket } from './support/shops-market.ts';
import { type Market, sessionTokenOf } from './support/start-market.ts';

/** The debtors, in the order of the list. The bill of R-4 is four months old. */
const SHOPS = ['R-1', 'R-2', 'R-3', 'R-4'] as const;

const test = inOwnMarket(async (market) => {
  for (const shop of SHOPS.slice(0, 3)) await addSampleShop(market, shop);
  await addLateShop(market, SHOPS[3]);
  for (const [at, language] of languages.entries()) await setLanguage(market, at + 1, language);
});

// The tests run one after the other, because each needs the result of the one before.
test.describe.configure({ mode: 'serial' });

async function setLanguage(market: Market, tenancyId: number, language: string): Promise<void> {
  const answer = await fetch(`${market.url}/api/tenancies/${tenancyId}/agreement`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${await sessionTokenOf(market.url, 'superadmin')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ agreement_number: '', agreement_note: '', language }),
  });
  expect(answer.status).toBe(200);
}

const list = (page: Page) => page.getByRole('table', { name: 'Arrears by shop' });
const shopsIn = async (table: Locator) => (await table.getByRole('link', { name: /^R-\d$/ }).allTextContents()).sort();

async function record(page: Page, choices: Record<string, string> = {}, tick?: string): Promise<void> {
  await page.getByRole('button', { name: 'Remind', exact: true }).click();
  for (const [label, value] of Object.entries(choices))
    await dialog(page).getByLabel(label, { exact: true }).selectOption(value);
  if (tick !== undefined) await dialog(page).getByLabel(tick).check();
  await page.keyboard.press('Control+Enter');
  // Pressing the keys again must not record a second reminder.
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page).getByRole('button', { name: 'Done' }).last()).toBeVisible();
}

async function savedBy(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const saving = page.waitForEvent('download');
  await press();
  return readFileSync(await (await saving).path());
}

const printed = (page: Page) => page.pdf({ preferCSSPageSize: true, printBackground: true });

test("the bank's code is pasted, printed, read with a bank app and ticked; only then papers have codes", async ({
  page,
}) => {
  await page.goto('/settings/tax');
  const tick = page.getByRole('checkbox', { name: 'A bank app has read the printed code' });
  await page.getByLabel('Text of the code from your bank').fill(`${TAX_SETUP.qr_code.slice(0, -4)}0000`);
  await expect(page.getByText(/check characters at the end/)).toBeVisible();
  await page.getByLabel('Text of the code from your bank').fill(` ${TAX_SETUP.qr_code}\n`);
  await expect(page.getByText(/^POLA ECONOMIC CENTRE, DAMBULLA/)).toBeVisible();
  await expect(tick).toBeDisabled();
  await page.getByRole('button', { name: 'Save tax settings' }).click();
  await expect(tick).toBeEnabled();
  await page.goto('/print/payment-code');
  await expect(page.getByRole('img', { name: 'Payment code' })).toBeVisible();
  const sign = readLankaQr((await readPdfQr(await printed(page), 200)) ?? '');
  expect(sign).toMatchObject({ isRead: true, isReusable: true, payment: { reference: 'GATE' } });
  await page.goto(`/shop-summary/${SHOPS[0]}?tab=statement`);
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeVisible();
  expect(await readPdfQr(await printed(page), 200)).toBeUndefined();
  await page.goto('/settings/tax');
  await tick.check();
  await page.getByRole('button', { name: 'Save tax settings' }).click();
  await expect(page.getByText('Tax settings saved.')).toBeVisible();
  await page.reload();
  await expect(tick).toBeChecked();
});

test('bill and statement are printed with a payment code that a QR reader can read', async ({ page }) => {
  const bill = `INV-${SHOPS[0]}-${lastMonth.replace('-', '')}`;
  const owed = {
    isRead: true,
    payment: { amountCents: 1_180_000, merchant: { template: '002817056001MERCHANT00000001T001' } },
  };
  await page.goto('/manager-dashboard');
  await page.evaluate((id) => sessionStorage.setItem('print-invoices', JSON.stringify([id])), bill);
  await page.goto('/print/invoices');
  await expect(page.locator('svg[aria-label^="LANKAQR code"]').first()).toBeAttached();
  expect(readLankaQr((await readPdfQr(await printed(page), 200)) ?? '')).toMatchObject(owed);
  await page.goto(`/shop-summary/${SHOPS[0]}?tab=statement`);
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeVisible();
  expect(readLankaQr((await readPdfQr(await printed(page), 200)) ?? '')).toMatchObject(owed);
});

test('debtors are chosen by age or by tick and get one PDF in their languages, and nobody twice in 14 days', async ({
  page,
}) => {
  await page.goto('/manager-dashboard');
  await expect.poll(() => shopsIn(list(page))).toEqual([...SHOPS]);
  await page.getByLabel('Age of the debt').selectOption({ label: 'Over 90 days' });
  await expect.poll(() => shopsIn(list(page))).toEqual(['R-4']);
  await page.getByLabel('Age of the debt').selectOption({ label: 'Overdue' });
  await page.getByRole('button', { name: 'Select all 4' }).click();
  await page.getByRole('checkbox', { name: 'Select R-4' }).uncheck();
  await expect(page.getByText('Selected: 3')).toBeVisible();
  await expectNoAxeFindings(page);
  await record(page, { Reminder: 'formal' });
  await expect(dialog(page)).toContainText('Reminders recorded: 3. Not recorded: 0.');
  const pdf = await savedBy(page, () => dialog(page).getByRole('button', { name: 'Open the letters (PDF)' }).click());
  const pages = await readPdfText(pdf);
  const shops = pages.map((text) => /(R-\d)-\d{6}-\d\d/.exec(text)?.[1]);
  expect([shops.length, new Set(shops)]).toEqual([3, new Set(['R-1', 'R-2', 'R-3'])]);
  expect(pages.join()).toContain('Overdue amount: shop R-1');
  for (const number of [1, 2, 3])
    expect(readLankaQr((await readPdfQr(pdf, 200, number)) ?? '')).toMatchObject({
      payment: { amountCents: 1_180_000 },
    });
  await dialog(page).getByRole('button', { name: 'Done' }).last().click();

  await page.getByRole('button', { name: 'Select all 4' }).click();
  await record(page, { Reminder: 'final', 'Send as': 'text' }, 'Also to tenants who were never reminded');
  await expect(dialog(page)).toContainText('Reminders recorded: 1. Not recorded: 3.');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(3);
  await expect(dialog(page)).toContainText('Pay the whole amount by');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog(page)
    .getByRole('button', { name: /^Copy text for R-4/ })
    .click();
  await expect(page.getByText('Copied').first()).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Dear Selvi Nadarajah of R-4,.*Payment reference: R-4-\d{6}-\d\d\./s);
  await dialog(page).getByRole('button', { name: 'Done' }).last().click();
  await page.getByLabel('Last reminder').selectOption({ label: 'Final reminder' });
  await expect.poll(() => shopsIn(list(page))).toEqual(['R-4']);
});

test('a promise is for today or later, and the list shows it; the tenancy shows the note and the next step', async ({
  page,
}) => {
  await page.goto('/tenancy/2');
  const reminders = page.getByRole('table', { name: 'Reminders' });
  await reminders.getByRole('button', { name: /^Record promise or note/ }).click();
  const promisedBy = dialog(page).getByLabel('Promised to pay by');
  await promisedBy.fill(addDays(day(sampleToday), -1));
  await dialog(page).getByLabel('Note').focus();
  await expect(promisedBy).toHaveAttribute('aria-invalid', 'true');
  await promisedBy.fill(sampleToday);
  await dialog(page).getByLabel('Promised amount').fill('5,000/-');
  await dialog(page).getByLabel('Note').fill('Called');
  await dialog(page).getByLabel('Next step').fill('Visit the shop');
  await page.keyboard.press('Control+Enter');
  await expect(reminders).toContainText('LKR 5,000.00');
  await expect(reminders).toContainText('Called · Visit the shop');
  await page.goto('/manager-dashboard');
  await expect(list(page).getByRole('row', { name: /R-2/ })).toContainText(/Promised by .*: LKR\s5,000\.00/);
  await expect(list(page)).not.toContainText('Promise broken');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('the texts are changed under settings, with a preview of what a tenant gets', async ({ page }) => {
  await page.goto('/settings/reminders');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Payment reference: A12-202610-63.');
  await page.getByRole('textbox', { name: /^Text/ }).fill('Dear {name}, shop {shop}: {amount}. Use {reference}.');
  await expect(preview).toContainText('Dear Nimal Perera, shop A12: Rs. 23,600.00. Use A12-202610-63.');
  await page.getByRole('button', { name: 'Save texts' }).click();
  await expect(page.getByText('Reminder texts saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: /^Text/ })).toHaveValue(
    'Dear {name}, shop {shop}: {amount}. Use {reference}.',
  );
});

test('the reference of a bill is found by the search and by the payment form', async ({ page }) => {
  const statement = await page.request.get(`/api/shops/${SHOPS[0]}/statement`, {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
  });
  const { reference } = (await statement.json()).how_to_pay;
  await page.goto('/make-payment');
  await page.getByRole('combobox', { name: /^Shop/ }).fill(reference.replaceAll('-', ' '));
  await expect(page.getByRole('option', { name: /^R-1/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/shop=R-1&reference=/);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Find/).fill(reference);
  await expect(page.getByText(`INV-R-1-${lastMonth.replace('-', '')}`).first()).toBeVisible();
});

async function tokenOf(page: Page): Promise<string | null> {
  await page.goto('/manager-dashboard');
  return page.evaluate(() => localStorage.getItem('token'));
}
