/** @module-tag postgres */

import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';

async function openPaidShop(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  // In UTC the second payment is in September and the last in October.
  await office.pay('A-1', 1, '2026-09-30T18:29:59.999Z');
  await office.pay('A-1', 2, '2026-09-30T18:30:00.000Z');
  await office.pay('A-1', 3, '2026-10-31');
  await office.pay('A-1', 4, '2026-10-31T18:30:00.000Z');
  await office.pay('A-1', 5, '2025-12-31');
  return office;
}

test.each([
  ['all', {}, [4, 3, 2, 1, 5]],
  ['all, by empty fields of a form', { year: '', month: '' }, [4, 3, 2, 1, 5]],
  ['all, by month 0', { month: '0' }, [4, 3, 2, 1, 5]],
  ['a month of Colombo', { year: '2026', month: '10' }, [3, 2]],
  ['a month of every year', { month: '09' }, [1]],
  ['a month of every year, in a year before this one', { month: '12' }, [5]],
  ['a year', { year: '2026' }, [4, 3, 2, 1]],
  ['a year, by month 0', { year: '2025', month: '0' }, [5]],
  ['the last month of a year', { year: '2025', month: '12' }, [5]],
  ['a month of nothing', { year: '2024', month: '2' }, []],
  ['a year before every calendar', { year: '0000', month: '1' }, []],
  ['a year of long ago', { year: '1815' }, []],
  ['the last year of the calendar', { year: '2999', month: '12' }, []],
  ['the last year of four digits', { year: '9999' }, []],
])('the list of payments shows %s, newest first', async (_, query, amounts) => {
  const office = await openPaidShop();
  const { payments: listed } = await office.ask(payments.list, { query, role: 'manager' });
  expect(listed.map(({ amount_paid }) => amount_paid)).toEqual(amounts);
});

test.each([{ month: '13' }, { month: '-1' }, { month: '1.5' }, { year: '26' }, { year: '2026x' }, { month: 'ten' }])(
  'a list of payments of %o is refused',
  async (query) => {
    const office = await openTestOffice();
    await office.refused(payments.list, { query }, 'invalid_input');
  },
);

test('payments of one day are listed with the last recorded first, each with its shop and tenant', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  await office.let('B-2', { shop_name: 'Corner shop' });
  await office.pay('A-1', 700, '2026-11-19');
  await office.pay('B-2', 800, '2026-11-19');
  await office.correct('A-1', '2026-11-19', [700, 650]);
  const { payments: listed } = await office.ask(payments.list, {});
  expect(listed.map((row) => [row.shop_id, row.shop_name, row.tenant_name, row.amount_paid])).toEqual([
    ['A-1', 'Nimal Stores', 'Nimal Perera', -50],
    ['B-2', 'Corner shop', 'Nimal Perera', 800],
    ['A-1', 'Nimal Stores', 'Nimal Perera', 700],
  ]);
});

test('a payment shows the tenant at its time, and so does its correction made later', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  await office.let('A-1');
  await office.pay('A-1', 700, '2026-11-01');
  const [nimal] = await office.ask(tenants.list, {});
  await office.ask(tenants.remove, { params: { id: String(nimal?.tenant_id) } });
  await office.pay('A-1', 800, '2026-11-01');
  const sunil = { name: 'Sunil Silva', contact: '000 111 1111', address: 'Kandy', email: 'sunil@example.com' };
  await office.ask(tenants.add, { body: { ...sunil, shop_id: 'A-1' } });
  await office.pay('A-1', 900, '2026-11-01');
  const corrected = await office.correct('A-1', '2026-11-01', [700, 650]);
  const { payments: listed } = await office.ask(payments.list, {});
  expect(listed.map((row) => [row.amount_paid, row.tenant_name])).toEqual([
    [-50, 'Nimal Perera'],
    [900, 'Sunil Silva'],
    [800, 'Nimal Perera'],
    [700, 'Nimal Perera'],
  ]);
  const receipt = await office.ask(payments.receipt, { params: { id: String(corrected.payment.payment_id) } });
  expect(receipt.tenant_name).toBe('Nimal Perera');
  await office.expectCleanBooks();
});

test('a receipt shows what a payment covered, in figures and in words, and the amount due', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  const { payment } = await office.ask(payments.byInvoice, {
    params: { reference: 'INV-A-1-202610' },
    body: { amountPaid: 2500.5, paymentDate: '2026-10-01', paymentMethod: 'Online', note: 'First part' },
  });
  const id = String(payment.payment_id);
  const charge = { invoice_id: 'INV-A-1-202610', month_year: '2026-10' };
  expect(await office.ask(payments.receipt, { params: { id }, role: 'editor' })).toEqual({
    payment_id: payment.payment_id,
    shop_id: 'A-1',
    shop_name: 'Nimal Stores',
    location: 'Block A',
    tenant_name: 'Nimal Perera',
    amount: 2500.5,
    corrections: [],
    note: 'First part',
    language: 'en',
    amount_in_words: 'Two thousand five hundred rupees and fifty cents',
    centre: { name: expect.any(String), address: expect.any(String), phone: expect.any(String) },
    payment_date: '2026-10-01T05:30:00.000Z',
    payment_method: 'Online',
    cheque_number: null,
    cheque_bank: null,
    cheque_date: null,
    invoice_id: 'INV-A-1-202610',
    settled: [
      { ...charge, charge: 'VAT', amount: 1800 },
      { ...charge, charge: 'OperationFee', amount: 700.5 },
    ],
    filled_debt: 0,
    kept_as_credit: 0,
    balance_amount: 0,
    still_owed: 9299.5,
    times_printed: 0,
    recorded_by: 'admin@example.com',
    received_by: 'admin',
    recorded_at: '2026-10-01T06:30:00.000Z',
    tenancy_id: payment.tenancy_id,
    voided_at: null,
    voided_by: null,
    voided_by_name: null,
    void_reason: null,
    replaces_payment_id: null,
    replaced_by_payment_id: null,
    audit_code: expect.stringMatching(/^[0-9A-F]{10}$/),
  });
});

test('the receipt of a corrected payment has the current amount and each correction', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  const { payment } = await office.pay('A-1', 700, '2026-10-01');
  await office.correct('A-1', '2026-10-01', [700, 650], { edit_reason: 'A note was torn' });
  await office.correct('A-1', '2026-10-01', [650, 800.25]);
  const receipt = await office.ask(payments.receipt, { params: { id: String(payment.payment_id) } });
  expect(receipt).toMatchObject({
    amount: 800.25,
    amount_in_words: 'Eight hundred rupees and twenty-five cents',
    corrections: [
      { amount: -50, reason: 'A note was torn' },
      { amount: 150.25, reason: 'Counted again' },
    ],
    kept_as_credit: 800.25,
  });
});

test('the receipt of money that paid a debt first shows only the remainder as credit', { tags: ['slow'] }, async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01', '08:00');
  await office.let('A-1');
  await office.ask(shops.setBalance, { params: { id: 'A-1' }, body: { balance_amount: -300 } });
  const first = await office.pay('A-1', 200, '2026-10-01');
  const second = await office.pay('A-1', 500, '2026-10-01');
  const receiptOf = (id: number) => office.ask(payments.receipt, { params: { id: String(id) } });
  expect(await receiptOf(first.payment.payment_id)).toMatchObject({ settled: [], kept_as_credit: 0 });
  expect(await receiptOf(second.payment.payment_id)).toMatchObject({ settled: [], kept_as_credit: 400 });
});

test('the receipt of a credit names the invoices that it paid later, in the order of receipt', async () => {
  const office = await openTestOffice();
  office.goTo('2026-09-30');
  await office.let('A-1');
  const first = await office.pay('A-1', 2500, '2026-09-29');
  const second = await office.pay('A-1', 12_000, '2026-09-30');
  office.goTo('2026-10-01');
  await office.generate('A-1', '2026-10');
  const receiptOf = async (id: number) => {
    const { settled, kept_as_credit } = await office.ask(payments.receipt, { params: { id: String(id) } });
    return [...settled.map(({ charge, amount }) => [charge, amount]), ['credit', kept_as_credit]];
  };
  expect(await receiptOf(first.payment.payment_id)).toEqual([
    ['VAT', 1800],
    ['OperationFee', 700],
    ['credit', 0],
  ]);
  expect(await receiptOf(second.payment.payment_id)).toEqual([
    ['OperationFee', 1300],
    ['Rent', 8000],
    ['credit', 2700],
  ]);
});

test('a receipt counts its prints: none before, then one, then copies', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  const { payment } = await office.pay('A-1', 700, '2026-11-19');
  const params = { id: String(payment.payment_id) };
  const printed = async () => (await office.ask(payments.receipt, { params })).times_printed;
  expect(await printed()).toBe(0);
  expect((await office.ask(payments.printReceipt, { params })).times_printed).toBe(1);
  expect(await printed()).toBe(1);
  expect((await office.ask(payments.printReceipt, { params })).times_printed).toBe(2);
  const answers = await Promise.all(Array.from({ length: 5 }, () => office.ask(payments.printReceipt, { params })));
  expect(answers.map(({ times_printed }) => times_printed).sort()).toEqual([3, 4, 5, 6, 7]);
  const log = await office.auditLog();
  expect(log.filter(({ event_type }) => event_type === 'Receipt Printed')).toHaveLength(7);
});

test('a correction does not have a receipt', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  await office.pay('A-1', 700, '2026-11-19');
  await office.correct('A-1', '2026-11-19', [700, 650]);
  const [correction] = (await office.summaryOf('A-1')).Payments;
  const params = { id: String(correction?.payment_id) };
  await office.refused(payments.receipt, { params }, 'payment_not_found');
  await office.refused(payments.printReceipt, { params }, 'payment_not_found');
});

const PAYMENTS = 1200;
const LISTS = ['/api/payments/payments', '/api/invoices', '/api/shops'];

async function openMarket(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  for (let at = 1; at <= 12; at += 1) {
    await office.let(`A-${at}`);
    await office.generate(`A-${at}`, '2026-10');
  }
  return office;
}

const ask = (office: TestOffice, url: string, encoding: string) =>
  office.app.as('admin', { url, headers: { 'accept-encoding': encoding } });

test('answers to staff are compressed for those who accept it, and equal without', async () => {
  const office = await openMarket();
  for (let at = 1; at <= 12; at += 1) await office.pay(`A-${at}`, 100 + at, '2026-11-20');
  for (const url of LISTS) {
    const plain = await ask(office, url, 'identity');
    const zipped = await ask(office, url, 'br, gzip;q=0.8');
    expect([plain.statusCode, zipped.statusCode], url).toEqual([200, 200]);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    expect((await ask(office, url, 'gzip;q=0')).headers['content-encoding']).toBeUndefined();
  }
  const small = await ask(office, '/api/admin/session', 'gzip');
  expect(small.headers['content-encoding']).toBeUndefined();
});

test('a complete list is as long as its header says, in order, and equals its pages', { tags: ['slow'] }, async () => {
  const office = await openMarket();
  await office.pay('A-1', 100, '2026-11-20');
  await office.app.database.write(async (tx) => {
    const { id: _, ...paid } = await tx
      .selectFrom('ledger_entries')
      .selectAll()
      .where('kind', '=', 'payment')
      .executeTakeFirstOrThrow();
    for (let at = 1; at < PAYMENTS; at += 1) {
      const effective_at = instantOf(Date.parse('2026-11-01T05:30:00Z') + (at % 7) * 86_400_000);
      await tx
        .insertInto('ledger_entries')
        .values({ ...paid, effective_at })
        .execute();
    }
  });
  const answer = await office.tell(payments.list, {});
  const listed = payments.list.answer.parse(answer.json()).payments;
  expect([listed.length, answer.headers['x-total-count']]).toEqual([PAYMENTS, String(PAYMENTS)]);
  const newestFirst = listed.toSorted(
    (one, other) => other.payment_date.localeCompare(one.payment_date) || other.payment_id - one.payment_id,
  );
  expect(listed).toEqual(newestFirst);

  const all = await office.tell(invoices.list, { query: { sort: 'shop_id' } });
  const pages = [];
  for (const page of ['1', '2', '3']) {
    const one = await office.tell(invoices.list, { query: { sort: 'shop_id', limit: '5', page } });
    expect(one.headers['x-total-count']).toBe('12');
    pages.push(...one.json());
  }
  expect(all.headers['x-total-count']).toBe('12');
  expect(all.json()).toEqual(pages);
});
