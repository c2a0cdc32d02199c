import { expect, type Page } from '@playwright/test';
import { directory } from '#contract/directory.ts';
import { products } from '#contract/products.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { askerOf } from './support/ask-market.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { inOwnMarket } from './support/shops-market.ts';
import { type Market, sessionTokenOf } from './support/start-market.ts';

/** The tenancy whose tenant agreed to be named. */
let named = '';

const TERMS = { location: 'Block A', rent_amount: 8000, vat_rate: 18, operation_fee: 2000 };

async function fillMarket(market: Market): Promise<void> {
  const ask = askerOf(market.url, await sessionTokenOf(market.url, 'superadmin'));
  const { productId } = await ask(products.add, { body: { name: 'Leeks', type: 'vegetable' } });
  for (const shop_id of ['A-1', 'A-2', 'A-3', 'B-1']) {
    await ask(shops.add, { body: { ...TERMS, shop_id, shop_name: `Stores ${shop_id}` } });
    if (shop_id === 'B-1') continue;
    const person = { name: `Tenant of ${shop_id}`, contact: '071 555 7200', address: 'Dambulla', email: '' };
    const { tenant } = await ask(tenants.add, { body: { ...person, shop_id } });
    if (shop_id !== 'A-2') continue;
    const entry = { trade_name: 'Green Hills', product_ids: [productId] };
    named = String(tenant.tenant_id);
    await ask(directory.agree, { params: { id: named }, body: entry });
  }
}

const test = inOwnMarket(fillMarket);

const cornerOf = async (page: Page, name: RegExp) => {
  const box = await page.getByRole('button', { name }).boundingBox();
  if (!box) throw new Error(`${name} is not on the screen.`);
  return box;
};

test('a stall is dragged to its place, saved, and leads from the plan to its shop', async ({ page }) => {
  await page.goto('/market-plan');
  await page.getByLabel('Colour by').selectOption('Vacant');
  await expect(page.getByRole('link', { name: /^B-1 · Stores B-1 · vacant since/ })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: 'Correct the plan', exact: true }).click();
  const before = await cornerOf(page, /^B-1, /);
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width / 2 + 60, before.y + before.height / 2 + 90, { steps: 6 });
  await page.mouse.up();
  await expectNoAxeFindings(page);
  const place = await page.getByRole('button', { name: /^B-1, / }).getAttribute('aria-label');
  await page.getByRole('button', { name: 'Save plan', exact: true }).click();
  await expect(page.getByText('Plan saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: place ?? '', exact: true })).toBeVisible();
  await page.goto('/market-plan?question=vacant');
  await page
    .getByRole('link', { name: /^B-1 · / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/shop-summary\/B-1$/);
});

test('who sells leeks leads to a stall without scripts, and one click takes the name away', async ({
  browser,
  page,
  market,
}) => {
  const visitor = await browser.newContext({
    baseURL: market.url,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 640 },
  });
  const seen = await visitor.newPage();
  await seen.goto('/stalls');
  await seen.getByRole('searchbox').fill('leeks');
  await seen.getByRole('button', { name: 'Find stalls', exact: true }).click();
  await expect(seen.getByRole('listitem').filter({ hasText: 'A-2' })).toContainText('Green Hills');
  await expect(seen.getByText('Tenant of')).toHaveCount(0);
  await page.goto(`/tenancy/${named}`);
  const panel = page.getByRole('region', { name: 'On the public pages', exact: true });
  await panel.getByRole('button', { name: 'Withdraw from public pages', exact: true }).click();
  await expect(panel.getByText('Withdrawn. Visitors no longer see “Green Hills”.')).toBeVisible();
  await seen.reload();
  await expect(seen.getByText('Green Hills')).toHaveCount(0);
  await visitor.close();
});

test('a walk without a network is sent when it returns, and a difference is in the office', async ({ enter }) => {
  const phone = await enter('editor');
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto('/gate/walk');
  await expect(phone.getByText('0 of 4 stalls seen today')).toBeVisible();
  await expectNoSidewaysScroll(phone);
  await expectNoAxeFindings(phone);
  await phone.context().setOffline(true);
  await phone
    .getByRole('group', { name: 'A-1', exact: true })
    .getByRole('button', { name: 'Trading', exact: true })
    .click();
  await phone
    .getByRole('group', { name: 'A-3', exact: true })
    .getByRole('button', { name: 'Somebody else', exact: true })
    .click();
  await phone.getByLabel('Note', { exact: true }).fill('Another board');
  await phone.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(phone.getByText('2 of 4 stalls seen today')).toBeVisible();
  await expect(phone.getByText('2 stalls not sent yet')).toBeVisible();
  await phone.context().setOffline(false);
  await expect(phone.getByText('All sent')).toBeVisible();
  const office = await enter('superadmin');
  await office.goto('/walks');
  const row = office
    .getByRole('table', { name: 'Differences to the register', exact: true })
    .getByRole('row', { name: /A-3/ });
  await expect(row).toContainText('Somebody else trades here');
  await expect(row).toContainText('Another board');
  await expectNoAxeFindings(office);
});
