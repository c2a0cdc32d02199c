import { expect, test } from 'vitest';
import { payments } from '#contract/payments.ts';
import { paymentMethods } from '#contract/words.ts';
import { expectRefusal } from '../../testing/call.ts';
import { everythingIn, openTestOffice } from '../../testing/office.ts';

test('a payment covers the oldest month first and within it VAT, fee, rent, and the answer shows what it covers', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-11-01');
  await office.generate('A-1', '2026-11');
  const first = await office.pay('A-1', 5000, '2026-10-05');
  expect(first).toMatchObject({
    success: true,
    message: 'Payment processed successfully!',
    balance_amount: 0,
    settled: [
      { invoice_id: 'INV-A-1-202610', month_year: '2026-10', charge: 'VAT', amount: 1800 },
      { invoice_id: 'INV-A-1-202610', month_year: '2026-10', charge: 'OperationFee', amount: 2000 },
      { invoice_id: 'INV-A-1-202610', month_year: '2026-10', charge: 'Rent', amount: 1200 },
    ],
    still_owed: 18_600,
    new_fines: [],
  });
  const second = await office.pay('A-1', 9000.5, '2026-10-15');
  expect(second.settled.map(({ month_year, charge, amount }) => [month_year, charge, amount])).toEqual([
    ['2026-10', 'Rent', 6800],
    ['2026-11', 'VAT', 1800],
    ['2026-11', 'OperationFee', 400.5],
  ]);
  expect(second.still_owed).toBe(9599.5);
  expect(await office.chargesOf('a-1')).toEqual([
    '2026-10 VAT 1800 of 1800 Paid',
    '2026-10 OperationFee 2000 of 2000 Paid',
    '2026-10 Rent 8000 of 8000 Paid',
    '2026-11 VAT 1800 of 1800 Paid',
    '2026-11 OperationFee 400.5 of 2000 Partially Paid',
    '2026-11 Rent 0 of 8000 Unpaid',
  ]);
  await office.expectCleanBooks();
});

test('a payment of a day and one of an instant of that day in Colombo take effect at the same time, 11:00', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-21', '00:00:00.000');
  await office.let('A-1');
  const storedDateOf = async (paymentDate: string) => (await office.pay('A-1', 1, paymentDate)).payment.payment_date;
  expect(await storedDateOf('2026-11-20')).toBe('2026-11-20T05:30:00.000Z');
  expect(await storedDateOf('2026-11-20T18:29:59.999Z')).toBe('2026-11-20T05:30:00.000Z');
  expect(await storedDateOf('2026-11-20T18:30:00.000Z')).toBe('2026-11-21T05:30:00.000Z');
  expect(await storedDateOf('2026-11-21T00:00:00+05:30')).toBe('2026-11-21T05:30:00.000Z');
  expect(await storedDateOf('2026-11-20T23:59:59.999+05:30')).toBe('2026-11-20T05:30:00.000Z');
  expect(await storedDateOf('2026-11-20T23:59:59')).toBe('2026-11-20T05:30:00.000Z');
  expect(await storedDateOf('2026-11-20T00:00')).toBe('2026-11-20T05:30:00.000Z');
});

test('a payment of tomorrow is refused until midnight in Colombo, whatever the date elsewhere', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-20', '23:59:59.999');
  await office.let('A-1');
  const before = await everythingIn(office.app);
  const payment = { params: { shopId: 'A-1' }, body: { amountPaid: 1, paymentDate: '2026-11-21' } };
  const refused = await office.refused(payments.byShop, payment, 'payment_in_future');
  expect(refused.message).toBe('Payment date cannot be in the future.');
  const byInstant = { ...payment, body: { amountPaid: 1, paymentDate: '2026-11-20T18:30:00.000Z' } };
  await office.refused(payments.byShop, byInstant, 'payment_in_future');
  expect(await everythingIn(office.app)).toEqual(before);
  office.goTo('2026-11-21', '00:00:00.000');
  await office.ask(payments.byShop, payment);
  await office.ask(payments.byShop, byInstant);
});

test('the 15th in Colombo is in time to its last millisecond, and the 16th is late', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.let('A-2');
  await office.generate('A-1', '2026-10');
  await office.generate('A-2', '2026-10');
  office.goTo('2026-10-20');
  expect((await office.pay('A-1', 100, '2026-10-15T18:29:59.999Z')).new_fines).toEqual([]);
  expect((await office.pay('A-2', 100, '2026-10-15T18:30:00.000Z')).new_fines).toEqual([
    {
      invoice_id: 'INV-A-2-202610',
      month_year: '2026-10',
      fine_amount: 2400,
      previous_fine_amount: 0,
      fell_due: '2026-10-16T05:30:00.000Z',
    },
  ]);
});

test('a payment without a method is in cash', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  const { payment } = await office.pay('A-1', 100, '2026-11-19');
  expect(payment).toEqual({
    tenancy_id: payment.tenancy_id,
    tenant_name: 'Nimal Perera',
    replaces_payment_id: null,
    payment_id: payment.payment_id,
    shop_id: 'A-1',
    invoice_id: null,
    amount_paid: 100,
    corrected_amount: 100,
    corrects_payment_id: null,
    payment_date: '2026-11-19T05:30:00.000Z',
    payment_method: 'Cash',
    cheque_number: null,
    cheque_bank: null,
    cheque_date: null,
    note: '',
    recorded_by: 'admin@example.com',
    received_by: 'admin',
    createdAt: office.app.clock.now(),
    updatedAt: office.app.clock.now(),
  });
});

test('a cheque keeps its number as typed, its bank and its day, and the audit log and the statement say them', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  const cheque = { chequeNumber: ' 00-45 12 ', chequeBank: "People's Bank", chequeDate: '2027-11-20' };
  const { payment } = await office.pay('A-1', 100, '2026-11-19', { paymentMethod: 'Cheque', ...cheque });
  const stored = { cheque_number: '00-45 12', cheque_bank: "People's Bank", cheque_date: '2027-11-20' };
  expect(payment).toMatchObject(stored);
  expect((await office.summaryOf('A-1')).Payments).toEqual([payment]);
  const params = { id: String(payment.payment_id) };
  expect(await office.ask(payments.receipt, { params })).toMatchObject({ ...stored, received_by: 'admin' });
  const { event_description } = await office.app.database.reader
    .selectFrom('audit_log')
    .select('event_description')
    .where('event_type', '=', 'Payment Made')
    .executeTakeFirstOrThrow();
  expect(event_description).toBe(
    `Payment ${params.id} made on 2026-11-19 (Cheque 00-45 12, People's Bank, 2027-11-20); previous balance: 0.00`,
  );
  expect((await office.statementOf('A-1')).map(({ text }) => text)).toContain(
    `Payment ${params.id}, Cheque 00-45 12, People's Bank, 20 Nov 2027`,
  );
  await office.expectCleanBooks();
});

test.each([
  ['a cheque dated more than a year ahead', { paymentMethod: 'Cheque', chequeDate: '2027-11-21' }, 'cheque_too_late'],
  ['a cheque number of a payment in cash', { chequeNumber: '004512' }, 'cheque_by_other_method'],
  ['a cheque number without a digit', { paymentMethod: 'Cheque', chequeNumber: 'none' }, 'invalid_input'],
] as const)('%s is refused', async (_, sent, code) => {
  const office = await openTestOffice();
  await office.let('A-1');
  const body = { amountPaid: 100, paymentDate: '2026-11-19', ...sent };
  expectRefusal(await office.tell(payments.byShop, { params: { shopId: 'A-1' }, body }), code);
  expect((await office.summaryOf('A-1')).Payments).toEqual([]);
});

test.each(paymentMethods)('a payment may have the method %s', async (paymentMethod) => {
  const office = await openTestOffice();
  await office.let('A-1');
  const { payment } = await office.pay('A-1', 100, '2026-11-19', { paymentMethod });
  // "Correction Made" is also a method of the payment page, so only `corrects_payment_id` marks a correction.
  expect(payment).toMatchObject({ payment_method: paymentMethod, corrects_payment_id: null });
  const shown = await office.summaryOf('A-1');
  expect(shown.Payments).toEqual([payment]);
});

test('a payment that names an invoice still covers the oldest charges first', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  await office.generate('A-1', '2026-11');
  const paid = await office.ask(payments.byInvoice, {
    params: { reference: 'inv-a-1-202611' },
    body: { amountPaid: '1800.00', paymentDate: '2026-11-01', paymentMethod: 'Cheque', note: ' No. 77 ' },
  });
  expect(paid.payment).toMatchObject({ invoice_id: 'INV-A-1-202611', payment_method: 'Cheque', note: 'No. 77' });
  expect(paid.settled).toEqual([{ invoice_id: 'INV-A-1-202610', month_year: '2026-10', charge: 'VAT', amount: 1800 }]);
});

test('a payment finds an invoice by its payment reference, with or without dashes, unless two shops share it', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-11');
  const body = { amountPaid: '100', paymentDate: '2026-11-01' };
  for (const reference of ['A-1-202611-34', 'a1 202611 34']) {
    const paid = await office.ask(payments.byInvoice, { params: { reference }, body });
    expect(paid.payment).toMatchObject({ invoice_id: 'INV-A-1-202611', amount_paid: 100 });
  }
  const refused = (reference: string) =>
    office.refused(payments.byInvoice, { params: { reference }, body }, 'invoice_not_found');
  await refused('A-1-202611-43');
  await refused('A-1-202612-31');
  await office.let('A1');
  await office.generate('A1', '2026-11');
  await refused('A1-202611-34');
});

test('money above the amount due remains as credit and pays the next invoice', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  const paid = await office.pay('A-1', 12_000.01, '2026-10-01');
  expect([paid.balance_amount, paid.still_owed]).toEqual([200.01, 0]);
  office.goTo('2026-11-01');
  const { ShopBalance } = await office.summaryOf('A-1');
  expect(ShopBalance).toEqual({ balance_amount: 200.01, last_updated: '2026-10-01T06:30:00.000Z' });
  await office.generate('A-1', '2026-11');
  const shop = await office.summaryOf('A-1');
  expect(shop.ShopBalance).toEqual({ balance_amount: 0, last_updated: '2026-11-01T06:30:00.000Z' });
  expect(shop.Invoices[0]?.Allocations).toEqual([
    { charge: 'VAT', amount: 200.01, payment_id: null, source: 'credit', date: '2026-11-01T06:30:00.000Z' },
  ]);
});

test('the preview of a payment names an equal one of the last ten minutes, which a client may refuse', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-20', '10:30:00.000');
  await office.let('A-1');
  const params = { shopId: 'A-1' };
  const body = { amountPaid: '5000', paymentDate: '2026-11-20' };
  const preview = (more: object = {}) =>
    office.ask(payments.byShop, { params, query: { dry_run: 'true' }, body: { ...body, ...more } });
  expect(await preview()).not.toHaveProperty('equal_payment');
  const seen = { ...body, equal_payment_id: null };
  const { payment, ...answer } = await office.ask(payments.byShop, { params, body: seen });
  expect(answer).not.toHaveProperty('equal_payment');
  office.goTo('2026-11-20', '10:39:59.999');
  const id = payment.payment_id;
  expect((await preview()).equal_payment).toEqual({
    payment_id: id,
    recorded_at: '2026-11-20T05:00:00.000Z',
    received_by: 'admin',
  });
  for (const other of [
    { amountPaid: '5000.01' },
    { paymentMethod: 'Card' },
    { paymentMethod: 'Cheque', chequeNumber: '004512' },
    { paymentDate: '2026-11-19' },
  ])
    expect(await preview(other)).not.toHaveProperty('equal_payment');
  await office.refused(payments.byShop, { params, body: seen }, 'equal_payment_exists');
  const second = await office.ask(payments.byShop, { params, body: { ...body, equal_payment_id: id } });
  // A client that does not know the field records as many as it sends.
  const third = await office.ask(payments.byShop, { params, body });
  expect(new Set([id, second.payment.payment_id, third.payment.payment_id]).size).toBe(3);
  office.goTo('2026-11-20', '10:50:00.000');
  expect(await preview()).not.toHaveProperty('equal_payment');
});

test.each([
  ['nothing', 0],
  ['less than nothing', -1],
  ['a part of a cent', 0.001],
  ['more than the market can count', 1_000_000_000],
  ['words', 'ten'],
  ['a decimal comma', '1.000,50'],
  ['a number in another notation', '1e3'],
])('a payment of %s is refused, and nothing is written', async (_, amountPaid) => {
  const office = await openTestOffice();
  await office.let('A-1');
  const before = await everythingIn(office.app);
  const payment = { params: { shopId: 'A-1' }, body: { amountPaid, paymentDate: '2026-11-19' } };
  const refused = await office.refused(payments.byShop, payment, 'invalid_input');
  expect(refused.details?.map(({ field }) => field)).toEqual(['amountPaid']);
  expect(await everythingIn(office.app)).toEqual(before);
});

test('the largest possible payment is recorded to the cent', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  expect((await office.pay('A-1', 999_999_999.99, '2026-11-19')).balance_amount).toBe(999_999_999.99);
  expect((await office.pay('A-1', 0.01, '2026-11-19')).balance_amount).toBe(1_000_000_000);
  await office.expectCleanBooks();
});

test.each([
  ['too little', '3000', '2026-10-10'],
  ['too much', '30000.25', '2026-10-10'],
  ['too late', '3000', '2026-11-19T20:00:00.000Z'],
])('the preview of a payment of %s equals its effect, and stores nothing', async (_, amountPaid, paymentDate) => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-11-20');
  await office.generate('A-1', '2026-11');
  const before = await everythingIn(office.app);
  const request = { params: { shopId: 'A-1' }, body: { amountPaid, paymentDate } };
  const shown = await office.ask(payments.byShop, { ...request, query: { dry_run: 'true' } });
  expect(await everythingIn(office.app)).toEqual(before);
  const { settled, still_owed, new_fines, balance_amount } = await office.ask(payments.byShop, request);
  expect(shown).toMatchObject({ success: true, settled, still_owed, new_fines, balance_amount });
  expect(settled.length).toBeGreaterThan(0);
});
