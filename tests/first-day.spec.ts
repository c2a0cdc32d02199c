import { expect, type Page } from '@playwright/test';
import { test } from './support/market.ts';
import { type Market, startMarket } from './support/start-market.ts';

const MOST_STEPS = 60;
const PASSWORD = 'lantern over the paddy field';
const SHOPS = `Stall no,Lessee,Phone,Monthly rent (Rs.),VAT
A/1,Nimal Perera,077 123 4567,"25,000.00",18
A/2,Fathima Rizvi,071 555 0101,"18,500.00",18
B/1,,,"12,000.00",18
`;

let market: Market;
test.beforeAll(async () => {
  market = await startMarket('empty', { SUPERADMIN_EMAIL: '', SUPERADMIN_PASSWORD: '' });
});
test.afterAll(() => market.stop());

/**
 * Counts the actions of a person from the events of the page: each click, each field that is filled or chosen from,
 * each Enter and each shortcut. Choosing a file counts as two: the button and the file.
 */
async function countSteps(page: Page): Promise<() => string[]> {
  const steps: string[] = [];
  await page.exposeBinding('countStep', (_source, step: string) => void steps.push(step));
  await page.addInitScript(() => {
    const count = (step: string) => (globalThis as unknown as { countStep(step: string): void }).countStep(step);
    const nameOf = (target: EventTarget | null) =>
      target instanceof HTMLElement
        ? (target.getAttribute('aria-label') ?? target.textContent ?? '').trim().slice(0, 40)
        : '';
    let field: EventTarget | null = null;
    const isField = (target: EventTarget | null): target is HTMLInputElement =>
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement;
    const isFile = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'file';
    const isBox = (target: EventTarget | null) =>
      target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type);
    addEventListener(
      'click',
      ({ isTrusted, detail, target }) => {
        // A click with detail 0 comes from Enter, which is already counted as a key.
        if (isTrusted && detail > 0) count(`click ${nameOf(target)}`);
      },
      true,
    );
    addEventListener(
      'input',
      ({ target }) => {
        if (!isField(target) || isFile(target) || isBox(target) || target === field) return;
        field = target;
        count(`field ${target.getAttribute('aria-label') ?? target.labels?.[0]?.textContent ?? target.name}`);
      },
      true,
    );
    addEventListener(
      'focusout',
      () => {
        field = null;
      },
      true,
    );
    addEventListener(
      'change',
      ({ target }) => {
        if (!isFile(target)) return;
        count('click a button of files');
        count('a file');
      },
      true,
    );
    addEventListener(
      'keydown',
      ({ key, ctrlKey }) => {
        if (key === 'Enter' || (ctrlKey && key !== 'Control')) count(`key ${key}`);
      },
      true,
    );
  });
  return () => steps;
}

const INVENTED = /tel:|mailto:|000 000|\.example\b|Example (?:Road|State)/i;

/** Expects that public pages without scripts show no invented contact details. */
async function expectNothingInvented(page: Page, allowed: readonly string[] = []): Promise<void> {
  for (const path of ['/', '/si/', '/ta/', '/contact', '/home-dailyprice', '/open-data', '/calendar']) {
    const answer = await page.request.get(market.url + path, { headers: { 'accept-language': 'en' } });
    const shown = (await answer.text()).replaceAll(/<(script|style)[\s\S]*?<\/\1>|<input[^>]*>/g, '');
    const left = allowed.reduce((text, entered) => text.replaceAll(entered, ''), shown);
    expect([path, INVENTED.exec(left)?.[0]]).toEqual([path, undefined]);
  }
}

test('from an empty folder to the first price list, bill, receipt and ticket, by the setup list', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const context = await browser.newContext({
    baseURL: market.url,
    viewport: { width: 1366, height: 768 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const steps = await countSteps(page);
  await expectNothingInvented(page);
  const [, email = '', password = ''] =
    /First superadmin: (\S+) {2}one-time password: (\S+)/.exec(market.printed()) ?? [];

  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();

  const list = page.getByRole('region', { name: 'Set up the market' });
  const home = () => page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  const open = (step: string) => list.getByRole('link', { name: step }).click();
  const expectDone = (count: number) => expect(list.getByText(`${count} of 17 done`)).toBeVisible();
  const expectLeft = (count: number) => expect(list.getByText(`${count} things left`, { exact: true })).toBeVisible();
  await expectDone(0);
  expect(await page.getByText(/LKR/).count()).toBe(0);
  for (const [count, step] of ['Check what visitors see', 'Due day and fine', 'VAT rate'].entries()) {
    await list.getByRole('button', { name: `${step}: Mark as correct` }).click();
    await expectDone(count + 1);
  }

  await open('Phones and address');
  await page.getByRole('textbox', { name: 'Hotline' }).fill('066 228 5181');
  await page.getByRole('textbox', { name: 'Address (English)' }).fill('Kandy Road, Dambulla');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByText('Settings saved. The public pages now show them.').first()).toBeVisible();
  await home();
  await expectDone(4);
  await expectNothingInvented(page, ['tel:0662285181']);

  await open('Products');
  await page.getByRole('button', { name: 'Load the starter catalogue' }).click();
  await expect(page.getByText(/^\d+ products added\.$/)).toBeVisible();
  await home();
  await expectDone(5);

  await open('Shops');
  const file = { name: 'shops.csv', mimeType: 'text/csv', buffer: Buffer.from(SHOPS) };
  await page.getByLabel('File of shops and tenants').setInputFiles(file);
  for (const answer of [
    'Not in the file: use the shop ID',
    'Not in the file: use “-” for every line',
    'Not in the file: use 0 for every line',
    'With hyphens: “A/1” becomes “A-1”',
  ]) {
    const choice = page.getByRole('radio', { name: answer });
    await choice.click();
    await expect(choice).toBeChecked();
  }
  await page.getByRole('button', { name: 'Save 3 lines' }).click();
  await expect(page.getByText('3 lines saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the setup list' }).click();
  await expectDone(7);

  await open('First price list');
  const cell = (side: string) => page.locator(`[data-cell="${side}"]`).first();
  await cell('min').fill('180');
  await cell('max').fill('200');
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Save 1 price' }).click();
  await expect(page.getByText('Prices added/updated successfully!')).toBeVisible();
  // For up to two seconds after a change, a reader may get the old page.
  await expect.poll(async () => (await page.request.get('/home-dailyprice')).text()).toContain('180');
  await home();
  await expectDone(8);

  await open('First invoices');
  await page.getByRole('button', { name: 'Generate 2 invoices' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Password/)
    .fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invoices generated: 2, skipped: 1, failed: 0.')).toBeVisible();
  await home();
  await expectDone(9);

  await open('First payment');
  await page.getByRole('combobox', { name: 'Shop', exact: true }).fill('a-1');
  await page.getByRole('option', { name: /^A-1/ }).click();
  await page.getByLabel('Amount (LKR)').fill('5000');
  await page.getByRole('button', { name: 'Make payment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm payment', disabled: false }).click();
  await expect(page.getByText('Payment processed successfully!')).toBeVisible();
  await home();
  await expectLeft(7);

  await list.getByRole('button', { name: 'Show the list' }).click();
  await open('First ticket');
  await page.getByRole('button', { name: /^Open shift/ }).click();
  await page.getByRole('button', { name: /^Rs 20\b/ }).click();
  await expect(page.getByRole('region', { name: 'Last ticket' })).toContainText('-1');
  await expect(page.getByText('All sent')).toBeVisible();
  await page.goto('/admin-dashboard');
  await expectLeft(6);

  const done = steps();
  expect(done.length, done.join('\n')).toBeLessThanOrEqual(MOST_STEPS);
  expect(done.length).toBeGreaterThan(30);
  await expectNothingInvented(page, ['tel:0662285181']);
  await context.close();
});
