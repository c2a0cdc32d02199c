import { expect, type Locator } from '@playwright/test';
import { addDays } from '#billing/calendar.ts';
import { monthNames } from '#contract/messages/day-words.ts';
import { test as atGate } from './support/gate-market.ts';
import { openGate } from './support/gate-phone.ts';
import { test } from './support/market.ts';
import { addSampleShop, sampleToday } from './support/sample-ledgers.ts';
import { staffTextsIn } from './support/staff-texts.ts';
import { signInBrowser } from './support/start-market.ts';
import { NIMAL } from './support/ticket-staff.ts';

// `openGate` waits for the gate's service worker, so the worker must not be blocked.
atGate.use({ serviceWorkers: 'allow' });

const texts = staffTextsIn('ta');
const TAMIL = 'localStorage.setItem("language", "ta")';

async function type(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press('Control+A');
  await field.pressSequentially(text);
  await field.press('Tab');
}

test('in Tamil a payment has the amount and the day that were typed, and none while they cannot be read', async ({
  page,
  market,
}) => {
  await addSampleShop(market, 'T-1');
  await signInBrowser(page, market, 'superadmin');
  await page.evaluate(TAMIL);
  await page.goto(`${market.url}/make-payment?shop=T-1`);
  const amount = page.getByLabel(texts['payments.form.amount.label']);
  const day = page.getByLabel(texts['payments.form.date.label']);
  const save = page.getByRole('button', { name: texts['payments.make.save'] });

  for (const text of ['1.250,00', '1e5', '25.000', '1,25', 'ten']) {
    await type(amount, text);
    await expect(amount).toHaveValue(text);
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
    await save.click();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await type(amount, 'ரூ. 3,000.00');
  await expect(amount).toHaveValue('3,000.00');

  const yesterday = addDays(sampleToday, -1);
  const [year = '', month = '', number = ''] = yesterday.split('-');
  for (const text of ['31/02/2026', addDays(sampleToday, 1), '13/13/26', 'soon']) {
    await type(day, text);
    await expect(day).toHaveValue(text);
    await expect(day).toHaveAttribute('aria-invalid', 'true');
    await save.click();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await type(day, `${Number(number)} ${monthNames.ta[Number(month) - 1]} ${year.slice(2)}`);
  await expect(day).not.toHaveAttribute('aria-invalid', 'true');
  await save.click();
  await page.getByRole('dialog').getByRole('button', { name: texts['payments.form.confirm.action'] }).click();
  await expect(page.getByText(texts['payments.form.done'])).toBeVisible();
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` };
  const summary = await page.request.get(`${market.url}/api/shops/shop-summary/T-1`, { headers });
  const [payment] = (await summary.json()).shop.Payments;
  expect(payment).toMatchObject({ amount_paid: 3000, payment_date: `${yesterday}T05:30:00.000Z` });
});

test("in Tamil the sheet of another day opens by its day, and never in place of tomorrow's", async ({
  page,
  market,
}) => {
  await signInBrowser(page, market);
  await page.evaluate(TAMIL);
  await page.goto(`${market.url}/add-dailyprice`);
  const day = page.getByLabel(texts['prices.sheet.date']);
  const tomorrow = addDays(sampleToday, 1);
  await type(day, tomorrow);
  await expect(day).toHaveValue(tomorrow);
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/\/add-dailyprice$/);
  const before = addDays(sampleToday, -3);
  const [year = '', month = '', number = ''] = before.split('-');
  await type(day, `${number}.${month}.${year.slice(2)}`);
  await expect(page).toHaveURL(new RegExp(`date=${before}$`));
  await page.goto(`${market.url}/add-dailyprice?date=${tomorrow}`);
  await expect(page.getByRole('alert')).toBeVisible();
});

atGate('in Tamil the cash of a shift is counted as it is typed', async ({ openPhone }) => {
  const page = await openGate(await openPhone(NIMAL));
  await page.getByRole('button', { name: 'தமிழ்', exact: true }).click();
  const cash = page.getByLabel(texts['gate-app.openShift.cash']);
  const open = page.locator('form button[type=submit]').first();
  for (const text of ['1.250,00', '1e3', '-500', '1,25']) {
    await type(cash, text);
    await expect(cash).toHaveValue(text);
    await expect(page.getByText(texts['gate-app.shift.amountFault'])).toBeVisible();
    await expect(open).toBeDisabled();
  }
  await type(cash, 'Rs. 1,25,000/-');
  await expect(open).toHaveText(/1,25,000|125,000/);
});
