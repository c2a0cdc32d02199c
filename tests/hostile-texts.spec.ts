import { type BrowserContext, expect, type Page } from '@playwright/test';
import { inLanguage, languages } from '#contract/languages.ts';
import { reportNames } from '#contract/reports.ts';
import { loadRenderer } from '#server/http/assets/web-build.ts';
import { readMail } from '#server/testing/mail-server.ts';
import { readPdfText } from '#server/testing/pdf.ts';
import { readWorkbook } from '#server/testing/workbook.ts';
import { officePages } from '#web/office/pages-data.ts';
import { fillWithTexts, type Hostile, SHOP, SHUT, TEXTS } from './support/hostile-market.ts';
import { test as base, mailsThrough } from './support/market.ts';
import { openScreen } from './support/office-screens.ts';
import { saveFile } from './support/read-download.ts';
import { sampleToday } from './support/sample-ledgers.ts';
import { type Market, startMarket } from './support/start-market.ts';

interface Attacked {
  market: Market;
  hostile: Hostile;
}

let attacked: Attacked | undefined;

const test = base.extend<{ market: Market; hostile: Hostile }>({
  market: async ({ browserName: _ }, use) => use((attacked as Attacked).market),
  hostile: async ({ browserName: _ }, use) => use((attacked as Attacked).hostile),
});

test.beforeAll(async ({ browser, postOffice }) => {
  const market = await startMarket('empty', mailsThrough(postOffice));
  const hostile = await fillWithTexts(market, browser);
  await watch(hostile.context);
  attacked = { market, hostile };
});

test.afterAll(async () => {
  await attacked?.hostile.context.close();
  await attacked?.market.stop();
});

/** Parts of the scripts within a page, which are made small by the build. */
const OWN_SCRIPTS = [
  'performance.getEntriesByType(`navigation`)',
  '.toggleAttribute(`data-down`',
  '.toggleAttribute(`data-staff`',
  'try{\nconst s=localStorage;',
  '{const r=document.documentElement,',
  "{const l=document.getElementById('later');",
];

const shown = new Set<string>();

async function watch(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const ran: string[] = [];
    Object.defineProperty(globalThis, 'ran', { value: ran });
    Object.defineProperty(globalThis, 'hit', { set: (value) => ran.push(`hit ${value}`) });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      ran.push(`${effectiveDirective} stopped ${blockedURI} ${sample}`),
    );
    window.print = () => {};
  });
}

async function look(page: Page, url: string): Promise<void> {
  const found = await page.evaluate((own) => {
    const values = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
    const made = [
      ...document.querySelectorAll('[onerror], [onload], img[src="x"], a[href^="javascript:" i], svg[onload]'),
      ...[...document.scripts].filter(
        ({ type, text }) => !type.includes('json') && text !== '' && !own.some((part) => text.includes(part)),
      ),
    ];
    return {
      text: [document.body.innerText, ...values].join('\n'),
      ran: (globalThis as unknown as { ran: string[] }).ran,
      made: made.map(({ outerHTML }) => outerHTML.slice(0, 200)),
    };
  }, OWN_SCRIPTS);
  expect(found.ran, url).toEqual([]);
  expect(found.made, url).toEqual([]);
  // Lists shorten long texts, so only the beginning of each text is compared, up to the end of its first tag.
  for (const [mark, text] of Object.entries(TEXTS)) {
    if (found.text.includes(text.slice(0, text.indexOf('>') + 1))) shown.add(mark);
  }
}

async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('h1, article, main p').first().waitFor({ timeout: 60_000 });
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await look(page, url);
}

async function visitScreen(page: Page, path: string): Promise<void> {
  await openScreen(page, path);
  await look(page, path);
}

async function openPage({ context }: Hostile, market: Market): Promise<Page> {
  const page = await context.newPage();
  page.on('dialog', () => expect('a dialog of a text').toBe('none'));
  page.on('request', (request) => expect(new URL(request.url()).origin).toMatch(new RegExp(`^(${market.url}|null)$`)));
  return page;
}

function fill(path: string, { product, publication, tenant, payment, vehicle }: Hostile): string {
  const id: Record<string, number> = { product, news: publication, 'edit-product': product, 'edit-tenant': tenant };
  const [, place = ''] = path.split('/');
  return path
    .replace(':id', String(place === 'edit-shop' ? SHOP : (id[place] ?? publication)))
    .replace(':shopId', SHOP)
    .replace(':productId', String(product))
    .replace(':paymentId', String(payment))
    .replace(':number', `V${vehicle}`)
    .replace(':date', sampleToday);
}

const ASKED = encodeURIComponent(`"'><img src=x onerror=window.hit=1></script><script>window.hit=2</script>`);

test('these tests detect a text that became markup', async ({ market, hostile }) => {
  const page = await openPage(hostile, market);
  for (const path of ['/', '/admin-dashboard', '/gate']) {
    await page.goto(market.url + path);
    await look(page, path);
    await page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), TEXTS['m-shop']);
    await expect(look(page, path)).rejects.toThrow();
  }
  await page.close();
});

const WITH_TEXTS = ['/', '/home-dailyprice', '/news', `/home-dailyprice?date=${SHUT}`];

test('every text of the market is plain text on the public pages', async ({ market, hostile }) => {
  const page = await openPage(hostile, market);
  shown.clear();
  const { publicPages } = await loadRenderer();
  const others = publicPages.map(({ path }) => path).filter((path) => !WITH_TEXTS.includes(path));
  for (const [at, language] of languages.entries()) {
    // Pages that show none of these texts are visited here in one language each. The nightly test looks for every text
    // on every screen.
    const byTurn = others.filter((_, place) => place % languages.length === at);
    for (const path of [...WITH_TEXTS, ...byTurn])
      await visit(page, market.url + inLanguage(language, fill(path, hostile)));
  }
  for (const path of ['/home-dailyprice', '/news', '/product/1/chart', '/contact', `/${ASKED}`]) {
    await visit(page, `${market.url}${path}?q=${ASKED}&type=${ASKED}&date=${ASKED}&page=${ASKED}&range=${ASKED}`);
  }
  const marks = ['m-good', 'm-good-si', 'm-good-ta', 'm-topic', 'm-topic-si', 'm-topic-ta', 'm-news', 'm-news-si'];
  expect([...shown]).toEqual(expect.arrayContaining([...marks, 'm-news-ta', 'm-shut', 'm-shut-si', 'm-shut-ta']));
  await page.close();
});

test('every text of the market is plain text on every screen of the office, on paper and at the gate', {
  tag: '@nightly',
}, async ({ market, hostile }) => {
  const page = await openPage(hostile, market);
  shown.clear();
  for (const path of Object.keys(officePages)) await visitScreen(page, fill(path, hostile));
  for (const path of ['/invoices', '/view-products'])
    await visitScreen(page, `${path}?search=${ASKED}&status=${ASKED}&sort=${ASKED}`);
  await visitScreen(page, `/market-calendar?year=${SHUT.slice(0, 4)}`);
  const reasons = ['m-gone', 'm-balance', 'm-void'];
  for (const reason of reasons) await visitScreen(page, `/system-logs?search=${reason}`);
  for (const tab of ['invoices', 'payments', 'statement']) await visitScreen(page, `/shop-summary/${SHOP}?tab=${tab}`);
  for (const path of ['/gate', `/gate/check/V${hostile.vehicle}`, '/api/docs']) await visit(page, market.url + path);
  await page.goto(`${market.url}/invoices`);
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: /^Print Selected/ }).click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('dialog').getByRole('button', { name: 'Print' }).click();
  const sheets = await opening;
  await sheets.getByText(/marked as printed\./).waitFor();
  await look(sheets, '/print/invoices');
  await sheets.close();
  expect(Object.keys(TEXTS).filter((mark) => !shown.has(mark))).toEqual([]);
  await page.close();
});

test('after sign-in the reader remains on this origin, whatever the address contains', async ({ market, hostile }) => {
  const page = await openPage(hostile, market);
  for (const next of [
    '//evil.example',
    'https:evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    'javascript:hit=1',
  ]) {
    await page.goto(`${market.url}/login?next=${encodeURIComponent(next)}`);
    await page.waitForURL(`${market.url}/admin-dashboard`);
    await look(page, next);
  }
  await page.close();
});

test('a text that looks like a formula is text in every spreadsheet', { tag: '@nightly' }, async ({
  market,
  hostile,
}) => {
  const page = await openPage(hostile, market);
  const cells: unknown[] = [];
  const read = (file: Buffer) => {
    for (const { xml, rows } of readWorkbook(file)) {
      expect(xml).not.toMatch(/<f[ >]|<hyperlink/);
      cells.push(...rows.flat().map((cell) => cell?.value));
    }
  };
  for (const path of [
    '/invoices',
    '/view-payments',
    '/system-logs',
    '/vehicle-ticketing',
    '/gate-shifts',
    '/admin-dashboard',
    '/view-shops',
    '/view-tenants',
    '/view-products',
    '/view-dailyprices',
    '/view-publications?type=news',
    `/market-calendar?year=${SHUT.slice(0, 4)}`,
    `/product-summary/${hostile.product}`,
  ]) {
    await page.goto(market.url + path);
    read((await saveFile(page, 'Export to Excel')).content);
  }
  await page.goto(`${market.url}/shop-summary/${SHOP}`);
  read((await saveFile(page, 'Export Summary')).content);
  for (const name of reportNames)
    read(await fetchFile(market, hostile, `/api/${name}/monthly-income${THIS_MONTH}&format=xlsx`));
  const ofBooks = ['m-shop', 'm-place', 'm-tenant', 'm-phone', 'm-home', 'm-note', 'm-corrected'] as const;
  const ofGoods = ['m-good', 'm-good-si', 'm-topic', 'm-news', 'm-shut', 'M-CAR', 'm-cash'] as const;
  const marks = [...ofBooks, ...ofGoods];
  expect(cells).toEqual(expect.arrayContaining(marks.map((mark) => TEXTS[mark])));
  const csv = (await fetchFile(market, hostile, `/api/v1/years/${sampleToday.slice(0, 4)}/prices.csv`)).toString();
  expect(csv).toContain(`,"'${TEXTS['m-good'].replaceAll('"', '""')}",`);
  await page.close();
});

const THIS_MONTH = `?year=${sampleToday.slice(0, 4)}&month=${sampleToday.slice(5, 7)}`;

async function fetchFile({ url }: Market, { token }: Hostile, path: string): Promise<Buffer> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status, path).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/**
 * Returns the objects of a PDF without their streams, because compressed bytes may contain any short name by chance.
 */
function readPdfObjects(pdf: Buffer): string {
  return pdf.toString('latin1').replaceAll(/\bstream\n[\s\S]*?\nendstream\b/g, '');
}

const ACTIONS = /\/(JavaScript|JS|OpenAction|AA|Launch|URI|SubmitForm|EmbeddedFile)\b/;

test('in PDFs and mails a text is plain text, and does nothing', async ({ market, hostile, postOffice }) => {
  const { payment, invoice } = hostile;
  const paths = [`/api/payments/${payment}/receipt/pdf`, `/api/invoices/${invoice}/pdf`];
  paths.push(...reportNames.map((name) => `/api/${name}/monthly-income${THIS_MONTH}`));
  for (const path of paths) {
    const pdf = await fetchFile(market, hostile, path);
    const objects = readPdfObjects(pdf);
    expect(objects, path).toMatch(/\/Type \/Page\b/);
    expect(objects, path).not.toMatch(ACTIONS);
    const text = (await readPdfText(pdf)).join('').replaceAll(/\s/g, '');
    expect(text, path).toContain(TEXTS['m-shop'].replaceAll(' ', ''));
  }

  const sent = await fetch(`${market.url}/api/email/send-email`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hostile.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ invoices: [{ invoice_id: invoice }] }),
  });
  expect(await sent.json()).toMatchObject({ results: [{ success: true }] });
  const taken = postOffice.taken.find(({ to }) => to === 'nimal@example.com');
  const mail = readMail(taken ?? { from: '', to: '', raw: '' });
  expect(mail.headers.filter((line) => /^(to|bcc|cc|subject):/i.test(line))).toHaveLength(2);
  expect(taken?.raw).not.toMatch(/content-type: text\/html/i);
  expect(mail.text).toContain(TEXTS['m-shop']);
});
