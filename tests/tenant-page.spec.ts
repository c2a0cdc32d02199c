import { type Browser, expect, type Page } from '@playwright/test';
import { dayInMonth, monthOf } from '#billing/calendar.ts';
import { claims } from '#contract/claims.ts';
import { invoices } from '#contract/invoices.ts';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import { rentMessages } from '#contract/rent-messages.ts';
import { session } from '#contract/session.ts';
import { shops } from '#contract/shops.ts';
import { tenantPages } from '#contract/tenant-pages.ts';
import { tenants } from '#contract/tenants.ts';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import tenantTexts from '#texts/site/tenant.json' with { type: 'json' };
import { askerOf } from './support/ask-market.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { PUBLIC_URL } from './support/market.ts';
import { sampleToday } from './support/sample-ledgers.ts';
import { inOwnMarket } from './support/shops-market.ts';
import { type Market, sessionTokenOf } from './support/start-market.ts';

const TERMS = { shop_name: 'Nimal Stores', location: 'Block A', rent_amount: 8000, vat_rate: 18, operation_fee: 2000 };
/** The shop of each language, because a tenancy has six claims an hour. */
const shopOf = (language: Language) => `T-${languages.indexOf(language) + 1}`;
const links = new Map<Language, string>();

const test = inOwnMarket(fill, { PUBLIC_URL });

async function fill(market: Market): Promise<void> {
  const ask = askerOf(market.url, await sessionTokenOf(market.url, 'superadmin'));
  await ask(session.verify, { body: { email: 'superadmin@example.com', password: DEMO_PASSWORD } });
  await ask(tenantPages.setSettings, { body: { is_on: true } });
  const before = await ask(rentMessages.getSettings, {});
  await ask(rentMessages.setSettings, { body: { ...before, rent_sms_on: true } });
  const month = monthOf(sampleToday);
  for (const language of languages) {
    const shop_id = shopOf(language);
    await ask(shops.add, { body: { ...TERMS, shop_id } });
    const person = { name: 'Nimal Perera', contact: '077 123 4567', address: 'Temple Road, Dambulla', email: null };
    const { tenant } = await ask(tenants.add, { body: { ...person, shop_id, from: dayInMonth(month, 1) } });
    await ask(invoices.generate, { body: { shop_id, month_year: month } });
    const { address } = await ask(tenantPages.get, { params: { id: String(tenant.tenant_id) } });
    links.set(language, inLanguage(language, new URL(address ?? '').pathname));
  }
}

async function openPhone(browser: Browser, { url }: Market, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    javaScriptEnabled,
  });
  return context.newPage();
}

for (const language of languages) {
  const text = (key: keyof typeof tenantTexts) => tenantTexts[key][language];

  test(`a tenant reads the page on a phone, says what was paid and stops messages (${language})`, async ({
    browser,
    market,
  }) => {
    const page = await openPhone(browser, market);
    await page.goto(links.get(language) ?? '');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByText('11,800.00').first()).toBeVisible();
    await expectNoAxeFindings(page);
    await expectNoSidewaysScroll(page);

    await page.getByLabel(text('tenant.claim.amount')).fill('much');
    await page.getByLabel(text('tenant.claim.bank')).fill('Bank of Dambulla');
    await page.getByRole('button', { name: text('tenant.claim.send'), exact: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByLabel(text('tenant.claim.amount'))).toHaveValue('much');
    await expect(page.getByLabel(text('tenant.claim.bank'))).toHaveValue('Bank of Dambulla');
    await expectNoAxeFindings(page);
    await expectNoSidewaysScroll(page);

    await page.getByLabel(text('tenant.claim.amount')).fill('11,800');
    const picture = { name: 'screen.png', mimeType: 'image/png', buffer: await page.screenshot() };
    await page.getByLabel(text('tenant.claim.picture')).setInputFiles(picture);
    await page.getByRole('button', { name: text('tenant.claim.send'), exact: true }).click();
    await expect(page.getByRole('status')).toContainText(text('tenant.claim.open'));
    await expect(page.getByText('11,800.00').first()).toBeVisible();
    await expectNoAxeFindings(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole('button', { name: text('tenant.messages.stop'), exact: true }).click();
    await expect(page.getByText(text('tenant.messages.off'))).toBeVisible();
    await page.getByRole('button', { name: text('tenant.messages.start'), exact: true }).click();
    await expect(page.getByText(text('tenant.messages.on'))).toBeVisible();

    const statement = await page
      .getByRole('link', { name: text('tenant.statement'), exact: true })
      .getAttribute('href');
    const paper = await page.request.get(statement ?? '');
    expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf']);
    const ask = askerOf(market.url, await sessionTokenOf(market.url, 'superadmin'));
    const open = await ask(claims.list, { query: {} });
    expect(open.filter(({ shop_id }) => shop_id === shopOf(language))).toMatchObject([
      { amount: 11_800, day: sampleToday, bank: 'Bank of Dambulla', has_picture: true },
    ]);
    await page.context().close();
  });
}

test('the page works without scripts, and an altered link shows nothing of a tenant', async ({ browser, market }) => {
  const page = await openPhone(browser, market, false);
  const path = links.get('en') ?? '';
  await page.goto(path);
  await page.getByLabel(tenantTexts['tenant.claim.amount'].en).fill('250');
  await page.getByRole('button', { name: tenantTexts['tenant.claim.send'].en, exact: true }).click();
  await expect(page.getByText(/250\.00/)).toBeVisible();
  const altered = path.slice(0, -1) + (path.endsWith('A') ? 'Q' : 'A');
  const answer = await page.goto(altered);
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('Nimal')).toHaveCount(0);
  await page.context().close();
});
