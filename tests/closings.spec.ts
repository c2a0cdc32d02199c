import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { dayInMonth } from '#billing/calendar.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import './support/office-texts.ts';
import { dialog } from './support/office-payments.ts';
import { addSampleShop, lastMonth } from './support/sample-ledgers.ts';
import { inOwnMarket } from './support/shops-market.ts';

const [YEAR = '', MONTH = ''] = lastMonth.split('-');
const PERIOD = `year=${YEAR}&month=${Number(MONTH)}`;
const MOST_TABS = 120;

const test = inOwnMarket(async (market) => {
  await addSampleShop(market, 'A-1');
});

async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}

async function pressOn(page: Page, wanted: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

/** A dialog takes no answer while whoever opened it may still be typing. */
async function answerWith(page: Page, name: string): Promise<void> {
  await expect(page.locator('[data-quiet]')).toHaveCount(0);
  await pressOn(page, button(dialog(page), name));
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** The rent of last month, and a charge of the bank. */
const STATEMENT = [
  'Date,Description,Debit,Credit,Balance',
  `${dayInMonth(lastMonth, 10)},Inward CEFT A-1 rent,,11800.00,61800.00`,
  `${dayInMonth(lastMonth, 11)},Service charge,25.00,,61775.00`,
].join('\n');

async function importStatement(page: Page): Promise<void> {
  await page.goto('/bank-accounts');
  await pressOn(page, button(page, 'Add bank account'));
  await typeInto(page, dialog(page).getByLabel('Bank account'), 'Rent account');
  await typeInto(page, dialog(page).getByLabel('First day'), dayInMonth(lastMonth, 1));
  await pressOn(page, button(dialog(page), 'Add bank account'));
  await expect(dialog(page)).toHaveCount(0);
  await page.goto('/bank-accounts');
  await pressOn(page, link(page, 'Rent account'));
  await pressOn(page, link(page, 'Import statement'));
  await typeInto(page, page.getByLabel('Or paste a table'), STATEMENT);
  await pressOn(page, button(page, 'Check the pasted table'));
  await pressOn(page, button(page, 'Add 2 lines'));
  await pressOn(page, link(page, 'Match the lines'));
}

async function readJournal(page: Page): Promise<string> {
  const saving = page.waitForEvent('download');
  await pressOn(page, button(page, 'Save journal for hledger'));
  return readFileSync(await (await saving).path(), 'utf8');
}

test('a month is closed by keyboard from the statement of the bank to the journal, whose bytes then stay', async ({
  page,
}) => {
  await importStatement(page);
  const line = (text: string) => page.getByRole('region', { name: new RegExp(`, ${text}, LKR`) });
  await pressOn(page, line('Inward CEFT A-1 rent').getByRole('button').first());
  await expect(line('Service charge').getByRole('button').first()).toBeFocused();
  await page.keyboard.press('i');
  await answerWith(page, 'Record');
  await expect(line('Service charge')).toContainText('Bank fee');

  await page.goto(`/month-end?${PERIOD}`);
  await expect(page.getByText('This month is open.')).toBeVisible();
  await expectNoAxeFindings(page);
  await pressOn(page, button(page, 'Close month'));
  const boxes = dialog(page).getByRole('checkbox');
  const rests = await boxes.count();
  expect(rests).toBeGreaterThan(0);
  await expectNoAxeFindings(page);
  for (let at = 0; at < rests; at += 1) await pressOn(page, boxes.nth(at), 'Space');
  await answerWith(page, 'Close month');
  await expect(page.getByText(/closed this month/)).toBeVisible();

  const journal = await readJournal(page);
  expect(journal).toMatch(/bank line 2\n +Assets:Bank:Account-1 +-25\.00 LKR\n +Expenses:Bank-Fees +25\.00 LKR/);

  await page.goto(`/month-end?${PERIOD}`);
  expect(await readJournal(page)).toBe(journal);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});
