import { expect } from '@playwright/test';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { test as withGate } from './support/gate-market.ts';
import { allSent, countTo, issue, numbersOf, openGate, openShiftOnPhone } from './support/gate-phone.ts';
import { openShakyLine, type ShakyLine } from './support/shaky-line.ts';
import { NIMAL } from './support/ticket-staff.ts';

const test = withGate.extend<{ line: ShakyLine }>({
  line: async ({ market }, use) => {
    const line = await openShakyLine(market);
    await use(line);
    await line.stop();
  },
});
test.use({ serviceWorkers: 'allow' });

/** The copy is shown after three seconds; the rest is for a busy machine. */
const SHOWN_WITHIN_MS = 12_000;

test('on a dead network the gate opens with its tickets, issues more, and sends them when the network answers', async ({
  openPhone,
  line,
  market,
  sessionOf,
}) => {
  const phone = await openPhone(NIMAL, { url: line.url });
  const page = await openGate(phone);
  const code = await openShiftOnPhone(page);
  await issue(page);
  await expect(allSent(page)).toBeVisible();
  line.dead = 'silent';
  const again = await phone.newPage();
  const start = performance.now();
  await again.goto('/gate', { waitUntil: 'commit' });
  await expect(again.getByText('1 ticket since')).toBeVisible();
  expect(performance.now() - start).toBeLessThan(SHOWN_WITHIN_MS);
  await page.close();
  expect(await issue(again, 100)).toBe(`${code}-2`);
  expect(await issue(again)).toBe(`${code}-3`);
  line.dead = undefined;
  await expect(allSent(again)).toBeVisible({ timeout: 60_000 });
  const { token } = await sessionOf(NIMAL);
  expect(await numbersOf({ market, token }, code)).toEqual(countTo(code, 3));
});

test('on a dead network the office says so within four seconds, ends the wait with a sentence, and tries again', async ({
  openPhone,
  line,
}) => {
  const phone = await openPhone('superadmin@example.com', { url: line.url, width: 1280, height: 800 });
  const page = await phone.newPage();
  await page.goto('/vehicle-types');
  const row = page.getByRole('main').getByRole('row').nth(1);
  await expect(row).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  // The page before remains while the dashboard is loaded.
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  line.dead = 'silent';
  await page.goBack();
  await expect(page.getByText('The network does not answer.')).toBeVisible({ timeout: SHOWN_WITHIN_MS });
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible({ timeout: 45_000 });
  await expect(page.getByText(/The network did not answer/)).toBeVisible();
  line.dead = undefined;
  await retry.click();
  await expect(row).toBeVisible();
  await expect(page.getByText('The network does not answer.')).toBeHidden();
});

test('on a dead network the sign-in page says so, and signs in when the network answers', async ({
  openPhone,
  line,
}) => {
  const phone = await openPhone(undefined, { url: line.url });
  const page = await phone.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill('superadmin@example.com');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.waitForLoadState('networkidle');
  line.dead = 'silent';
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('The network does not answer.')).toBeVisible({ timeout: SHOWN_WITHIN_MS });
  await expect(page.getByText(/The network did not answer/)).toBeVisible({ timeout: 45_000 });
  await expect(page.getByLabel('Email')).toHaveValue('superadmin@example.com');
  line.dead = undefined;
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL('**/admin-dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('on a dead network a part of the office that does not come leaves what was typed, and is loaded at the next use', async ({
  openPhone,
  line,
}) => {
  const phone = await openPhone('superadmin@example.com', { url: line.url, width: 1280, height: 800 });
  const page = await phone.newPage();
  await page.goto('/add-product');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Winged bean');
  await page.waitForLoadState('networkidle');
  let isCut = true;
  await phone.route(/\/assets\/palette-[^/]*\.js/, (route) => (isCut ? route.abort() : route.continue()));
  await page.keyboard.press('Control+k');
  await expect(page.getByText('Could not reach the server.')).toBeVisible();
  await expect(name).toHaveValue('Winged bean');
  isCut = false;
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(name).toHaveValue('Winged bean');
});
