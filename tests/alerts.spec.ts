import { expect, type Page } from '@playwright/test';
import { readMail } from '#server/testing/mail-server.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { PUBLIC_URL, test } from './support/market.ts';

test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

const form = (page: Page) => page.locator('form.alert-form').first();

async function linkSentTo(address: string, taken: { to: string; raw: string; from: string }[]): Promise<string> {
  const mails = () => taken.filter(({ to }) => to === address);
  await expect.poll(() => mails().length).toBeGreaterThan(0);
  const text = mails().map(readMail).at(-1)?.text ?? '';
  return new RegExp(`${PUBLIC_URL}(\\S+key=[\\w-]+)`).exec(text)?.[1] ?? '';
}

test('a reader without scripts subscribes from the page of a product, confirms by email, changes and ends it', async ({
  page,
  market,
  postOffice,
}) => {
  await page.goto(`${market.url}/si/home-dailyprice`);
  await page.goto(`${market.url}/si/product/6/chart`);
  await page.locator('a[href="/si/alerts?product=6"]').click();
  await expect(form(page).locator('select[name=products]')).toHaveValue('6');
  await form(page).locator('select[name=kind]').selectOption('below');
  await form(page).locator('input[name=limit]').fill('120.50');
  await form(page).locator('input[name=address]').fill('good.reader@example.com');
  await form(page).locator('button[type=submit]').click();
  await expect(page.getByRole('status')).toContainText('පැය 48');
  await expectNoSidewaysScroll(page);

  const link = await linkSentTo('good.reader@example.com', postOffice.taken);
  expect(link).toMatch(/^\/si\/alerts\/manage\?key=/);
  const answer = await page.goto(market.url + link);
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  await page.locator('button[value=confirm]').click();
  await expect(page.getByRole('status')).toBeVisible();
  await expect(page.locator('button[value=confirm]')).toHaveCount(0);
  await form(page).locator('input[name=limit]').fill('99');
  await form(page).locator('button[value=change]').click();
  await expect(page.locator('.lead')).toContainText('99.00');
  await expectNoSidewaysScroll(page);
  await page.locator('button[value=end]').click();
  await expect(page.getByRole('status')).toBeVisible();
  await page.goto(market.url + link);
  await expect(page.locator('.note')).toBeVisible();
});

test('what is wrong is said on the page, with what was typed', { tag: '@quick' }, async ({ page, market }) => {
  await page.goto(`${market.url}/alerts`);
  await page.locator('summary').click();
  await page.getByRole('checkbox').nth(3).check();
  const daily = page.locator('form.alert-form').nth(1);
  await daily.locator('input[name=address]').evaluate((input) => input.setAttribute('type', 'text'));
  await daily.locator('input[name=address]').fill('no@address');
  await daily.locator('button[type=submit]').click();
  await expect(page.getByRole('alert')).toContainText('Enter an email address');
  await expect(daily.locator('input[name=address]')).toHaveValue('no@address');
  await expect(page.getByRole('checkbox').nth(3)).toBeChecked();
});

test('a mail program ends a subscription with one request, and a form of another site is refused', async ({
  market,
  postOffice,
}) => {
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(market.url + path, { method: 'POST', body: new URLSearchParams(fields), headers });
  const alert = { kind: 'daily', products: '6', address: 'good.mailer@example.com' };
  expect((await post('/alerts', alert, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await post('/alerts', alert)).status).toBe(200);
  const link = await linkSentTo('good.mailer@example.com', postOffice.taken);
  // Opening the page must not confirm the alert, because programs that check links in emails open it too.
  await fetch(market.url + link, { method: 'HEAD' });
  for (let at = 0; at < 2; at += 1) expect(await (await fetch(market.url + link)).text()).toContain('value="confirm"');
  const ended = await post(link, { 'List-Unsubscribe': 'One-Click' });
  expect([ended.status, ended.redirected]).toEqual([200, false]);
  expect((await post(link, { 'List-Unsubscribe': 'One-Click' })).status).toBe(404);
});
