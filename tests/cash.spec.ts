import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { CashDay } from '#contract/cash.ts';
import { answerWithEnter } from './support/answer-question.ts';
import './support/office-texts.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { dialog, paidBy, pressInDialog, unbrokenText } from './support/office-payments.ts';
import { addReaders, addSampleShop } from './support/sample-ledgers.ts';
import { inOwnMarket } from './support/shops-market.ts';

const test = inOwnMarket(async (market) => {
  await addReaders(market, ['cashier']);
  await addSampleShop(market, 'C-1');
});

async function tokenOf(page: Page): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` };
}

async function turnOn(page: Page): Promise<void> {
  await page.goto('/settings');
  const panel = page.getByRole('region', { name: 'Cash sessions' });
  await panel.getByRole('switch', { name: 'Use cash sessions' }).setChecked(true);
  await panel.getByRole('button', { name: 'Save setting' }).click();
  await expect(page.getByText('The setting is saved.')).toBeVisible();
}

async function dayOf(page: Page): Promise<CashDay> {
  return (await page.request.get('/api/cash/day', { headers: await tokenOf(page) })).json();
}

async function askToPay(page: Page, amount: string, method = 'Cash'): Promise<void> {
  await page.goto('/make-payment?shop=C-1');
  await expect(page.getByLabel('Amount (LKR)')).toBeFocused();
  await page.keyboard.type(amount);
  if (method !== 'Cash') await page.getByLabel('Payment method').selectOption(method);
}

async function pay(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page).getByRole('button', { name: 'Confirm payment', disabled: false })).toBeFocused();
  // The second of two Enters must not record a second payment.
  await answerWithEnter(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Payment processed successfully!')).toBeVisible();
}

async function savedText(page: Page, button: string | RegExp): Promise<string> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).first().click();
  return unbrokenText(readFileSync(await (await saving).path()));
}

test("a cashier's day: float, cash, a cheque, a void payment, a count that differs, sheet and slip", async ({
  page: office,
  enter,
}) => {
  await turnOn(office);
  const page = await enter('cashier');
  await page.goto('/my-day');
  await page.getByLabel('Float (LKR)').focus();
  await page.keyboard.type('5,000/-');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Close session' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Cash session' })).toContainText('LKR 5,000.00');
  await expectNoAxeFindings(page);

  await askToPay(page, '25,000.00');
  await pay(page);
  await askToPay(page, '1200', 'Cheque');
  await page.getByLabel('Cheque number').fill('004512');
  await page.getByLabel('Bank', { exact: true }).fill('HNB');
  await pay(page);
  await askToPay(page, '300');
  await pay(page);
  expect((await paidBy(page, 'C-1')).slice(0, 3)).toEqual([300, 1200, 25_000]);
  expect((await dayOf(page)).open_session?.expected_cash).toBe(null);

  await page.goto('/view-payments');
  const mistake = page.getByRole('row').filter({ hasText: '300.00' });
  await mistake.getByRole('button', { name: /^Fix payment/ }).click();
  await dialog(page)
    .getByRole('button', { name: /^Void payment/ })
    .click();
  await dialog(page).getByLabel('Reason').fill('Entered twice');
  await pressInDialog(page, 'Void payment');
  await expect(page.getByText(/^Payment \d+ is void\.$/)).toBeVisible();

  await page.goto('/my-day');
  await expect(page.getByRole('region', { name: 'Cash session' })).not.toContainText('LKR 30,000.00');
  await expect(page.getByRole('region', { name: 'Cheques in hand' })).toContainText('LKR 1,200.00');
  await page.getByRole('link', { name: 'All payments on this day' }).click();
  await page.waitForURL(/received=/);
  await expect(page.getByRole('table').first()).toContainText('26,200.00');
  await page.goBack();

  await page.getByRole('button', { name: 'Close session' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Rs. 5,000')).toBeFocused();
  await page.keyboard.type('5');
  await dialog(page).getByLabel('Rs. 1,000').fill('-1');
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toContainText('Enter a whole number.');
  await dialog(page).getByLabel('Rs. 1,000').fill('4');
  await expect(dialog(page)).toContainText('Counted LKR 29,000.00.');
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toContainText('The counted cash does not match');
  await dialog(page).getByLabel('Reason for the difference').fill('A note is missing');
  await expectNoAxeFindings(page);
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('The cash session is closed.')).toBeVisible();

  const sheet = await savedText(page, 'Day sheet (PDF)');
  expect(sheet).toContain('26,200.00');
  expect(sheet).toContain('void(300.00)');
  expect(sheet).toContain('atthetimeofprinting:1,Rs.1,200.00');
  await page.goto('/cash-sessions');
  await expect(page.getByText('1,000.00 short').first()).toBeVisible();
  const slip = await savedText(page, /^Deposit slip/);
  expect(slip).toContain('24,000.00');
  expect(slip).toContain('1,200.00');
  for (const path of ['/my-day', '/cash-sessions', '/cheques']) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await expect(page.getByRole('table').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoAxeFindings(page);
  }
});

test('with two tabs, a session that is closed in one takes no cash in the other, and a reload loses nothing', async ({
  page: office,
  enter,
}) => {
  await turnOn(office);
  const page = await enter('cashier');
  const other = await enter('cashier');
  await page.goto('/my-day');
  await page.getByLabel('Float (LKR)').fill('100');
  await page.getByLabel('Reason for another float').fill('The rest was banked');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Close session' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Cash session' })).toContainText('LKR 100.00');
  await askToPay(page, '50');
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page).getByRole('button', { name: 'Confirm payment', disabled: false })).toBeFocused();

  await other.goto('/my-day');
  await other.getByRole('button', { name: 'Close session' }).click();
  await dialog(other).getByLabel('Rs. 100', { exact: true }).fill('1');
  await pressInDialog(other, 'Close session');
  await expect(other.getByText('The cash session is closed.')).toBeVisible();

  const before = await paidBy(page, 'C-1');
  await answerWithEnter(page);
  await expect(page.getByText(/Open your cash session under My day first/).first()).toBeVisible();
  expect(await paidBy(page, 'C-1')).toEqual(before);
});

test('a cashier cannot turn sessions on or mark cheques as cleared, and an editor has no button for either', async ({
  enter,
}) => {
  const page = await enter('cashier');
  await page.goto('/cheques');
  await expect(page.getByRole('heading', { name: 'Cheques', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as cleared' })).toHaveCount(0);
  const headers = await tokenOf(page);
  const turning = await page.request.put('/api/settings/cash-sessions', { headers, data: { sessions: false } });
  expect(turning.status()).toBe(403);
  const editor = await enter('editor');
  for (const path of ['/cash-sessions', '/cheques', '/my-day']) {
    await editor.goto(path);
    await expect(editor.locator('main h1')).toBeVisible();
    await expect(editor.locator('main [aria-busy=true]')).toHaveCount(0);
    if (path !== '/my-day') await expect(editor.getByRole('row').filter({ hasText: 'cashier' }).first()).toBeVisible();
    const changing = /^(open session|close session|mark as|cheque returned|record as|undo)/i;
    await expect(editor.getByRole('button', { name: changing })).toHaveCount(0);
  }
});
