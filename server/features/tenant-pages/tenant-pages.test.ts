/** @module-tag sqlite-only */
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenantPages } from '#contract/tenant-pages.ts';
import { tenants } from '#contract/tenants.ts';
import { AuditKey } from '../../db/seal/audit-key.ts';
import { serveBuiltWeb } from '../../http/assets/web-build.ts';
import { openTestApp } from '../../testing/app-context.ts';
import { diceOf } from '../../testing/dice.ts';
import { officeAt, type TestOffice } from '../../testing/office.ts';
import { readPdfQr, readPdfText } from '../../testing/pdf.ts';
import { deleteOldRows } from '../schedule/start-schedule.ts';
import { readPageLink, signsLink } from '../tenant-links/page-link.ts';

const PUBLIC_URL = 'https://pola.example';

interface Market {
  office: TestOffice;
  /** Of the shops A-1 and A-2. */
  ids: readonly [number, number];
  pathOf(id: number): Promise<string>;
  get(path: string): ReturnType<TestOffice['app']['send']>;
}

async function openMarket({ isOn = true } = {}): Promise<Market> {
  const app = await openTestApp({ PUBLIC_URL }, undefined, serveBuiltWeb);
  onTestFinished(() => app.close());
  const office = officeAt(app);
  office.goTo('2026-10-05');
  await office.let('A-1');
  await office.let('A-2', { shop_name: 'Sunil Stores', rent_amount: 7777 });
  const listed = await office.ask(tenants.list, {});
  const idOf = (shop: string) => listed.find(({ shop_id }) => shop_id === shop)?.tenant_id ?? 0;
  if (isOn) await office.ask(tenantPages.setSettings, { body: { is_on: true }, role: 'superadmin' });
  return {
    office,
    ids: [idOf('A-1'), idOf('A-2')],
    async pathOf(id) {
      const { address } = await office.ask(tenantPages.get, { params: { id: String(id) } });
      return new URL(address ?? 'https://pola.example/none').pathname;
    },
    get: (url) => app.send({ url }),
  };
}

test('by default no tenant has a page, and papers have no address', async () => {
  const { office, ids, get } = await openMarket({ isOn: false });
  expect(await office.ask(tenantPages.get, { params: { id: String(ids[0]) } })).toMatchObject({
    address: null,
    is_on: false,
  });
  const invoice = await office.generate('A-1', '2026-10');
  const papers = await office.ask(invoices.papers, { body: { invoice_ids: [invoice.invoice_id] } });
  expect(papers.invoices[0]).not.toHaveProperty('tenant_page');
  await office.ask(tenantPages.setSettings, { body: { is_on: true }, role: 'superadmin' });
  const { address } = await office.ask(tenantPages.get, { params: { id: String(ids[0]) } });
  await office.ask(tenantPages.setSettings, { body: { is_on: false }, role: 'superadmin' });
  expect((await get(new URL(address ?? '').pathname)).statusCode).toBe(404);
});

test('a tenant sees what the office sees, in three languages, on a page that nobody stores', async () => {
  const { office, ids, pathOf, get } = await openMarket();
  await office.generate('A-1', '2026-10');
  await office.pay('A-1', 1000, '2026-10-05');
  await office.pay('A-1', 2000, '2026-10-05', { paymentMethod: 'Bank Transfer' });
  await office.pay('A-1', 300.5, '2026-10-05', { paymentMethod: 'Cheque', chequeDate: '2026-10-20' });
  const path = await pathOf(ids[0]);
  const answer = await get(path);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  const html = answer.body;
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toMatch(/<script [^>]*src|(src|action)="https?:/);
  const { total_owed } = await office.summaryOf('A-1');
  expect(total_owed).toBe(8499.5);
  for (const text of [
    'Rs. 8,499.50',
    'Rs. 1,000.00',
    'to be confirmed by the bank',
    'cheque of 20 October 2026, not cleared yet',
  ])
    expect(html).toContain(text);
  expect(html).not.toContain('Sunil');
  expect(gzipSync(html).length).toBeLessThan(30_000);
  expect((await get(`/si${path}`)).body).toContain('ගෙවිය යුතු මුදල');
  const tamil = (await get(`/ta${path}`)).body;
  expect(tamil).toContain('செலுத்த வேண்டிய தொகை');
  expect(tamil).toContain(`href="/si${path}"`);
});

test('a page of five years has at most 30 kB', { tags: ['slow'] }, async () => {
  const { office, ids, pathOf, get } = await openMarket();
  for (let year = 2021; year <= 2025; year += 1)
    for (let month = 1; month <= 12; month += 1) {
      const written = `${year}-${String(month).padStart(2, '0')}`;
      office.goTo(`${written}-05`);
      await office.generate('A-1', written);
      await office.pay('A-1', 11_800 - month, `${written}-05`, { paymentMethod: 'Bank Transfer' });
    }
  const { body } = await get(`/ta${await pathOf(ids[0])}`);
  expect(body.match(/<details/g)?.length).toBe(60);
  expect(gzipSync(body).length).toBeLessThan(30_000);
});

test('a wrong, altered, earlier, revoked or erased link has one answer, and no other tenancy is in it', async () => {
  const { office, ids, pathOf, get } = await openMarket();
  const [one, other] = ids;
  const path = await pathOf(one);
  const wrong = await get('/my/nothing');
  expect([wrong.statusCode, wrong.body.includes('Nimal')]).toEqual([404, false]);
  const isWrong = async (link: string) => {
    const { statusCode, body, headers } = await get(link);
    expect([link, statusCode, body, headers['cache-control']]).toEqual([link, 404, wrong.body, 'no-store']);
  };
  const code = path.slice(path.indexOf('-') + 1);
  await isWrong(`/my/${other}-${code}`);
  await isWrong(`/my/${one}-${code.slice(1)}`);
  await isWrong(`/my/0${one}-${code}`);
  await isWrong(`/my/${one}`);
  await isWrong(`/my/99999999999999-${code}`);
  await office.ask(tenantPages.renew, { params: { id: String(one) } });
  const renewed = await pathOf(one);
  expect(renewed).not.toBe(path);
  await isWrong(path);
  expect((await get(renewed)).statusCode).toBe(200);
  await office.ask(tenantPages.revoke, { params: { id: String(one) }, role: 'cashier' });
  await isWrong(renewed);
  expect(await office.ask(tenantPages.get, { params: { id: String(one) } })).toMatchObject({
    address: null,
    is_revoked: true,
  });
  await office.ask(tenantPages.renew, { params: { id: String(one) } });
  expect((await get(await pathOf(one))).statusCode).toBe(200);
  const events = (await office.auditLog()).map(({ event_type }) => event_type);
  expect(events.filter((type) => type.startsWith('Tenant Page'))).toEqual([
    'Tenant Pages Set',
    'Tenant Page Link Renewed',
    'Tenant Page Link Revoked',
    'Tenant Page Link Renewed',
  ]);
});

test('whoever takes a shop over has another link, and an erased tenant has none', async () => {
  const { office, ids, pathOf, get } = await openMarket();
  const [one] = ids;
  const path = await pathOf(one);
  await office.ask(tenancies.end, { params: { id: String(one) }, body: { last_day: '2026-10-05' } });
  const next = { name: 'Kamala', contact: '071 1', address: 'Matale', email: '', shop_id: 'A-1', from: '2026-10-06' };
  office.goTo('2026-10-06');
  await office.ask(tenants.add, { body: next });
  expect((await get(path)).body).not.toContain('Kamala');
  const body = { reason: 'Asked for it' };
  await office.ask(tenancies.erasePersonalData, { params: { id: String(one) }, body, role: 'superadmin' });
  expect((await get(path)).statusCode).toBe(404);
  await office.refused(tenantPages.renew, { params: { id: String(one) } }, 'personal_data_erased');
});

test('papers have the address and its code, and the page serves the papers of its tenancy and of no other', {
  tags: ['slow'],
}, async () => {
  const { office, ids, pathOf, get } = await openMarket();
  const invoice = await office.generate('A-1', '2026-10');
  const foreign = await office.generate('A-2', '2026-10');
  const { payment } = await office.pay('A-1', 1000, '2026-10-05');
  const ofOther = await office.pay('A-2', 1000, '2026-10-05');
  const path = await pathOf(ids[0]);
  const address = PUBLIC_URL + path;
  expect(await office.ask(payments.receipt, { params: { id: String(payment.payment_id) } })).toMatchObject({
    tenant_page: address,
  });
  const printed = await office.tell(payments.receiptPdf, { params: { id: String(payment.payment_id) } });
  expect(await readPdfQr(printed.rawPayload, 200)).toBe(address);
  const statement = await office.tell(shops.statementPdf, { params: { id: 'A-1' }, role: 'admin' });
  expect(await readPdfQr(statement.rawPayload, 200)).toBe(address);
  const bill = await office.tell(invoices.pdf, { params: { id: invoice.invoice_id } });
  expect(await readPdfQr(bill.rawPayload, 200)).toBe(address);
  for (const name of [`receipt-${payment.payment_id}`, 'statement', invoice.invoice_id]) {
    const paper = await get(`${path}/${name}.pdf`);
    expect([name, paper.statusCode, paper.headers['cache-control']]).toEqual([name, 200, 'no-store']);
    expect((await readPdfText(paper.rawPayload)).join('')).toContain('Nimal');
  }
  const wrong = (await get('/my/nothing')).body;
  for (const name of [`receipt-${ofOther.payment.payment_id}`, foreign.invoice_id, 'receipt-0', 'x', '..%2f..%2fetc'])
    expect([name, (await get(`${path}/${name}.pdf`)).body]).toEqual([name, wrong]);
});

test('visits are counted by day, and the office sees who has opened the page since the newest bill', async () => {
  const { office, ids, pathOf, get } = await openMarket();
  const [one] = ids;
  const path = await pathOf(one);
  const seen = () => office.ask(tenantPages.get, { params: { id: String(one) }, role: 'cashier' });
  await get(path);
  await get(path);
  await get('/my/nothing');
  const days = () => office.app.database.reader.selectFrom('tenant_page_days').selectAll().execute();
  expect(await days()).toEqual([{ tenancy_id: one, day: '2026-10-05', visits: 2 }]);
  expect(await seen()).toMatchObject({ opened_on: '2026-10-05', is_opened_since_bill: false });
  office.goTo('2026-11-01', '00:10:00.000');
  await office.generate('A-1', '2026-11');
  expect(await seen()).toMatchObject({ opened_on: '2026-10-05', is_opened_since_bill: false });
  await get(path);
  expect(await seen()).toMatchObject({ opened_on: '2026-11-01', is_opened_since_bill: true });
  expect(await office.ask(tenantPages.getSettings, {})).toMatchObject({ opened: { count: 1, of: 1 } });
  office.goTo('2028-01-01');
  await deleteOldRows(office.app.database, office.app.clock.now());
  expect(await days()).toEqual([]);
});

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Alters right links at random and returns those that were accepted though they are not right. */
function findAccepted(count: number): string[] {
  const pick = diceOf(20261130);
  const key = new AuditKey('x'.repeat(64));
  const right = Array.from({ length: 144 }, (_, at) => `${at + 1}-${key.signLink(`${at + 1} 2`)}`);
  const rightOnes = new Set(right);
  const accepted: string[] = [];
  for (let tried = 0; tried < count; tried += 1) {
    const [id = '', code = ''] = (right[pick(144)] ?? '').split(/-(.*)/);
    const at = pick(22);
    const altered = [
      `${id}-${code.slice(0, at)}${LETTERS[pick(64)]}${code.slice(at + 1)}`,
      `${1 + pick(200)}-${code}`,
      `${id}-${Array.from({ length: 22 }, () => LETTERS[pick(64)]).join('')}`,
      `${id}-${key.signLink(`${id} ${[1, 3, 20][pick(3)]}`)}`,
    ][tried % 4] as string;
    const read = readPageLink(altered);
    const isAccepted = signsLink(key, { id: read.id, version: 2 }, read.code);
    if (isAccepted !== rightOnes.has(altered)) accepted.push(altered);
  }
  expect(rightOnes.size).toBe(144);
  for (const link of right)
    expect(signsLink(key, { id: readPageLink(link).id, version: 2 }, readPageLink(link).code)).toBe(true);
  return accepted;
}

test('of altered links none opens a page', () => expect(findAccepted(20_000)).toEqual([]));

test('of a million altered links none opens a page', { tags: ['nightly'], timeout: 120_000 }, () =>
  expect(findAccepted(1_000_000)).toEqual([]),
);

test('links of every kind that is not right take the same time, and altered ones over HTTP have one answer', {
  tags: ['slow'],
}, async () => {
  const { office, ids, pathOf, get } = await openMarket();
  const [one, other] = ids;
  const revoked = await pathOf(one);
  await office.ask(tenantPages.revoke, { params: { id: String(one) } });
  const right = await pathOf(other);
  const code = right.slice(right.indexOf('-') + 1);
  const kinds = { revoked, foreign: `/my/${one}-${code}`, unknown: `/my/987654-${code}`, malformed: '/my/x' };
  const times = new Map<string, number[]>();
  const wrong = (await get('/my/x')).body;
  for (let round = 0; round < 120; round += 1)
    for (const [kind, path] of Object.entries(kinds)) {
      const before = performance.now();
      const { body } = await get(path);
      times.set(kind, [...(times.get(kind) ?? []), performance.now() - before]);
      expect(body === wrong, kind).toBe(true);
    }
  const medians = [...times.values()].map((all) => all.toSorted((a, b) => a - b)[60] ?? 0);
  expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(1.5);
  const dice = diceOf(7);
  for (let tried = 0; tried < 300; tried += 1) {
    const at = dice(22);
    const letter = LETTERS[dice(64)];
    const altered = `/my/${other}-${code.slice(0, at)}${letter}${code.slice(at + 1)}`;
    if (altered !== right) expect((await get(altered)).body === wrong, altered).toBe(true);
  }
});
