/** @module-tag postgres */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isAppended } from '#contract/call.ts';
import { listCalls } from '#contract/every-call.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { publications } from '#contract/publications.ts';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { sanitationTickets, vehicleTickets } from '#contract/tickets.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { expectRefusal } from '../../testing/call.ts';
import { everythingIn, openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';

const PAID = { params: { shopId: 'A-1' }, body: { amountPaid: 700, paymentDate: '2026-11-19' } };
const KEYED = { ...PAID, key: 'form-1' };

async function openShop(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  return office;
}

const countPayments = async (office: TestOffice, shopId = 'A-1') => (await office.summaryOf(shopId)).Payments.length;

test('the same key and body return the first answer and record nothing', async () => {
  const office = await openShop();
  const first = await office.tell(payments.byShop, KEYED);
  const before = await everythingIn(office.app);
  office.goTo('2026-11-20', '13:00');
  await office.pay('A-1', 1, '2026-11-20');
  const again = await office.tell(payments.byShop, KEYED);
  expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
  expect(await countPayments(office)).toBe(2);
  expect((await everythingIn(office.app)).kept_answers).toEqual(expect.arrayContaining(before.kept_answers ?? []));
});

test('an answer that was 201 is 201 in the repeat', async () => {
  const office = await openShop();
  const bill = { body: { shop_id: 'A-1', month_year: '2026-11' }, key: 'form-1' };
  const answers = [await office.tell(invoices.generate, bill), await office.tell(invoices.generate, bill)];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  expect(answers[1]?.body).toBe(answers[0]?.body);
});

test('a double click is one payment: the second request waits for the first', async () => {
  const office = await openShop();
  const answers = await Promise.all(Array.from({ length: 10 }, () => office.tell(payments.byShop, KEYED)));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(await countPayments(office)).toBe(1);
});

test('the same key with another body, another query or an explicit default is another request', async () => {
  const office = await openShop();
  await office.ask(payments.byShop, KEYED);
  const other = { ...KEYED, body: { ...KEYED.body, amountPaid: 700.01 } };
  const refused = await office.refused(payments.byShop, other, 'key_reused');
  expect(refused.message).toBe('This Idempotency-Key was already used for a different request.');
  const same = {
    ...KEYED,
    body: { paymentMethod: 'Cash', paymentDate: '2026-11-19', amountPaid: '700.00' },
  } as const;
  await office.ask(payments.byShop, same);
  expect(await countPayments(office)).toBe(1);
});

test('another account, another path and another case of the key are separate keys', async () => {
  const office = await openShop();
  await office.let('B-2');
  await office.generate('A-1', '2026-11');
  await office.ask(payments.byShop, KEYED);
  await office.ask(payments.byShop, { ...KEYED, role: 'superadmin' });
  await office.ask(payments.byShop, { ...KEYED, key: 'FORM-1' });
  await office.ask(payments.byShop, { ...KEYED, params: { shopId: 'B-2' } });
  await office.ask(payments.byInvoice, { ...KEYED, params: { reference: 'INV-A-1-202611' } });
  expect([await countPayments(office), await countPayments(office, 'B-2')]).toEqual([4, 1]);
});

test('a slash at the end is the same path', async () => {
  const office = await openShop();
  const post = async (url: string) => {
    const headers = { authorization: `Bearer ${await office.tokenOf('admin')}`, 'idempotency-key': 'form-1' };
    return office.app.send({ method: 'POST', url, headers, payload: PAID.body });
  };
  const first = await post('/api/payments/by-shop/A-1');
  const again = await post('/api/payments/by-shop/A-1/');
  expect(again.body).toBe(first.body);
  expect(await countPayments(office)).toBe(1);
});

test('a refusal is not stored: the same key may succeed later', async () => {
  const office = await openShop();
  const tomorrow = { ...KEYED, body: { ...PAID.body, paymentDate: '2026-11-21' } };
  await office.refused(payments.byShop, tomorrow, 'payment_in_future');
  expect((await everythingIn(office.app)).kept_answers).toEqual([]);
  office.goTo('2026-11-21', '00:00');
  await office.ask(payments.byShop, tomorrow);
  await office.ask(payments.byShop, tomorrow);
  expect(await countPayments(office)).toBe(1);
});

test('a refused key may be used with another body', async () => {
  const office = await openShop();
  const nobody = { ...KEYED, params: { shopId: 'A-1' }, body: { ...PAID.body, paymentDate: '2027-01-01' } };
  await office.refused(payments.byShop, nobody, 'payment_in_future');
  await office.ask(payments.byShop, KEYED);
  expect(await countPayments(office)).toBe(1);
});

test('a key is valid for 7 days to the millisecond, and after the 8th it is a new one', async () => {
  const office = await openShop();
  const first = await office.ask(payments.byShop, KEYED);
  office.goTo('2026-11-27');
  expect(await office.ask(payments.byShop, KEYED)).toEqual(first);
  office.goTo('2026-11-28', '12:00');
  expect(await office.ask(payments.byShop, KEYED)).toEqual(first);
  office.goTo('2026-11-29', '00:00');
  const anew = await office.ask(payments.byShop, KEYED);
  expect(anew.payment.payment_id).not.toBe(first.payment.payment_id);
  expect((await everythingIn(office.app)).kept_answers).toHaveLength(1);
});

test.each([
  ['with a blank', 'form 1'],
  ['of nothing', ''],
  ['that is too long', 'k'.repeat(201)],
  ['with a letter of no keyboard', 'form-é'],
  ['with a tab', 'form\t1'],
])('a key %s is refused, and nothing is recorded', async (_, key) => {
  const office = await openShop();
  const before = await everythingIn(office.app);
  const refused = await office.refused(payments.byShop, { ...PAID, key }, 'invalid_input');
  expect(refused.details?.[0]?.field).toBe('Idempotency-Key');
  expect(await everythingIn(office.app)).toEqual(before);
});

test('two keys on one request are the same as none', async () => {
  const office = await openShop();
  const answer = await office.app.send({
    method: 'POST',
    url: '/api/payments/by-shop/A-1',
    payload: PAID.body,
    headers: { authorization: `Bearer ${await office.tokenOf('admin')}`, 'idempotency-key': ['form-1', 'form-2'] },
  });
  expect([200, 400]).toContain(answer.statusCode);
  expect(await countPayments(office)).toBe(answer.statusCode === 200 ? 1 : 0);
});

test.each(['k', '~!"#$%&/()=?', '__proto__', 'k'.repeat(200), "'; drop table kept_answers; --".replaceAll(' ', '')])(
  'the key %s is accepted',
  async (key) => {
    const office = await openShop();
    const first = await office.ask(payments.byShop, { ...PAID, key });
    expect(await office.ask(payments.byShop, { ...PAID, key })).toEqual(first);
    expect(await countPayments(office)).toBe(1);
  },
);

const KEYLESS = { ...PAID, key: null };

test('without a key a double click is one payment, marked as repeated; also of ten requests at once', async () => {
  const office = await openShop();
  const answers = await Promise.all(Array.from({ length: 10 }, () => office.ask(payments.byShop, KEYLESS)));
  expect(await countPayments(office)).toBe(1);
  expect(answers.filter(({ repeated }) => repeated === undefined)).toHaveLength(1);
  expect(new Set(answers.map(({ payment }) => payment.payment_id)).size).toBe(1);
});

test('without a key the same payment after ten seconds is another one', async () => {
  const office = await openShop();
  const first = await office.ask(payments.byShop, KEYLESS);
  office.app.clock.advance(10_000);
  expect(await office.ask(payments.byShop, KEYLESS)).toEqual({ ...first, repeated: true });
  office.app.clock.advance(1);
  expect(await office.ask(payments.byShop, KEYLESS)).not.toHaveProperty('repeated');
  expect(await countPayments(office)).toBe(2);
});

test('without a key thirteen equal requests for a ticket are thirteen tickets, of each kind', async () => {
  const office = await openTestOffice();
  const thirteen = <Value>(issue: () => Promise<Value>) => Promise.all(Array.from({ length: 13 }, issue));
  const washed = await thirteen(() => office.ask(sanitationTickets.issue, { body: { price: 20 }, key: null }));
  expect(new Set(washed.map(({ ticketId }) => ticketId)).size).toBe(13);
  expect((await office.ask(sanitationTickets.byDate, { query: {} })).count).toBe(13);
  const lorry = { vehicleNumber: 'WP-1234', vehicleType: 'Lorry' as const, ticketPrice: 200 };
  const parked = await thirteen(() => office.ask(vehicleTickets.issue, { body: lorry, key: null }));
  expect(new Set(parked.map(({ ticketId }) => ticketId)).size).toBe(13);
});

test('a payment that was voided meanwhile is taken again, and the new one is what a double click repeats', async () => {
  const office = await openShop();
  const first = await office.ask(payments.byShop, KEYLESS);
  await office.ask(payments.remove, { params: { id: String(first.payment.payment_id) }, body: {} });
  const again = await office.ask(payments.byShop, KEYLESS);
  const click = await office.ask(payments.byShop, KEYLESS);
  expect(again).not.toHaveProperty('repeated');
  expect(again.payment.payment_id).not.toBe(first.payment.payment_id);
  expect(click).toEqual({ ...again, repeated: true });
  const corrected = { shop_id: 'A-1', payment_date: '2026-11-19', edit_reason: 'Counted again' };
  await office.ask(payments.correct, { body: { ...corrected, admin_put_amount: 700, actual_amount: 600 } });
  expect(await office.ask(payments.byShop, KEYLESS)).not.toHaveProperty('repeated');
  await office.expectCleanBooks();
});

test('a deposit that goes in, out and in again is recorded three times, and a double click of each once', async () => {
  const office = await openShop();
  const { tenant_id } = await office.summaryOf('A-1').then(({ Tenant }) => Tenant ?? { tenant_id: 0 });
  const move = (action: 'deposit_received' | 'deposit_refunded') =>
    office.ask(tenancies.money, {
      params: { id: String(tenant_id) },
      body: { action, amount: 500, method: 'Cash', reason: 'Moved' },
      key: null,
    });
  for (const action of ['deposit_received', 'deposit_refunded', 'deposit_received'] as const) {
    expect(await move(action)).not.toHaveProperty('repeated');
    expect(await move(action)).toHaveProperty('repeated', true);
  }
  const { deposit_held } = await office.ask(tenancies.get, { params: { id: String(tenant_id) } });
  expect(deposit_held).toBe(500);
});

test('a publication is repeated with 200, and one that was deleted or changed meanwhile is published again', async () => {
  const office = await openTestOffice();
  const news = { body: { type: 'news', topic: 'Rain', description: 'Rain is expected.' }, key: null } as const;
  const sent = async () => {
    const answer = await office.tell(publications.add, news);
    return { status: answer.statusCode, ...(answer.json() as { publicationId: number; repeated?: true }) };
  };
  const first = await sent();
  const again = await sent();
  expect([first.status, again.status, again.repeated]).toEqual([201, 200, true]);
  const params = { id: String(first.publicationId) };
  await office.ask(publications.remove, { params });
  const anew = await sent();
  expect([anew.status, anew.repeated]).toEqual([201, undefined]);
  await office.ask(publications.get, { params: { id: String(anew.publicationId) } });
});

test('without a key another body, shop or account is another payment, and a key of its own is one too', async () => {
  const office = await openShop();
  await office.let('B-2');
  await office.ask(payments.byShop, KEYLESS);
  await office.ask(payments.byShop, { ...KEYLESS, body: { ...PAID.body, amountPaid: 700.01 } });
  await office.ask(payments.byShop, { ...KEYLESS, role: 'superadmin' });
  await office.ask(payments.byShop, { ...KEYLESS, params: { shopId: 'B-2' } });
  for (const key of ['one', 'two']) await office.ask(payments.byShop, { ...PAID, key });
  expect(await office.ask(payments.byShop, KEYLESS)).toHaveProperty('repeated', true);
  expect([await countPayments(office), await countPayments(office, 'B-2')]).toEqual([5, 1]);
});

test('a refused request without a key is not remembered, and a clock that was put back repeats nothing', async () => {
  const office = await openShop();
  const tomorrow = { ...KEYLESS, body: { ...PAID.body, paymentDate: '2026-11-21' } };
  await office.refused(payments.byShop, tomorrow, 'payment_in_future');
  office.goTo('2026-11-21', '00:00:00');
  await office.ask(payments.byShop, tomorrow);
  await office.ask(payments.byShop, KEYLESS);
  office.goTo('2026-11-20');
  expect(await office.ask(payments.byShop, KEYLESS)).not.toHaveProperty('repeated');
  expect(await countPayments(office)).toBe(3);
});

test('a call marks repeated answers if, and only if, each request records something new', () => {
  const shapes = listCalls().map(({ name, entry }) => ({
    name,
    appends: isAppended(entry),
    marks: entry.answer instanceof z.ZodObject && 'repeated' in entry.answer.shape,
  }));
  expect(shapes.filter(({ appends, marks }) => appends !== marks)).toEqual([]);
  expect(shapes.filter(({ appends }) => appends).length).toBe(8);
});

test('every call that records accepts a key: shops, corrections, balances, deletions, receipts', async () => {
  const office = await openShop();
  const { payment } = await office.ask(payments.byShop, KEYED);
  const params = { id: String(payment.payment_id) };
  const twice = async (send: () => Promise<{ statusCode: number; body: string }>) => {
    const first = await send();
    const again = await send();
    expect(first.statusCode).toBeLessThan(300);
    expect(again).toMatchObject({ statusCode: first.statusCode, body: first.body });
  };
  const key = 'form-2';
  await twice(() => office.tell(shops.add, { body: { ...TERMS, shop_id: 'C-3' }, key }));
  await twice(() => office.tell(shops.setBalance, { params: { id: 'A-1' }, body: { balance_amount: 5 }, key }));
  await twice(() => office.tell(payments.printReceipt, { params, key }));
  const given = { shop_id: 'A-1', payment_date: '2026-11-19', edit_reason: 'Counted again' };
  const body = { ...given, admin_put_amount: 700, actual_amount: 600 };
  await twice(() => office.tell(payments.correct, { body, key }));
  await twice(() => office.tell(payments.remove, { params, body: {}, key }));
  expect(await countPayments(office)).toBe(0);
  await office.expectCleanBooks();
});

test('generate-all with a key returns the first answer, also for a second request during the first', async () => {
  const office = await openShop();
  await office.let('B-2');
  const request = { body: {}, key: 'form-1' };
  const first = await Promise.all(Array.from({ length: 3 }, () => office.ask(invoices.generateAll, request)));
  expect(first[0]?.message).toBe('Invoices generated: 2, skipped: 0, failed: 0.');
  expect(first[1]).toEqual(first[0]);
  expect(first[2]).toEqual(first[0]);
  await office.let('C-3');
  expect(await office.ask(invoices.generateAll, request)).toEqual(first[0]);
  const anew = await office.ask(invoices.generateAll, { ...request, key: 'form-2' });
  expect(anew.message).toBe('Invoices generated: 1, skipped: 2, failed: 0.');
});

test('generate-all that was refused without a password is done with the same key once the password is sent', async () => {
  const office = await openShop();
  const send = (payload: object) =>
    office.app.as('admin', {
      method: 'POST',
      url: invoices.generateAll.path,
      payload,
      headers: { 'idempotency-key': 'form-1' },
    });
  expectRefusal(await send({}), 'verification_required');
  const own = { email: office.app.emailOf('admin'), password: PASSWORD };
  const done = await send(own);
  expect(done.json().message).toBe('Invoices generated: 1, skipped: 0, failed: 0.');
  expect((await send(own)).body).toBe(done.body);
});

test('the stored request contains nothing of its password', async () => {
  const office = await openShop();
  const own = { email: office.app.emailOf('admin'), password: PASSWORD };
  await office.ask(invoices.generateAll, { body: own, key: 'form-1' });
  await office.ask(invoices.generateAll, { body: {}, key: 'form-2' });
  const stored = await office.app.database.reader.selectFrom('kept_answers').select('request_hash').execute();
  expect(new Set(stored.map(({ request_hash }) => request_hash)).size).toBe(1);
});

test.each(['/api/shops?dry_run=true', '/api/payments/by-shop/A-1?Dry_Run=true', '/api/payments/by-shop/A-1?dryRun=1'])(
  'a misspelt or unsupported dry run is refused, and nothing happens: %s',
  async (url) => {
    const office = await openTestOffice();
    await office.let('A-1');
    const today = office.app.clock.now().slice(0, 10);
    const body = url.startsWith('/api/shops')
      ? { ...TERMS, shop_id: 'DRY-1' }
      : { amountPaid: 100, paymentDate: today };
    const answer = await office.app.as('superadmin', { method: 'POST', url, payload: body });
    expectRefusal(answer, 'invalid_input');
    expect((await office.summaryOf('A-1')).Payments).toEqual([]);
  },
);

test('one key is one payment, however the shop in the path is written', async () => {
  const office = await openTestOffice();
  await office.let('ATK-1');
  const payload = { amountPaid: 100, paymentDate: office.app.clock.now().slice(0, 10) };
  const headers = { 'idempotency-key': 'K1' };
  for (const shop of ['ATK-1', 'atk-1', '%41TK-1', '%20ATK-1']) {
    const url = `/api/payments/by-shop/${shop}`;
    expect((await office.app.as('superadmin', { method: 'POST', url, payload, headers })).statusCode).toBe(200);
  }
  expect((await office.summaryOf('ATK-1')).Payments).toHaveLength(1);
});
