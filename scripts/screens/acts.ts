import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#scripts/demo/fill-demo.ts';

/** Prepares a page for its picture. */
export type Act = (page: Page) => Promise<void>;

const named: Record<string, Act> = {
  askForPassword,
  askForRate,
  askForSchedule,
  askToPay,
  countTheBox,
  enterAmount,
  issueAtGate,
  issueWithoutNetwork,
  openNews,
  openPublication,
  openReceipt,
  openSheets,
  openVehicles,
  pressRunAction,
  printReceipt,
  printSheets,
  runUnanswered,
  tickAll,
  typeControlK,
};

/** Returns the act of a name, or of `press` or `opens` and a pattern of a button's name. Throws for another text. */
export function actOf(text: string): Act {
  const [, verb, pattern] = /^(press|opens) (.*)$/.exec(text) ?? [];
  if (pattern !== undefined) return (verb === 'press' ? press : opens)(new RegExp(pattern, 'i'));
  const act = named[text];
  if (!act) throw new Error(`scripts/screens/acts.ts has no act ${text}`);
  return act;
}

function press(name: RegExp): (page: Page) => Promise<void> {
  return (page) => page.getByRole('button', { name }).first().click();
}

/** Presses a button that opens a dialog or a drawer, unless this size of screen has no such button. */
function opens(name: RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    const button = page.getByRole('button', { name }).filter({ visible: true }).first();
    if ((await button.count()) === 0) return;
    await button.click();
    await page.getByRole('dialog').waitFor();
  };
}

async function askForSchedule(page: Page): Promise<void> {
  await page.getByRole('switch', { name: /^Apply fines every month/ }).check();
  await opens(/Save schedule/i)(page);
}

async function askForRate(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'VAT rate' }).fill('18');
  await opens(/Update VAT rate/i)(page);
}

async function askForPassword(page: Page): Promise<void> {
  await press(/^(Generate|Apply|Put) /)(page);
  await page.getByRole('dialog').waitFor();
}

async function pressRunAction(page: Page): Promise<void> {
  if (
    await page
      .getByRole('button', { name: /^(Generate|Apply|Put) / })
      .first()
      .isDisabled()
  )
    return;
  await askForPassword(page);
  await page.getByLabel(/^Password/).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Result' }).waitFor();
}

/** Starts an action whose answer is lost. */
async function runUnanswered(page: Page): Promise<void> {
  await page.route(/run_id=/, (route) => route.abort());
  await page.route('**/api/settings/runs/*', (route) => route.abort());
  await askForPassword(page);
  await page.getByLabel(/^Password/).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('It may still be running.').waitFor();
}

async function openNews(page: Page): Promise<void> {
  await page.locator('button.news-tab').click();
  await page.locator('.news-panel').waitFor();
}

async function openPublication(page: Page): Promise<void> {
  await page.locator('button.news-tab').waitFor();
  await page.locator('.recent .news-words a').first().click();
  await page.locator('.news-dialog').waitFor();
}

async function tickAll(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
}

/** The sheets open in this tab, because the picture is taken of it. */
async function openSheets(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.open = (address) => {
      location.assign(address ?? '');
      return window;
    };
  });
  await tickAll(page);
  await press(/Print Selected Invoices/i)(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Print' }).click();
  await page.getByText(/ of \d+ marked as printed\./).waitFor();
}

async function printSheets(page: Page): Promise<void> {
  await openSheets(page);
  await page.emulateMedia({ media: 'print' });
}

async function typeControlK(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
}

/** Enters an amount if a shop is chosen, and waits for the preview. */
async function enterAmount(page: Page): Promise<void> {
  const amount = page.getByLabel('Amount (LKR)');
  if (await amount.isDisabled()) return;
  await amount.fill('25000');
  await page.locator('[role=status][aria-busy=false]').waitFor();
}

async function askToPay(page: Page): Promise<void> {
  await enterAmount(page);
  await press(/Make payment/i)(page);
  await page.getByRole('button', { name: 'Confirm payment', disabled: false }).waitFor();
}

async function openReceipt(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Receipt of/ })
    .first()
    .click();
  await page.getByRole('article').waitFor();
}

async function printReceipt(page: Page): Promise<void> {
  await openReceipt(page);
  await page.emulateMedia({ media: 'print' });
}

async function issueAtGate(page: Page): Promise<void> {
  await press(/^Open shift/)(page);
  await press(/^Rs 20/)(page);
  await page.getByText('All sent').waitFor();
}

async function openVehicles(page: Page): Promise<void> {
  await issueAtGate(page);
  await page.getByText('Vehicles').click();
  await page.getByLabel('Vehicle number').fill('WP LG-4821');
}

async function issueWithoutNetwork(page: Page): Promise<void> {
  await issueAtGate(page);
  await page.context().setOffline(true);
  await page.locator('button.price-100:enabled').click();
  await page.getByText('No network.').waitFor();
}

async function countTheBox(page: Page): Promise<void> {
  await issueAtGate(page);
  await press(/Close shift/i)(page);
  await page.getByLabel('Counted cash in the box').fill('15');
}
