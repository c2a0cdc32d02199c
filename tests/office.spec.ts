import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { test } from './support/market.ts';
import { cellValuesOf, saveWorkbook } from './support/read-download.ts';
import { signInBrowser } from './support/start-market.ts';

test('a wrong password remains on the login page with a message; gate staff are led to the gate', async ({
  page,
  market,
}) => {
  await page.goto(`${market.url}/login`);
  await page.getByLabel('Email').fill('editor@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Invalid credentials')).toBeVisible();
  await page.getByLabel('Email').fill('tiketing@example.com');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/gate$/);
  await expect(page.getByRole('button', { name: /^Open shift/ })).toBeVisible();
});

test('a deep link leads through the login to its screen, and sign-out removes everything of the session', {
  tag: '@quick',
}, async ({ page, market }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  await page.goto(`${market.url}/view-products?search=beans`);
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel('Email').fill('editor@example.com');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/view-products\?search=beans/);
  await expect(page.getByRole('link', { name: 'Beans', exact: true })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Are you sure you want to logout?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => [...Object.entries(localStorage), ...Object.entries(sessionStorage)])).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Beans', exact: true })).toHaveCount(0);
  expect(asked.some((url) => url.endsWith('/api/admin/login'))).toBe(true);
  expect(asked.filter((url) => url.includes(token) || url.includes(DEMO_PASSWORD))).toEqual([]);
});

test('a product is added with a picture, found in Sinhala, changed, and deleted', { tag: '@quick' }, async ({
  page,
  market,
}) => {
  await signInBrowser(page, market);
  await page.goto(`${market.url}/add-product`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sweet tamarillo');
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Fruit');
  await page.getByLabel('Sinhala name').fill('ගස් තක්කාලි');
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'tamarillo.png', mimeType: 'image/png', buffer: picture });
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/Sweet tamarillo has ID/)).toBeVisible();
  await page.goto(`${market.url}/view-products?search=${encodeURIComponent('ගස් තක්කාලි')}`);
  const line = page.getByRole('row', { name: /Sweet tamarillo/ });
  await expect(line.locator('img')).toBeVisible();
  await line.getByRole('link', { name: /Edit/ }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Tree tomato');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/view-products/);
  await page.goto(`${market.url}/view-products?search=tree`);
  await page
    .getByRole('row', { name: /Tree tomato/ })
    .getByRole('button', { name: /Delete/ })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Delete/ })
    .click();
  await expect(page.getByRole('row', { name: /Tree tomato/ })).toHaveCount(0);
});

test('the palette opens any screen and any product by keyboard', async ({ page, market }) => {
  await signInBrowser(page, market);
  await page.goto(`${market.url}/admin-dashboard`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const search = page.getByPlaceholder('Find a screen, shop, tenant, invoice or product');
  await expect(search).toBeFocused();
  await page.keyboard.type('import');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/import-prices/);
  await expect(search).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(search).toBeFocused();
  await page.keyboard.type('okra');
  await expect(page.getByRole('dialog').getByText(/okra/i).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/product-summary\//);
});

/** Lets the shops load only when the returned function is called, and presses Enter as soon as `line` appears. */
async function enterLateShops(page: Page, line: RegExp): Promise<() => Promise<void>> {
  const loading = Promise.withResolvers<void>();
  await page.route(/\/api\/(shops|tenants)$/, async (route) => {
    await loading.promise;
    await route.continue();
  });
  return async () => {
    await page.evaluate((pattern) => {
      const observer = new MutationObserver(() => {
        const lines = [...document.querySelectorAll('[role="dialog"] button, [role="option"]')];
        if (!lines.some(({ textContent }) => new RegExp(pattern).test(textContent))) return;
        observer.disconnect();
        const enter = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', enter));
      });
      observer.observe(document.body, { childList: true, subtree: true });
    }, line.source);
    loading.resolve();
  };
}

test('Enter opens a shop of the palette in the instant in which its line appears', async ({ page, market }) => {
  await signInBrowser(page, market);
  const letShopsLoad = await enterLateShops(page, /^B1\D/);
  await page.goto(`${market.url}/admin-dashboard`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Find a screen, shop, tenant, invoice or product')).toBeFocused();
  await page.keyboard.type('b1');
  await letShopsLoad();
  await expect(page).toHaveURL(/\/shop-summary\/B1$/);
});

test('Enter chooses the shop of a payment in the instant in which it appears', async ({ page, market }) => {
  await signInBrowser(page, market, 'cashier');
  const letShopsLoad = await enterLateShops(page, /^B1\D/);
  await page.goto(`${market.url}/make-payment`);
  await page.getByRole('combobox', { name: /^Shop/ }).click();
  await page.keyboard.type('b1');
  await letShopsLoad();
  await expect(page).toHaveURL(/shop=B1\b/);
});

test('the invoices of a year are exported into one spreadsheet, with their total', async ({ page, market }) => {
  await signInBrowser(page, market, 'manager');
  await page.goto(`${market.url}/invoices`);
  const shown = await page.getByText(/^[\d,]+ in total$/).textContent();
  const total = Number.parseInt(shown?.replaceAll(',', '') ?? '', 10);
  const saved = await saveWorkbook(page, 'Export to Excel');
  const [sheet] = saved.sheets;
  expect(total).toBeGreaterThan(1000);
  expect(sheet?.rows).toHaveLength(total + 2);
  expect(cellValuesOf(saved, sheet?.name ?? '').at(-1)?.[0]).toBe('Total');
});
