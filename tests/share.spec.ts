import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { readPdfText } from '#server/testing/pdf.ts';
import { expectAccessible } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { type Market, startMarket } from './support/start-market.ts';

const PUBLIC_URL = 'https://pola.example.lk';
const PHONE = { width: 360, height: 740 };
const LANGUAGES = ['en', 'si', 'ta'] as const;

let market: Market;
test.beforeAll(async () => {
  market = await startMarket('demo', { PUBLIC_URL });
});
test.afterAll(() => market.stop());

async function latestDay(): Promise<string> {
  const answer = await fetch(`${market.url}/api/v1/prices`);
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
}) => {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const shared = await collectShared(page);
  await page.goto(`${market.url}/si/home-dailyprice?view=cards&q=thakkali`);
  await page.waitForLoadState('networkidle');
  await page.locator('li.price').getByRole('link', { name: 'බෙදාගන්න: තක්කාලි' }).tap();
  await page.locator('.list-tools').getByRole('link', { name: 'බෙදාගන්න' }).tap();
  const [card = '', list = ''] = await shared();
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

test('a browser that cannot share offers WhatsApp, copying and the picture', async ({ browser }) => {
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
  await expectAccessible(page);
  const picture = await menu.getByRole('link', { name: 'Picture' }).getAttribute('href');
  expect((await fetch(market.url + picture)).headers.get('content-type')).toBe('image/png');
  await menu.getByRole('button', { name: 'Close' }).click();
  await expect(menu).toHaveCount(0);
  await context.close();
});

test('without scripts every share link leads to WhatsApp or to the page with its links', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  const page = await context.newPage();
  await page.goto(`${market.url}/ta/home-dailyprice?view=cards`);
  const whatsapp = await page.locator('.list-tools a.share').getAttribute('href');
  expect(new URL(whatsapp ?? '').searchParams.get('text')).toContain(`${PUBLIC_URL}/ta/d/`);
  await page.locator('.card-share a').first().click();
  await expect(page).toHaveURL(/\/ta\/product\/\d+\/chart#share$/);
  const product = await page.locator('.share-bar a.share').getAttribute('href');
  expect(product).toMatch(/^https:\/\/wa\.me\/\?text=/);
  const picture = await page.locator('.share-bar').getByRole('link', { name: 'படம்' }).getAttribute('href');
  expect((await fetch(market.url + picture)).status).toBe(200);
  expect(await page.locator('.share-bar button, .list-tools button').count()).toBe(0);
  await context.close();
});

test('Download PDF saves the list of the day as a PDF, with the figures of the page', async ({ page }) => {
  for (const language of LANGUAGES) {
    const prefix = language === 'en' ? '' : `/${language}`;
    await page.goto(`${market.url}${prefix}/home-dailyprice`);
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: /PDF/ }).click();
    const download = await saving;
    const date = await latestDay();
    expect(download.suggestedFilename()).toBe(`prices-${date}-${language}.pdf`);
    const pages = await readPdfText(readFileSync(await download.path()));
    expect(pages).toHaveLength(1);
    await page.goto(`${market.url}${prefix}/print/prices/${date}`);
    const sheet = (await page.locator('.sheet').textContent()) ?? '';
    const digits = (text: string) => text.replaceAll(/\D/g, '');
    expect(digits(pages.join(''))).toBe(digits(sheet));
  }
});

test('a PDF is drawn once and revalidated; too many at once are refused until later, and pages go on', async () => {
  const date = await latestDay();
  const first = await fetch(`${market.url}/price-list/si/${date}.pdf`);
  expect(first.headers.get('content-disposition')).toBe(`attachment; filename="prices-${date}-si.pdf"`);
  expect(first.headers.get('cache-control')).toContain('public');
  const again = await fetch(`${market.url}/price-list/si/${date}.pdf`, {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  const days = Array.from({ length: 9 }, (_, at) => `2026-03-0${at + 1}`);
  const asked = days.flatMap((day) => LANGUAGES.map((language) => `/price-list/${language}/${day}.pdf`));
  const flood = Promise.all(asked.map((path) => fetch(market.url + path)));
  const page = await fetch(`${market.url}/si/home-dailyprice`);
  expect(page.status).toBe(200);
  const answers = await flood;
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(3);
  for (const answer of refused) expect(answer.headers.get('retry-after')).not.toBeNull();
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(2);
});

test('addresses of files that do not exist are not found', async () => {
  const date = await latestDay();
  for (const path of [
    '/price-list/si/2019-01-01.pdf',
    `/price-list/fr/${date}.pdf`,
    `/price-list/si/${date}.png`,
    '/share/si/product/999999.png',
    '/share/si/product/x.png',
    `/share/si/${date}/0.png`,
    `/share/si/${date}/99.png`,
    '/p/x',
    '/d/latest',
  ])
    expect([path, (await fetch(market.url + path)).status]).toEqual([path, 404]);
});

test('the preview of a product has its own picture, price and date', async () => {
  const html = await (await fetch(`${market.url}/si/product/6/chart`)).text();
  const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
  const png = Buffer.from(await (await fetch(market.url + image.slice(PUBLIC_URL.length))).arrayBuffer());
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(html).toMatch(/<meta property="og:description" content="[^"]*රු\. [\d,]+ – [\d,]+ [^"]*2026[^"]*"/);
});

test('the poster is one sheet in three languages, on the page and as a PDF, and links the public address', async ({
  page,
}) => {
  for (const language of LANGUAGES) {
    await page.setViewportSize(PHONE);
    await page.goto(`${market.url}${language === 'en' ? '' : `/${language}`}/print/poster`);
    for (const title of ['Today’s prices on your phone', 'අද මිල ගණන් ඔබේ දුරකථනයෙන්', 'இன்றைய விலைகள் உங்கள் தொலைபேசியில்'])
      await expect(page.getByText(title)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const printed = await page.pdf({ preferCSSPageSize: true });
    expect(await readPdfText(printed)).toHaveLength(1);
  }
  const answer = await fetch(`${market.url}/poster.pdf`);
  const pages = await readPdfText(Buffer.from(await answer.arrayBuffer()));
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('pola.example.lk');
  expect(await (await fetch(`${market.url}/open-data`)).text()).toContain('href="/print/poster"');
});
