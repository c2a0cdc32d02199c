import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { readPdfText } from '#server/testing/pdf.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { PUBLIC_URL, test } from './support/market.ts';

const PHONE = { width: 360, height: 740 };
const LANGUAGES = ['en', 'si', 'ta'] as const;

async function latestDay(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/prices`);
  return (await answer.json()).date;
}

async function collectShared(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(globalThis, { shared });
    navigator.share = async (data) => {
      shared.push(data?.text ?? '');
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { shared: string[] }).shared);
}

test('on a Sinhala phone a tap on a card, on the product page and on the list opens the share sheet with one SMS', async ({
  browser,
  market,
}) => {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const shared = await collectShared(page);
  await page.goto(`${market.url}/si/home-dailyprice?view=cards&q=thakkali`);
  await page.waitForLoadState('networkidle');
  await page.locator('li.price').getByRole('link', { name: 'බෙදාගන්න: තක්කාලි' }).tap();
  const shareInBar = page.locator('search').getByRole('link', { name: 'බෙදාගන්න' });
  await shareInBar.tap();
  await page.getByRole('searchbox').fill('');
  await shareInBar.tap();
  const [card = '', only = '', list = ''] = await shared();
  expect(only).toBe(card);
  expect(card).toMatch(/^තක්කාලි රු\.[\d,]+-[\d,]+\/කිලෝ .*\nhttps:\/\/pola\.example\.lk\/si\/p\/\d+$/);
  expect(list).toMatch(/^මිල ලැයිස්තුව .*\nhttps:\/\/pola\.example\.lk\/si\/d\/\d{4}-\d\d-\d\d$/);
  for (const text of [card, list]) expect([...text].join('').length).toBeLessThanOrEqual(70);
  expect(page.url()).toContain('/si/home-dailyprice');

  const [, short = ''] = card.split(PUBLIC_URL);
  await page.goto(market.url + short);
  await expect(page).toHaveURL(/\/si\/product\/\d+\/chart$/);
  await page.waitForLoadState('networkidle');
  await page.locator('.share-bar').getByRole('link', { name: 'බෙදාගන්න' }).tap();
  expect(await shared()).toEqual([card]);

  const [, day = ''] = list.split(PUBLIC_URL);
  await page.goto(market.url + day);
  await expect(page).toHaveURL(/\/si\/home-dailyprice\?date=/);
  await context.close();
});

test('a browser that cannot share offers WhatsApp, copying and the picture', async ({ browser, market }) => {
  const context = await browser.newContext({ viewport: PHONE, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
  await page.goto(`${market.url}/home-dailyprice?view=cards&q=tomato`);
  await page.waitForLoadState('networkidle');
  await page.locator('li.price').getByRole('link', { name: 'Share: Tomato' }).first().click();
  const menu = page.getByRole('dialog', { name: 'Share' });
  const text = (await menu.locator('.share-text').textContent()) ?? '';
  expect(text).toMatch(/^Tomato: Rs\. [\d,]+-[\d,]+ per kg, .*\nhttps:\/\/pola\.example\.lk\/p\/\d+$/);
  await expect(menu.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    `https://wa.me/?text=${encodeURIComponent(text)}`,
  );
  await menu.getByRole('button', { name: 'Copy' }).click();
  await expect(menu.getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  await expectNoAxeFindings(page);
  const picture = await menu.getByRole('link', { name: 'Picture' }).getAttribute('href');
  expect((await fetch(market.url + picture)).headers.get('content-type')).toBe('image/png');
  await menu.getByRole('button', { name: 'Close' }).click();
  await expect(menu).toHaveCount(0);
  await context.close();
});

for (const language of LANGUAGES) {
  const tag = language === 'ta' ? [] : ['@nightly'];
  test(`Download PDF saves the list of the day, with the figures of the page: ${language}`, { tag }, async ({
    page,
    market,
  }) => {
    const prefix = language === 'en' ? '' : `/${language}`;
    await page.goto(`${market.url}${prefix}/home-dailyprice`);
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: /PDF/ }).click();
    const download = await saving;
    const date = await latestDay(market.url);
    expect(download.suggestedFilename()).toBe(`prices-${date}-${language}.pdf`);
    const pages = await readPdfText(readFileSync(await download.path()));
    expect(pages).toHaveLength(1);
    await page.goto(`${market.url}${prefix}/print/prices/${date}`);
    const sheet = (await page.locator('.sheet').textContent()) ?? '';
    const digits = (text: string) => text.replaceAll(/\D/g, '');
    expect(digits(pages.join(''))).toBe(digits(sheet));
  });
}

test('the poster is one sheet in three languages, and names the public address', async ({ page, market }) => {
  await page.setViewportSize(PHONE);
  await page.goto(`${market.url}/si/print/poster`);
  for (const title of ['Today’s prices on your phone', 'අද මිල ගණන් ඔබේ දුරකථනයෙන්', 'இன்றைய விலைகள் உங்கள் தொலைபேசியில்'])
    await expect(page.getByText(title)).toBeVisible();
  await expectNoSidewaysScroll(page);
  const printed = await readPdfText(await page.pdf({ preferCSSPageSize: true }));
  expect(printed).toHaveLength(1);
});
