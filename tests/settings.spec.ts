import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { addMonths, dayInMonth, monthOf } from '#billing/calendar.ts';
import { BACKUP_END } from '#contract/backup.ts';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import './support/office-texts.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { confirmIfAsked } from './support/office-payments.ts';
import { addLateShop, addSampleShop, sampleToday } from './support/sample-ledgers.ts';
import { inOwnMarket } from './support/shops-market.ts';
import { sessionTokenOf } from './support/start-market.ts';

/** The tests have a market of their own, because their actions cover all shops. */

const test = inOwnMarket(async (market) => {
  await addSampleShop(market, 'S-1');
  await addSampleShop(market, 'S-2');
  await addLateShop(market, 'L-1');
  const terms = { shop_name: 'Empty place', location: 'Block S', rent_amount: 1, vat_rate: 18, operation_fee: 0 };
  const answer = await fetch(`${market.url}/api/shops`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await sessionTokenOf(market.url, 'superadmin')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ...terms, shop_id: 'E-1' }),
  });
  expect(answer.status).toBe(201);
});

// The tests run one after the other, because each needs the result of the one before.
test.describe.configure({ mode: 'serial' });

const dialogOf = (page: Page) => page.getByRole('dialog');
const results = (page: Page, name: string) => page.getByRole('table', { name }).locator('tbody tr');

async function linesOf(page: Page, name: string): Promise<string[]> {
  await results(page, name).first().waitFor();
  const cells = await results(page, name).evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll('td')].slice(0, 4).map((cell) => cell.textContent)),
  );
  return cells.map((row) => row.join(' | '));
}

async function verify(page: Page, button: string | RegExp, password = DEMO_PASSWORD): Promise<Locator> {
  await page.getByRole('button', { name: button }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('Email')).toHaveValue('superadmin@example.com');
  await expect(dialog.getByLabel(/^Password/)).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  return dialog;
}

async function holdAnswer(page: Page): Promise<(end: 'comes' | 'is lost') => void> {
  const { promise, resolve } = Promise.withResolvers<'comes' | 'is lost'>();
  await page.route(/[?&]run_id=/, async (route) => {
    const answer = await route.fetch();
    await ((await promise) === 'comes' ? route.fulfill({ response: answer }) : route.abort());
  });
  return resolve;
}

test('one VAT rate for all shops is set now, another is scheduled, and that one is cancelled', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('link', { name: /^VAT rate/ }).click();
  await page.getByRole('textbox', { name: 'VAT rate' }).fill('0');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Please enter a valid VAT rate greater than 0.')).toBeVisible();
  await page.getByRole('textbox', { name: 'VAT rate' }).fill('20');
  await page.keyboard.press('Control+Enter');
  await expect(dialogOf(page)).toContainText("Every shop's VAT rate will change to 20% immediately.");
  await dialogOf(page).getByRole('button', { name: 'Update VAT rate' }).click();
  await expect(page.getByText('The VAT rate for all shops is now 20%. 4 shops were changed.')).toBeVisible();
  await expect(page.getByRole('row', { name: /superadmin .*Current/ })).toContainText('20');

  const next = addMonths(dayInMonth(monthOf(sampleToday), 1), 1);
  await page.getByRole('textbox', { name: 'VAT rate' }).fill('15');
  await page.getByRole('textbox', { name: 'Effective from' }).fill(next);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Update VAT rate' }).click();
  await expect(dialogOf(page)).toContainText(`On ${formatOfficeDay(next)}, every shop's VAT rate will change to 15%.`);
  await dialogOf(page).getByRole('button', { name: 'Update VAT rate' }).click();
  await page.getByRole('button', { name: `Cancel 15% from ${formatOfficeDay(next)}` }).click();
  await dialogOf(page).getByRole('button', { name: 'Cancel rate change' }).click();
  await expect(page.getByText('Scheduled VAT rate change cancelled.')).toBeVisible();
  await expect(page.getByText('Scheduled')).toHaveCount(0);
});

test('invoices for all shops: a preview, wrong credentials, correct ones, the progress, and results as in the preview', async ({
  page,
}) => {
  const release = await holdAnswer(page);
  await page.goto('/settings');
  await page.getByRole('link', { name: /^Generate invoices/ }).click();
  const preview = await linesOf(page, 'Preview');
  expect(preview).toHaveLength(4);
  // Each invoice is Rs. 12,000 in total: Rs. 8,000 rent, Rs. 2,000 fee, and 20% VAT, the rate set by an earlier test.
  expect(preview.filter((line) => line.endsWith('12,000.00'))).toHaveLength(3);
  await expect(page.getByText('This shop has no tenant.')).toBeVisible();

  const dialog = await verify(page, 'Generate 3 invoices', 'not the password');
  await expect(dialog.getByRole('alert')).toContainText('Invalid credentials');
  await expect(dialog.getByRole('alert')).toContainText('Email or password is incorrect.');
  await expectNoAxeFindings(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Generate 3 invoices' })).toBeFocused();

  await verify(page, 'Generate 3 invoices');
  await expect(page.getByText('4 of 4 shops processed')).toBeVisible();
  release('comes');
  await expect(page.getByText('Invoices generated: 3, skipped: 1, failed: 0.')).toBeVisible();
  expect(await linesOf(page, 'Result')).toEqual(preview);

  await page.getByRole('button', { name: 'Preview again' }).click();
  await expect(page.getByText('No invoices to generate.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Generate invoices' })).toBeDisabled();
  await expect(page.getByText('Skipped', { exact: true })).toHaveCount(5);
});

test('fines are applied to all overdue invoices, and then there are none to apply', async ({ page }) => {
  await page.goto('/settings/apply-fines');
  const will = page.getByText('Will be fined', { exact: true });
  await expect(will).toHaveCount(3);
  await verify(page, 'Apply 2 fines');
  await expect(page.getByText(/^2 invoices fined\./)).toBeVisible();
  await expect(page.getByRole('row', { name: /^S-1 .*2,400\.00 Fined/ })).toBeVisible();
  await page.getByRole('button', { name: 'Preview again' }).click();
  await expect(page.getByRole('button', { name: 'Apply fines' })).toBeDisabled();
});

test('an old fine is put under arrest, and the invoices too, although the answer is lost', async ({ page }) => {
  await page.goto('/settings/fine-arrest');
  await expect(page.getByRole('row', { name: /^L-1 / })).toContainText('2,400.00');
  await verify(page, 'Mark 1 fine as Arrest');
  await expect(page.getByText('1 fine marked as Arrest.')).toBeVisible();

  const release = await holdAnswer(page);
  await page.goto('/settings/invoice-arrest');
  await expect(page.getByRole('row', { name: /^L-1 / })).toBeVisible();
  await page.route('**/api/settings/runs/*', (route) => route.abort());
  await verify(page, /^Mark \d invoices? as Arrest$/);
  release('is lost');
  await expect(page.getByText('The connection was lost. The action may still be running.')).toBeVisible();
  await page.unroute('**/api/settings/runs/*');
  await expect(page.getByText(/^\d invoices? marked as Arrest\.$/)).toBeVisible();
  await expect(page.getByText(/^The connection was lost, but the action finished on the server\./)).toBeVisible();
  await page.getByRole('button', { name: 'Preview again' }).click();
  await expect(page.getByText('No invoices to mark as Arrest.').first()).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByRole('row', { name: /^Invoice arrest action .*superadmin/ })).toContainText('Done');
});

test('an automatic task is confirmed, saved, and still on after a reload', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('switch', { name: /^Generate invoices every month/ }).check();
  await page.getByRole('textbox', { name: 'Day of the month to generate invoices' }).fill('2');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await expect(dialogOf(page)).toContainText('Invoices are generated on day 2 of each month.');
  await dialogOf(page).getByRole('button', { name: 'Save schedule' }).click();
  await expect(page.getByText('Schedule saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('switch', { name: /^Generate invoices every month/ })).toBeChecked();
  await expect(page.getByRole('switch', { name: /^Apply fines every month/ })).not.toBeChecked();
});

test('the backup is one complete file with all accounts', async ({ page }) => {
  await page.goto('/settings');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Backup download' }).click();
  await confirmIfAsked(page, page.getByText(/^database_backup\.sql saved\./));
  const file = await saving;
  const { name, content } = { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
  const text = content.toString();
  expect(name).toBe('database_backup.sql');
  expect(text.startsWith('-- Pola backup')).toBe(true);
  expect(text).toContain('Sunil Bandara of S-1');
  expect(text.trimEnd().split('\n').at(-1)).toContain(BACKUP_END);
  await expect(page.getByText(/^database_backup\.sql saved\./)).toBeVisible();
});
