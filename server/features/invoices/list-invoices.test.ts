/** @module-tag postgres */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { invoiceSorts, invoices, type ListedInvoice } from '#contract/invoices.ts';
import { shops } from '#contract/shops.ts';
import { openTestApp, TEST_DAY, type TestApp } from '../../testing/app-context.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { officeAt } from '../../testing/office.ts';

let app: TestApp;
let street: TestDatabase;
beforeAll(async () => {
  app = await openTestApp();
  await letShop('A-12', 'Nimal Stores', 8000, 'Nimal Perera');
  await letShop('A-2', 'anura Traders', 12_500.5, 'Zainab Fareed');
  await letShop('B-7', 'Corner shop', 5000, 'ravi Kumar');
  for (const shop_id of ['A-12', 'B-7', 'A-2']) {
    for (const month_year of ['2026-09', '2026-10']) await generate(shop_id, month_year);
  }
  street = await app.freeze();
});
afterAll(() => street.discard());
beforeEach(async () => {
  app = await openTestApp({}, street);
});
afterEach(() => app.close());

const post = async (url: string, payload: object) => {
  const answer = await app.as('admin', { method: 'POST', url, payload });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer;
};
const generate = (shop_id: string, month_year: string) => post('/api/systemsetting/generate', { shop_id, month_year });
const pay = (shop_id: string, amountPaid: number) =>
  post(`/api/payments/by-shop/${shop_id}`, { amountPaid, paymentDate: TEST_DAY });

async function letShop(shop_id: string, shop_name: string, rent_amount: number, tenant: string) {
  await post('/api/shops', { shop_id, shop_name, location: 'Block A', rent_amount, vat_rate: 18, operation_fee: 1000 });
  await post('/api/tenants', {
    name: tenant,
    contact: '000 000 0000',
    address: 'Dambulla',
    email: 'tenant@example.com',
    shop_id,
    from: '2026-09-01',
  });
}

async function list(query: Record<string, string> = {}): Promise<{ rows: ListedInvoice[]; total: number }> {
  const answer = await app.as('manager', { url: `/api/invoices?${new URLSearchParams(query)}` });
  expect(answer.statusCode, answer.body).toBe(200);
  return { rows: invoices.list.answer.parse(answer.json()), total: Number(answer.headers['x-total-count']) };
}
const idsOf = async (query: Record<string, string> = {}) => (await list(query)).rows.map((row) => row.invoice_id);
const print = (id: string, headers: Record<string, string> = {}) =>
  app.as('admin', { method: 'PATCH', url: `/api/invoices/${id}/print`, payload: { printed: true }, headers });
const papers = (invoice_ids: unknown) =>
  app.as('manager', { method: 'POST', url: '/api/invoices/papers', payload: { invoice_ids } });

const OCTOBER = ['INV-A-2-202610', 'INV-A-12-202610', 'INV-B-7-202610'];
const SEPTEMBER = ['INV-A-2-202609', 'INV-A-12-202609', 'INV-B-7-202609'];

test('all invoices are listed, newest month first, with their shop and the billed tenant', async () => {
  const { rows, total } = await list();
  expect(rows.map(({ invoice_id }) => invoice_id)).toEqual([...OCTOBER, ...SEPTEMBER]);
  expect(total).toBe(6);
  expect(rows[1]).toMatchObject({
    shop_id: 'A-12',
    month_year: '2026-10',
    rent_amount: 8000,
    operation_fee: 1000,
    vat_amount: 1620,
    total_arrears: 10_620,
    total_amount: 21_240,
    status: 'Unpaid',
    total_paid: 0,
    printedtime: 0,
    createdAt: '2026-09-30T18:30:00.000Z',
    Shop: {
      shop_name: 'Nimal Stores',
      location: 'Block A',
      Tenant: { name: 'Nimal Perera', contact: '000 000 0000', email: 'tenant@example.com' },
    },
  });
});

test('an invoice keeps the tenant it was made for after the tenant has left and another has come', async () => {
  const { rows } = await list({ shop_id: 'A-12' });
  const tenants = (await app.as('admin', { url: '/api/tenants' })).json<{ tenant_id: number; name: string }[]>();
  const leaving = tenants.find(({ name }) => name === 'Nimal Perera');
  await app.as('admin', { method: 'DELETE', url: `/api/tenants/${leaving?.tenant_id}` });
  await post('/api/tenants', {
    name: 'Kamal Silva',
    contact: '000 000 0001',
    address: 'Matale',
    email: 'kamal@example.com',
    shop_id: 'A-12',
  });
  expect((await list({ shop_id: 'A-12' })).rows).toEqual(rows);
});

test.each([
  ['a shop, whatever the case', 'a-12', ['INV-A-12-202610', 'INV-A-12-202609']],
  ['a part of an invoice id', 'v-b-7-2026', ['INV-B-7-202610', 'INV-B-7-202609']],
  ['words of an invoice id', 'inv b-7 202610', ['INV-B-7-202610']],
  ['the reference label of a payment', 'A-2-202610-53', ['INV-A-2-202610']],
  ['a reference label as a bank writes it', 'a2 202610 53', ['INV-A-2-202610']],
  ['a reference label with a wrong check', 'A-2-202610-54', []],
  ['a month', '2026-09', SEPTEMBER],
  ['a month with a stroke', '2026/10', OCTOBER],
  ['a month before its year', '10/2026', OCTOBER],
  ['a month before its year, with a dash', '9-2026', SEPTEMBER],
  ['a month that is a part of invoice ids by accident', '12-2026', []],
  ['a short name of a month', 'oct 2026', OCTOBER],
  ['a short name of a month with a dash', 'Oct-2026', OCTOBER],
  ['a name of a month that is cut short', 'Sept 2026', SEPTEMBER],
  ['a long name of a month before its year', 'October 2026', OCTOBER],
  ['a long name of a month', '2026 September', SEPTEMBER],
  ['a Sinhala name of a month', 'ඔක්තෝබර් 2026', OCTOBER],
  ['a short Sinhala name of a month', 'සැප් 2026', SEPTEMBER],
  ['a Tamil name of a month', 'ஒக்டோபர் 2026', OCTOBER],
  ['a month without invoices', 'Aug 2026', []],
  ['a part of a shop name', 'corner', ['INV-B-7-202610', 'INV-B-7-202609']],
  ['a shop whose name is written otherwise', 'anuraa', ['INV-A-2-202610', 'INV-A-2-202609']],
  ['a part of a tenant name', 'fareed', ['INV-A-2-202610', 'INV-A-2-202609']],
  ['a tenant whose name is written otherwise', 'farid', ['INV-A-2-202610', 'INV-A-2-202609']],
  ['a year', ' 2026 ', [...OCTOBER, ...SEPTEMBER]],
  ['a sign that stands for any letter in the database', 'a_2', []],
  ['a sign that stands for any text in the database', '%', []],
  ['a sign that takes the meaning from the next one', '\\', []],
  ['a quote', "'", []],
])('the search finds %s', async (_, search, found) => {
  const { rows, total } = await list({ search });
  expect(rows.map(({ invoice_id }) => invoice_id)).toEqual(found);
  expect(total).toBe(found.length);
});

test('the amount due is what is unpaid of the charges of the invoice and its fine, not of earlier months', async () => {
  await post('/api/systemsetting/fine/apply/INV-A-2-202609', {});
  await pay('B-7', 1000);
  const due = async () => new Map((await list()).rows.map((row) => [row.invoice_id, row.amount_due]));
  const before = await due();
  expect(before.get('INV-A-2-202609')).toBe(12_500.5 + 1000 + 2430.09 + 3750.15);
  expect(before.get('INV-A-2-202610')).toBe(12_500.5 + 1000 + 2430.09);
  expect(before.get('INV-A-12-202609')).toBe(8000 + 1000 + 1620);
  await pay('A-12', 10_000);
  await pay('A-12', 100_000);
  const after = await due();
  expect([after.get('INV-A-12-202609'), after.get('INV-A-12-202610')]).toEqual([0, 0]);
  for (const shop of ['A-2', 'A-12', 'B-7']) {
    const { shop: summary } = shops.summary.answer.parse(
      (await app.as('manager', { url: `/api/shops/shop-summary/${shop}` })).json(),
    );
    const listed = (await list({ shop_id: shop })).rows;
    expect(listed.reduce((sum, { amount_due }) => sum + amount_due, 0)).toBeCloseTo(summary.total_owed, 2);
  }
});

test('each tab has the invoices of its status, and Newly Arrived has those that were never printed', {
  tags: ['slow'],
}, async () => {
  await pay('A-12', 12_000);
  await pay('B-7', 1);
  for (const id of SEPTEMBER) await print(id);
  expect(await idsOf({ status: 'paid' })).toEqual(['INV-A-12-202609']);
  expect(await idsOf({ status: 'partly-paid' })).toEqual(['INV-A-12-202610', 'INV-B-7-202609']);
  expect(await idsOf({ status: 'unpaid' })).toEqual(['INV-A-2-202610', 'INV-B-7-202610', 'INV-A-2-202609']);
  expect(await idsOf({ status: 'newly-arrived' })).toEqual(OCTOBER);
  expect(await idsOf({ status: 'arrears' })).toEqual([]);
  expect(await idsOf({ status: 'all' })).toEqual([...OCTOBER, ...SEPTEMBER]);
  const office = officeAt(app);
  office.goTo('2026-12-05');
  await office.ask(invoices.arrest, { body: {} });
  const arrested = await office.ask(invoices.list, { query: { status: 'arrears' } });
  expect(arrested.map((row) => row.invoice_id)).toEqual([...OCTOBER, 'INV-A-2-202609', 'INV-B-7-202609']);
});

test('filters are combined, and an empty filter is ignored', async () => {
  expect(await idsOf({ shop_id: 'a-2', month_year: '2026-10', search: 'inv' })).toEqual(['INV-A-2-202610']);
  const none = { search: '', shop_id: '', month_year: '', status: '', sort: '', order: '', page: '', limit: '' };
  expect(await idsOf(none)).toEqual([...OCTOBER, ...SEPTEMBER]);
});

test('pages follow one another without a gap, and each has the total', async () => {
  const pages = await Promise.all(['1', '2', '3', '4'].map((page) => list({ page, limit: '2' })));
  expect(pages.flatMap(({ rows }) => rows.map((row) => row.invoice_id))).toEqual([...OCTOBER, ...SEPTEMBER]);
  expect(pages.map(({ total }) => total)).toEqual([6, 6, 6, 6]);
  expect(pages.at(-1)?.rows).toEqual([]);
  expect((await list({ search: 'B-7', limit: '1', page: '2' })).total).toBe(2);
});

/** Compares in natural order: A-2 before A-12. */
const byNumber = new Intl.Collator('en', { numeric: true }).compare;

test.each(invoiceSorts)('the list is sorted by %s in both directions', async (sort) => {
  await pay('A-12', 4000);
  const figureOf = (row: ListedInvoice): string | number => {
    if (sort === 'shop_name') return row.Shop.shop_name.toLowerCase();
    if (sort === 'tenant_name') return row.Shop.Tenant?.name.toLowerCase() ?? '';
    return row[sort];
  };
  for (const order of ['asc', 'desc'] as const) {
    const values = (await list({ sort, order })).rows.map(figureOf);
    const turn = order === 'asc' ? 1 : -1;
    const compare = (a: string | number, b: string | number) =>
      sort === 'shop_id' || sort === 'invoice_id' ? byNumber(String(a), String(b)) : a < b ? -1 : Number(a > b);
    expect(values).toEqual(values.toSorted((a, b) => turn * compare(a, b)));
    expect(values).toHaveLength(6);
  }
});

test.each([
  ['status', 'paid-up'],
  ['sort', 'Shop'],
  ['order', 'up'],
  ['page', '0'],
  ['page', '1.5'],
  ['limit', '201'],
  ['month_year', '2026-13'],
  ['shop_id', 'A 12'],
  ['search', 'x'.repeat(61)],
])('a query with %s=%s is refused by that name', async (field, value) => {
  const answer = await app.as('manager', { url: `/api/invoices?${new URLSearchParams({ [field]: value })}` });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().details).toEqual([{ field, message: expect.stringMatching(/\S/) }]);
});

test('a deleted invoice is no longer listed, printed or marked', async () => {
  const id = 'INV-B-7-202610';
  await app.as('admin', { method: 'DELETE', url: `/api/systemsetting/invoice/${id}`, payload: {} });
  expect(await idsOf({ shop_id: 'B-7' })).toEqual(['INV-B-7-202609']);
  expect((await papers([id])).json()).toMatchObject({ code: 'invoice_not_found', message: `Invoice ${id} not found.` });
  expect((await print(id)).statusCode).toBe(404);
  await generate('B-7', '2026-10');
  expect(await idsOf({ shop_id: 'B-7' })).toEqual([id, 'INV-B-7-202609']);
});

test('papers are in the requested order, with the name of the market, and nothing is recorded', async () => {
  const before = await list();
  const answer = await papers(['inv-b-7-202609', 'INV-A-12-202610']);
  const { centre, invoices: sheets } = invoices.papers.answer.parse(answer.json());
  const listed = ['INV-B-7-202609', 'INV-A-12-202610'].map((id) => before.rows.find((row) => row.invoice_id === id));
  expect(listed).toMatchObject(sheets);
  expect(sheets).toHaveLength(2);
  expect(centre).toEqual({
    name: 'Pola Economic Centre',
    address: 'Example Road, Dambulla',
    phones: ['000 000 2001', '000 000 2002'],
    vat_registration: '000000000-2000 (example)',
    bank: 'Example State Bank, current account 0000-0000-2000, Dambulla branch',
  });
  expect(await list()).toEqual(before);
});

test.each([
  ['none', [], 'Please select at least one invoice to print.'],
  ['501', Array.from({ length: 501 }, () => 'INV-A-12-202610'), 'You can print up to 500 invoices at a time.'],
  ['no list', 'INV-A-12-202610', 'The invoices must be a list.'],
])('papers of %s are refused', async (_, ids, sentence) => {
  const answer = await papers(ids);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toContain(sentence);
});

test('each print adds one to the count and is recorded with the person and the invoices', async () => {
  expect((await print('inv-a-12-202610')).json()).toEqual({ message: 'Invoice marked as printed.', printedtime: 1 });
  expect((await print('INV-A-12-202610')).json()).toMatchObject({ printedtime: 2 });
  const { rows } = await list({ shop_id: 'A-12' });
  expect(rows.map(({ printedtime }) => printedtime)).toEqual([2, 0]);
  const entries = await app.database.reader
    .selectFrom('audit_log')
    .selectAll()
    .where('event_type', '=', 'Invoice Printed')
    .orderBy('id')
    .execute();
  expect(entries).toHaveLength(2);
  for (const entry of entries) {
    expect(entry).toMatchObject({ shop_id: 'A-12', invoice_id: 'INV-A-12-202610', user_actioned: 'admin@example.com' });
  }
});

test('a print reported twice with the same key counts once; one that sends no key counts too', async () => {
  for (const _ of [1, 2]) {
    const headers = { 'idempotency-key': 'print-window-1' };
    expect((await print('INV-B-7-202610', headers)).json()).toMatchObject({ printedtime: 1 });
  }
  const bare = await app.as('admin', { method: 'PATCH', url: '/api/invoices/INV-B-7-202610/print' });
  expect(bare.json()).toMatchObject({ printedtime: 2 });
});

test('an invoice that was not printed cannot be reported as printed, and a manager marks nothing', async () => {
  const told = { method: 'PATCH', url: '/api/invoices/INV-B-7-202610/print' } as const;
  expect((await app.as('admin', { ...told, payload: { printed: false } })).statusCode).toBe(400);
  expect((await app.as('manager', { ...told, payload: { printed: true } })).statusCode).toBe(403);
  expect((await list({ shop_id: 'B-7', status: 'newly-arrived' })).total).toBe(2);
});
