import { expect, type Page } from '@playwright/test';
import { dayInMonth } from '#billing/calendar.ts';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import { answerWithEnter } from './support/answer-question.ts';
import './support/office-texts.ts';
import { booksOf, confirmIfAsked, dialog, paidBy, pressInDialog, unbrokenText } from './support/office-payments.ts';
import { cellValuesOf, saveWorkbook } from './support/read-download.ts';
import { addSampleShop, lastMonth, monthBeforeLast, sampleToday } from './support/sample-ledgers.ts';
import { test } from './support/shops-market.ts';

const MONTH = formatMonth(lastMonth);

async function askToPay(page: Page, shopId: string, amount: string): Promise<void> {
  await page.goto(`/make-payment?shop=${shopId}`);
  await expect(page.getByLabel('Amount (LKR)')).toBeFocused();
  await page.keyboard.type(amount);
  await page.getByRole('button', { name: 'Make payment' }).click();
}

test('a payment is taken only by keyboard: what it covers, the question, the message, the receipt', {
  tag: '@quick',
}, async ({ page, market }) => {
  await addSampleShop(market, 'M-1');
  await page.goto('/make-payment');
  await expect(page.getByRole('combobox', { name: 'Shop' })).toBeFocused();
  await expect(page.getByLabel('Amount (LKR)')).toBeDisabled();
  await page.keyboard.type('m-1');
  // Enter chooses the result that is marked, and the first result is marked only a moment after it appears.
  await expect(page.getByRole('option', { name: /^M-1/ }).and(page.locator('[data-combobox-selected]'))).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Amount (LKR)')).toBeFocused();
  await page.keyboard.type('14200');
  const amounts = { VAT: '1,800.00', 'Operation fee': '2,000.00', Rent: '8,000.00', Fine: '2,400.00' };
  const rows = Object.entries(amounts).map(([charge, amount]) => `${charge} for ${MONTH}${amount}`);
  const covered = page.getByRole('region', { name: 'What this payment covers' });
  await expect(covered.getByRole('row')).toHaveText(rows);
  await expect(covered).toContainText('0.00 still owed');
  for (const field of ['Payment method', 'Payment date']) {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: field }).or(page.getByLabel(field)).first()).toBeFocused();
  }
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toContainText('Confirm payment of LKR 14,200.00 via Cash?');
  await expect(dialog(page).getByRole('row')).toHaveText(rows);
  await expect(dialog(page).getByRole('button', { name: 'Confirm payment', disabled: false })).toBeFocused();
  await answerWithEnter(page);
  await expect(page.getByText('Payment processed successfully!')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Shop' })).toBeFocused();
  await expect(page.getByRole('listbox')).toBeHidden();
  const receipt = page.getByRole('link', { name: /^Receipt \d+$/ });
  for (let tab = 0; tab < 8 && !(await receipt.evaluate((link) => link === document.activeElement)); tab += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: /^Receipt/ })).toContainText('Fourteen thousand two hundred rupees');
});

test('a double click, and a retry after a lost answer, record the payment once', async ({ page, market }) => {
  await addSampleShop(market, 'M-2');
  await askToPay(page, 'M-2', '3000');
  await dialog(page).getByRole('button', { name: 'Confirm payment', disabled: false }).dblclick();
  await expect(page.getByText('Payment processed successfully!')).toBeVisible();
  expect(await paidBy(page, 'M-2')).toEqual([3000, 11_800]);

  await page.route(
    `${market.url}/api/payments/by-shop/M-2`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await askToPay(page, 'M-2', '4000');
  await pressInDialog(page, 'Confirm payment');
  await expect(page.getByText(/^The server did not respond/)).toBeVisible();
  expect(await paidBy(page, 'M-2')).toEqual([4000, 3000, 11_800]);
  await page.getByRole('button', { name: 'Make payment' }).click();
  await pressInDialog(page, 'Confirm payment');
  await expect(page.getByText('Payment processed successfully!')).toBeVisible();
  expect(await paidBy(page, 'M-2')).toEqual([4000, 3000, 11_800]);
});

test('a late payment adds a fine, unless the cashier waives it', async ({ page, market }) => {
  await addSampleShop(market, 'L-1');
  const number = `INV-L-1-${lastMonth.replace('-', '')}`;
  await askToPay(page, 'L-1', '5000');
  await expect(page.getByRole('region', { name: 'What this payment covers' })).toContainText(
    `Fine of 2,400.00 on ${number} (${MONTH}), unless you waive it`,
  );
  await expect(dialog(page)).toContainText('9,200.00 still owed');
  await dialog(page)
    .getByRole('checkbox', { name: `Waive the fine on ${number}` })
    .check();
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('The bank was closed');
  await expect(dialog(page)).toContainText('6,800.00 still owed');
  await pressInDialog(page, 'Confirm payment');
  await expect(page.getByText('Payment processed successfully!')).toBeVisible();
  expect((await booksOf(page, 'L-1')).total_owed).toBe(6800);
  await askToPay(page, 'L-1', '1000');
  await expect(dialog(page)).toContainText('5,800.00 still owed');
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(0);
});

test('a payment is recorded by shop and by invoice, corrected in three steps, and voided', async ({ page, market }) => {
  await addSampleShop(market, 'C-1');
  await page.goto('/record-payment');
  await page.getByRole('button', { name: 'Record payment' }).click();
  await expect(page.getByText('All fields are required. Please complete the form.')).toBeVisible();
  const record = async (reference: string, amount: string) => {
    await page.getByLabel('Reference ID').fill(reference);
    await page.getByLabel('Amount paid (LKR)').fill(amount);
    await page.getByLabel('Payment date').fill(sampleToday);
    await page.keyboard.press('Control+s');
    await pressInDialog(page, 'Confirm payment');
    await expect(page.getByRole('link', { name: /^Receipt/ })).toBeVisible();
    await expect(page.getByLabel('Reference ID')).toHaveValue('');
  };
  await record('C-1', '6000');
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Invoice');
  await record(`INV-C-1-${lastMonth.replace('-', '')}`, '250.50');
  expect(await paidBy(page, 'C-1')).toEqual([250.5, 6000, 11_800]);

  await page.goto('/correct-payment');
  await expect(page.getByRole('button', { name: 'Search payments' })).toBeDisabled();
  await page.getByLabel('Shop ID').fill('C-1');
  await page.getByLabel('Payment date').fill(sampleToday);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Search payments' }).click();
  await page.getByRole('radio', { name: /LKR 6,000\.00/ }).click();
  await expect(page.getByLabel('Recorded amount (LKR)')).toHaveValue('6,000.00');
  await page.getByLabel('Actual amount (LKR)').fill('5600');
  await page.getByLabel('Reason').fill('Counted again');
  await page.getByRole('button', { name: 'Submit correction' }).click();
  await expect(dialog(page)).toContainText('Are you sure you want to submit this correction?');
  await pressInDialog(page, 'Submit correction');
  await expect(page.getByText('✅ Payment correction applied successfully!')).toBeVisible();
  await expect(page.getByLabel('Shop ID')).toHaveValue('C-1');
  await expect(page.getByLabel('Payment date')).toHaveValue(formatOfficeDay(sampleToday));
  await expect(page.getByLabel('Actual amount (LKR)')).toHaveValue('');
  await expect(page.getByRole('radio', { name: /LKR 5,600\.00/ })).not.toBeChecked();
  expect(await paidBy(page, 'C-1')).toContain(-400);

  await page.getByRole('link', { name: 'Back to Main' }).click();
  await expect(page).toHaveURL(/\/payments$/);
  const corrected = (await booksOf(page, 'C-1')).Payments.find(({ amount_paid }) => amount_paid === 6000);
  await page.goto('/view-payments?search=C-1');
  const fix = page.getByRole('button', { name: `Fix payment ${corrected?.payment_id}`, exact: true });
  await fix.click();
  await dialog(page)
    .getByRole('button', { name: /^Void payment/ })
    .click();
  await expect(dialog(page)).toContainText('Sunil Bandara of C-1 (shop C-1) paid LKR 5,600.00');
  await dialog(page).getByLabel('Reason').fill('Entered for the wrong shop');
  await pressInDialog(page, 'Void payment');
  await confirmIfAsked(page, page.getByText(/^Payment \d+ is void\.$/));
  await expect(page.getByText(/^Payment \d+ is void\.$/)).toBeVisible();
  await expect(fix).toHaveCount(0);
  expect(await paidBy(page, 'C-1')).toEqual([250.5, 11_800]);
});

test('on the shop summary a payment is taken and the balance is set; both show what they covered', async ({
  page,
  market,
}) => {
  await addSampleShop(market, 'B-1');
  await page.goto('/shop-summary/B-1');
  await page.getByRole('button', { name: 'Make Payment' }).click();
  await dialog(page).getByRole('button', { name: 'Make Payment' }).click();
  await expect(dialog(page).getByText('Amount and payment method are required.')).toBeVisible();
  await page.keyboard.type('2000');
  await dialog(page).getByRole('combobox', { name: 'Payment method' }).selectOption('Card');
  await expect(dialog(page)).toContainText('12,200.00 still owed');
  await dialog(page).getByRole('button', { name: 'Make Payment' }).click();
  await expect(page.getByText('Confirm payment of LKR 2,000.00 via Card?')).toBeVisible();
  await pressInDialog(page, 'Confirm payment');
  const owed = page.getByRole('region', { name: 'Amount due and balance' });
  await expect(page.getByText('Payment processed successfully!')).toBeVisible();
  await expect(owed).toContainText('LKR 12,200.00');

  await page.getByRole('button', { name: 'Correct the balance' }).click();
  await page.getByLabel('Set shop balance').fill('20000');
  await page.getByRole('button', { name: 'Update Balance' }).click();
  await expect(dialog(page)).toContainText('The balance of shop B-1 will change from LKR 0.00 to LKR 20,000.00.');
  await dialog(page).getByLabel('Reason').fill('Paid before the first bill');
  await pressInDialog(page, 'Set balance');
  await confirmIfAsked(page, page.getByText('Shop balance updated.'));
  await expect(page.getByText('Shop balance updated.')).toBeVisible();
  await expect(owed).toContainText('Nothing is due.');
  await expect(owed).toContainText('LKR 7,800.00');
});

test('payments and the summary of a shop are exported with figures as numbers and a total', async ({
  page,
  market,
}) => {
  await addSampleShop(market, 'E-1');
  await page.goto('/shop-summary/E-1');
  const summary = await saveWorkbook(page, 'Export Summary');
  expect(summary.name).toBe('Shop summary E-1.xlsx');
  expect(summary.sheets.map(({ name }) => name)).toEqual(['Shop', 'Invoices', 'Payments']);
  expect(cellValuesOf(summary, 'Shop')).toContainEqual(['Amount due', 11_800]);
  expect(cellValuesOf(summary, 'Payments').at(-1)).toEqual(['Total', 11_800]);

  const year = Number(monthBeforeLast.slice(0, 4));
  await page.goto(`/view-payments?search=E-1&year=${year}&month=${Number(monthBeforeLast.slice(5))}`);
  await expect(page.getByRole('cell', { name: 'E-1', exact: true })).toBeVisible();
  const all = await saveWorkbook(page, 'Export to Excel');
  expect(all.name).toBe('Payments.xlsx');
  const rows = cellValuesOf(all, 'Payments');
  expect(rows).toHaveLength(3);
  expect(rows[1]).toEqual(expect.arrayContaining(['E-1', 11_800, 'Cash']));
  expect(rows[2]).toEqual(['Total', 11_800]);
});

test('a receipt is printed on one page without the rest of the screen; a second print is marked as a copy', async ({
  page,
  market,
}) => {
  await addSampleShop(market, 'P-1');
  const paid = (await bookedPayment(page, 'P-1')) ?? 0;
  await page.addInitScript(() => Object.assign(globalThis, { print: () => document.body.toggleAttribute('printed') }));
  await page.goto(`/receipt/${paid}`);
  const receipt = page.getByRole('article', { name: `Receipt ${paid}` });
  await expect(receipt).toContainText(formatOfficeDay(dayInMonth(monthBeforeLast, 10)));
  await expect(receipt).toContainText('Eleven thousand eight hundred rupees');
  await expect(receipt.getByText('COPY')).toHaveCount(0);
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('body[printed]')).toBeVisible();
  await expect(receipt.getByText('COPY')).toHaveCount(0);
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(receipt.getByText('COPY')).toBeVisible();

  await page.emulateMedia({ media: 'print' });
  await expect(receipt).toBeVisible();
  for (const around of [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('navigation'),
    page.getByRole('button'),
  ])
    await expect(around.filter({ visible: true })).toHaveCount(0);
  const file = await page.pdf({ preferCSSPageSize: true });
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`;
  const drawn = await page.request.get(`/api/payments/${paid}/receipt/pdf`, { headers: { authorization } });
  expect(await unbrokenText(file)).toBe(await unbrokenText(await drawn.body()));
  const pdf = file.toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45][.\d]* 4(19|20)/);
});

async function bookedPayment(page: Page, shopId: string): Promise<number | undefined> {
  await page.goto('/payments');
  return (await booksOf(page, shopId)).Payments[0]?.payment_id;
}
