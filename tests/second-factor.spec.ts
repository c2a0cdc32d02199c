import { expect, type Locator, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { test } from './support/market.ts';
import { saveFile } from './support/read-download.ts';
import { type Market, startMarket } from './support/start-market.ts';

const CHIEF = 'superadmin@example.com';
const CHOSEN = 'lantern over the paddy field';

test.describe.configure({ mode: 'serial' });

let market: Market;
let site: string;

test.beforeAll(async () => {
  market = await startMarket('empty');
  // A passkey belongs to a host name, not to an IP address.
  site = market.url.replace('127.0.0.1', 'localhost');
});

test.afterAll(() => market.stop());

const dialogOf = (page: Page) => page.getByRole('dialog');
const section = (page: Page, name: string) => page.getByRole('region', { name });

async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${site}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Account', exact: true }).getByRole('button').first().click();
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${site}/second-factor`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await dialogOf(page).getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
}

async function confirmWithPassword(page: Page, password: string): Promise<void> {
  await dialogOf(page)
    .getByLabel(/^Password/)
    .fill(password);
  await page.keyboard.press('Enter');
}

async function storeCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allTextContents();
  const { name, content } = await saveFile(page, 'Download');
  expect(name).toBe('recovery-codes.txt');
  for (const code of codes) expect(content.toString()).toContain(code);
  await dialog.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(dialog).toHaveCount(0);
  return codes;
}

async function enterAppCode(dialog: Locator): Promise<string> {
  const secret = (await dialog.locator('pre').innerText()).replaceAll(/\s/g, '');
  await dialog.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate());
  await dialog.page().keyboard.press('Enter');
  return secret;
}

test('a passkey is added, signs in, confirms an action, is lost, and a recovery code helps', async ({ page }) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await enterPassword(page, CHIEF, DEMO_PASSWORD);
  await page.waitForURL('**/admin-dashboard');
  await openAccountMenu(page);
  await page.getByRole('link', { name: 'Two-step sign-in' }).click();
  await page.getByLabel('Name of the passkey').fill('Office laptop');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await confirmWithPassword(page, DEMO_PASSWORD);
  const codes = await storeCodes(page);
  await expect(section(page, 'Passkeys')).toContainText('Office laptop');
  await expect(section(page, 'Recovery codes')).toContainText('10 unused codes');

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/admin-dashboard');

  await page.goto(`${site}/admin-panel`);
  const rule = section(page, 'Two-step sign-in');
  await rule.getByLabel('gate staff').check();
  await rule.getByRole('button', { name: 'Save setting' }).click();
  await dialogOf(page).getByRole('button', { name: 'Use a code or passkey instead' }).click();
  await dialogOf(page).getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Setting saved.')).toBeVisible();

  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  await signOut(page);
  await enterPassword(page, CHIEF, DEMO_PASSWORD);
  const code = page.getByLabel('Code');
  await code.fill('aaaaa-bbbbb-ccccc');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The code or passkey is wrong or has already been used. Try again.')).toBeVisible();
  await expectNoAxeFindings(page);
  await code.fill(codes[3] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin-dashboard');
  await openAccountMenu(page);
  await page.getByRole('link', { name: 'Two-step sign-in' }).click();
  await expect(section(page, 'Recovery codes')).toContainText('9 unused codes');
  await page.getByRole('button', { name: /^Remove.*Office laptop/ }).click();
  await dialogOf(page).getByRole('button', { name: 'Remove' }).click();
  await confirmWithPassword(page, DEMO_PASSWORD);
  await dialogOf(page)
    .getByLabel('Code', { exact: true })
    .fill(codes[4] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText('App or passkey removed from your account.')).toBeVisible();
  await expect(section(page, 'Recovery codes')).toHaveCount(0);
});

test('an app is added, and its next code signs in after the password', async ({ page }) => {
  await enterPassword(page, CHIEF, DEMO_PASSWORD);
  await page.waitForURL('**/admin-dashboard');
  await page.goto(`${site}/second-factor`);
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await confirmWithPassword(page, DEMO_PASSWORD);
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectNoAxeFindings(page);
  const secret = await enterAppCode(dialog);
  const codes = await storeCodes(page);

  await signOut(page);
  await enterPassword(page, CHIEF, DEMO_PASSWORD);
  await page.getByLabel('Code').fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin-dashboard');
  await page.goto(`${site}/second-factor`);
  await page.getByRole('button', { name: /^Remove/ }).click();
  await dialogOf(page).getByRole('button', { name: 'Remove' }).click();
  await confirmWithPassword(page, DEMO_PASSWORD);
  await dialogOf(page)
    .getByLabel('Code', { exact: true })
    .fill(codes[4] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText('App or passkey removed from your account.')).toBeVisible();
});

test('invited gate staff choose a password by a link, and must set up two-step sign-in', async ({ page, browser }) => {
  await enterPassword(page, CHIEF, DEMO_PASSWORD);
  await page.waitForURL('**/admin-dashboard');
  await page.goto(`${site}/admin-panel`);
  const form = section(page, 'Register account');
  await form.getByLabel('Let the person choose a password with a one-time link').check();
  await form.getByLabel('Username').fill('Ruwan Silva');
  await form.getByLabel('Email', { exact: true }).fill('ruwan@example.com');
  await form.getByRole('combobox', { name: 'Role' }).selectOption('gate staff');
  await form.getByRole('button', { name: 'Register', exact: true }).click();
  const link = await dialogOf(page).locator('pre').innerText();
  expect(link).toContain(`${site}/password-link#`);
  await dialogOf(page).getByRole('button', { name: 'Close' }).last().click();

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await phone.goto(link);
  await expect(phone.getByText('Account of Ruwan Silva, ruwan@example.com')).toBeVisible();
  await expectNoAxeFindings(phone);
  await phone.getByLabel('New password').fill(CHOSEN);
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('heading', { name: 'Login' })).toBeVisible();
  await enterPassword(phone, 'ruwan@example.com', CHOSEN);
  await phone.waitForURL('**/gate');
  await phone.getByRole('button', { name: 'Set it up' }).click();
  await phone.getByRole('button', { name: 'Add authenticator app' }).click();
  await confirmWithPassword(phone, CHOSEN);
  const secret = await enterAppCode(phone.getByRole('dialog', { name: 'Add authenticator app' }));
  await storeCodes(phone);
  await phone.waitForURL('**/gate');
  await expect(phone).toHaveTitle('Tickets · Pola gate');

  await phone.evaluate(() => localStorage.clear());
  await phone.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
  });
  await phone.goto(`${site}/gate`);
  await phone.getByLabel('Email').fill('ruwan@example.com');
  await phone.getByLabel('Password', { exact: true }).fill(CHOSEN);
  await phone.getByRole('button', { name: 'Sign in' }).click();
  await phone.getByLabel('Code').fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }));
  await phone.keyboard.press('Enter');
  await expect(phone).toHaveTitle('Tickets · Pola gate');
  await phone.goto(link);
  await expect(phone.getByText('This link has expired or was already used. Ask for a new one.')).toBeVisible();
  await context.close();
});
