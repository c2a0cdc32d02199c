import { expect } from '@playwright/test';
import { readMail } from '#server/testing/mail-server.ts';
import { readPdfText } from '#server/testing/pdf.ts';
import { addSampleShop, lastMonth } from './support/sample-ledgers.ts';
import { test } from './support/shops-market.ts';

test('selected invoices are sent by email: a question, an overlay, a message for each at top right, and failed ones remain selected', {
  tag: '@quick',
}, async ({ page, market, postOffice }) => {
  await addSampleShop(market, 'ML-1', {}, 'good.nimal@example.com');
  await addSampleShop(market, 'ML-2', {}, 'refuse.sunil@example.com');
  const ofMonth = lastMonth.replace('-', '');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/email/send-email', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/invoices?search=INV-ML-`);
  for (const shop of ['ML-1', 'ML-2'])
    await page.getByRole('checkbox', { name: `Select INV-${shop}-${ofMonth}` }).check();
  await page.getByRole('button', { name: 'Send Selected Invoices via Email' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Are you sure you want to send the selected 2 invoice(s) via email?');
  await question.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Sending invoices' })).toContainText('0 of 2 processed');
  release();

  const sent = page.getByText(`Invoice #INV-ML-1-${ofMonth} sent to Shop #ML-1 successfully.`);
  const failure = `Failed to send Invoice #INV-ML-2-${ofMonth} to Shop #ML-2: `;
  await expect(sent).toBeVisible();
  const { x = 0, y = 0 } = (await sent.boundingBox()) ?? {};
  expect(x).toBeGreaterThan(1366 / 2);
  expect(y).toBeLessThan(768 / 3);
  await expect(page.getByRole('alert').filter({ hasText: failure }).first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: `Select INV-ML-2-${ofMonth}` })).toBeChecked();
  await expect(sent).toHaveCount(0);

  const taken = postOffice.taken.filter(({ to }) => /^(good|refuse)\.(nimal|sunil)@/.test(to));
  expect(taken.map(({ to }) => to)).toEqual(['good.nimal@example.com']);
  const [mail] = taken.map(readMail);
  expect(mail?.text).toContain('Total Amount: Rs. 11,800.00');
  expect((await readPdfText(mail?.attachment ?? Buffer.alloc(0))).join()).toContain('Rs. 11,800.00');
});
