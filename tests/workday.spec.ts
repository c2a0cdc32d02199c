import { expect, type Page } from '@playwright/test';
import { type Language, languages } from '#contract/languages.ts';
import { type ApiMessageKey, message } from '#contract/messages/message.ts';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { readMail } from '#server/testing/mail-server.ts';
import { wordsIn } from '#server/testing/paper-texts.ts';
import { readPdfText } from '#server/testing/pdf.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { test as atGate } from './support/gate-market.ts';
import { openGate } from './support/gate-phone.ts';
import { test } from './support/market.ts';
import { addSampleShop, lastMonth } from './support/sample-ledgers.ts';
import { type StaffTexts, staffTextsIn } from './support/staff-texts.ts';
import type { Market } from './support/start-market.ts';
import { NIMAL } from './support/ticket-staff.ts';

// A test opens the gate without network, so its service worker must not be blocked.
atGate.use({ serviceWorkers: 'allow' });

const NAMES: Record<Language, string> = { en: 'English', si: 'සිංහල', ta: 'தமிழ்' };
const bare = (text: string) => text.replaceAll(/[\s\u200b-\u200d]/g, '');

for (const [at, language] of languages.entries()) {
  const texts = staffTextsIn(language);
  const says = (key: ApiMessageKey, values = {}) => message(key, values, language);

  const tag = language === 'si' ? [] : ['@nightly'];
  test(`in ${language} a price is published, a payment has its receipt, an invoice is mailed`, { tag }, async ({
    page,
    market,
    postOffice,
  }) => {
    const shop = `L-${at + 1}`;
    await addSampleShop(market, shop, {}, `${language}@example.com`);
    await page.goto(`${market.url}/login`);
    await page.getByRole('button', { name: NAMES[language] }).click();
    await page.getByLabel(texts['session.login.email']).fill('superadmin@example.com');
    await page.getByLabel(texts['session.login.password'], { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: texts['session.login.submit'], exact: true }).click();
    await page.waitForURL('**/admin-dashboard');

    const price = 6100 + at;
    await publishPrice(page, { market, texts, price, line: at });
    await expect(page.getByText(says('prices.publish.done'))).toBeVisible();
    await page.goto(`${market.url}${language === 'en' ? '' : `/${language}`}/home-dailyprice`);
    await expect(page.getByText(price.toLocaleString('en-LK')).first()).toBeVisible();

    await chooseLanguageOfPapers(page, market, { shop, language });
    await page.goto(`${market.url}/make-payment?shop=${shop}`);
    await page.getByLabel(texts['payments.form.amount.label']).fill('5000');
    await page.getByRole('button', { name: texts['payments.make.save'] }).click();
    await page.getByRole('dialog').getByRole('button', { name: texts['payments.form.confirm.action'] }).click();
    await expect(page.getByText(texts['payments.form.done'])).toBeVisible();
    const [before = ''] = texts['payments.done.receipt'].split('{');
    await page.getByRole('link', { name: new RegExp(`^${before}\\d+$`) }).click();
    const receipt = page.getByRole('article');
    for (const key of ['documents.receipt.date', 'documents.receipt.method', 'documents.signature'] as const)
      await expect(receipt).toContainText(says(key));
    await expect(receipt).toContainText(says('documents.amount', { figure: '5,000.00' }));
    await expectNoAxeFindings(page);

    const invoice = `INV-${shop}-${lastMonth.replace('-', '')}`;
    await page.goto(`${market.url}/invoices?search=${invoice}`);
    await page.getByRole('checkbox', { name: texts['ui.table.selectPage'] }).check();
    await page.getByRole('button', { name: texts['invoices.selection.send'] }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: texts['invoices.send.confirm.action'], exact: true })
      .click();
    await expect.poll(() => postOffice.taken.some(({ to }) => to === `${language}@example.com`)).toBe(true);
    const taken = postOffice.taken.find(({ to }) => to === `${language}@example.com`);
    if (!taken) throw new Error('no email');
    const { text, attachment } = readMail(taken);
    expect(text).toContain(says('mail.invoice.greeting', { name: `Sunil Bandara of ${shop}` }));
    const drawn = wordsIn((await readPdfText(attachment ?? Buffer.alloc(0))).join('\n'));
    const labels = ['invoice.customerCopy', 'invoice.officeCopy', 'tenant', 'invoice.label.total_amount', 'signature'];
    for (const key of labels) expect(drawn).toContain(wordsIn(says(`documents.${key}` as ApiMessageKey)));
    expect(drawn).toContain(wordsIn(says('documents.invoice.late', { day: 15, rate: 30 })));
    for (const figure of [invoice, says('documents.amount', { figure: '11,800.00' })])
      expect(drawn).toContain(wordsIn(figure));
  });

  const gateTag = language === 'ta' ? [] : ['@nightly'];
  atGate(`in ${language} a ticket is issued and printed without network`, { tag: gateTag }, async ({ openPhone }) => {
    const phone = await openPhone(NIMAL);
    const page = await openGate(phone);
    await page.getByRole('button', { name: NAMES[language], exact: true }).click();
    await page.getByLabel(texts['gate-app.openShift.cash']).fill('');
    await page.locator('form button[type=submit]').first().click();
    await phone.setOffline(true);
    await page
      .getByRole('button', { name: /20(?!\d)/ })
      .first()
      .click();
    const last = page.getByRole('region', { name: texts['gate-app.last.label'] });
    await expect(last.locator('.number')).toHaveText(/-\d+$/);
    const number = (await last.locator('.number').textContent()) ?? '';
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    await page.getByRole('button', { name: texts['gate-app.last.print'], exact: true }).click();
    await expect(page.locator('body[data-printed=yes]')).toBeAttached();
    await page.emulateMedia({ media: 'print' });
    const paper = bare(await page.locator('body').innerText());
    for (const text of [number, says('ticket-paper.price', { figure: '20.00' }), says('ticket-paper.sanitation')])
      expect(paper).toContain(bare(text));
    await phone.setOffline(false);
  });
}

interface NewPrice {
  market: Market;
  texts: StaffTexts;
  price: number;
  line: number;
}

async function publishPrice(page: Page, { market, texts, price, line }: NewPrice): Promise<void> {
  await page.goto(`${market.url}/add-dailyprice`);
  const cells = page.locator('[data-line]').nth(line).getByRole('textbox');
  await cells.nth(0).fill(String(price));
  await cells.nth(1).fill(String(price + 10));
  await page.getByRole('button', { name: texts['prices.sheet.save'] }).click();
  // The price is far from the last one, so the sheet asks for confirmation.
  await page.getByRole('dialog').getByRole('button').last().click();
}

async function chooseLanguageOfPapers(
  page: Page,
  { url }: Market,
  { shop, language }: { shop: string; language: Language },
): Promise<void> {
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`;
  const listed = await page.request.get(`${url}/api/tenants`, { headers: { authorization } });
  const tenants = (await listed.json()) as { tenant_id: number; shop_id: string }[];
  const id = tenants.find(({ shop_id }) => shop_id === shop)?.tenant_id;
  const data = { agreement_number: '', agreement_note: '', language };
  const changed = await page.request.put(`${url}/api/tenancies/${id}/agreement`, { headers: { authorization }, data });
  expect(changed.status()).toBe(200);
}
