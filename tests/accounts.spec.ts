import { expect, type Page } from '@playwright/test';
import { confirmIfAsked } from './support/office-payments.ts';
import { test } from './support/shops-market.ts';

const PASSWORD = 'lantern over the paddy field';

async function register(page: Page, username: string, email: string, role: string): Promise<void> {
  const form = page.getByRole('region', { name: 'Register account' });
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await form.getByRole('combobox', { name: 'Role' }).selectOption(role);
  await form.getByRole('button', { name: 'Register', exact: true }).click();
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('an account is registered, signs in, is signed out by the superadmin, signs in again, and is deleted', async ({
  page,
  browser,
  market,
}) => {
  await page.goto('/admin-panel');
  const lines = page.getByRole('table', { name: 'Accounts' });
  await register(page, 'Ruwan Silva', 'Ruwan@Example.com', 'manager');
  const registered = page.getByText('Ruwan Silva has been registered with the role manager.');
  await confirmIfAsked(page, registered);
  await expect(registered).toBeVisible();
  await expect(lines.getByRole('row', { name: /ruwan@example\.com.*manager/ })).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('');

  const context = await browser.newContext({ baseURL: market.url, viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await logIn(phone, 'ruwan@example.com');
  await phone.waitForURL('**/admin-dashboard');
  await phone.goto('/admin-panel');
  await expect(phone.getByRole('heading', { name: 'Not allowed' })).toBeVisible();

  await page.reload();
  const session = page.getByRole('table', { name: 'Active sessions' }).getByRole('row', { name: /Ruwan Silva/ });
  await expect(session).toContainText('127.0.0.1');
  await session.getByRole('button', { name: 'End session for Ruwan Silva' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText("End Ruwan Silva's session?");
  await dialog.getByRole('button', { name: 'End session' }).click();
  await expect(page.getByText("Ruwan Silva's session has ended.")).toBeVisible();
  await expect(session).toHaveCount(0);
  await phone.goto('/view-shops');
  await expect(phone).toHaveURL(/\/login\?next=%2Fview-shops/);

  await logIn(phone, 'ruwan@example.com');
  await phone.waitForURL('**/admin-dashboard');
  await page.getByRole('button', { name: 'Delete Ruwan Silva' }).click();
  await expect(dialog).toContainText('ruwan@example.com (manager) will be signed out everywhere');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await confirmIfAsked(page, page.getByText('Account deleted.'));
  await expect(page.getByText('Account deleted.')).toBeVisible();
  await expect(lines.getByRole('row', { name: /Ruwan Silva/ })).toHaveCount(0);
  await phone.goto('/view-shops');
  await expect(phone).toHaveURL(/\/login\?next=%2Fview-shops/);
  await logIn(phone, 'ruwan@example.com');
  await expect(phone.getByText('Invalid credentials')).toBeVisible();
  await context.close();
});
