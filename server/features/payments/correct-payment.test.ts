import { expect, test } from 'vitest';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { correction, everythingIn, openTestOffice, type TestOffice } from '../../testing/office.ts';

const DAY = '2026-10-10';

async function openShop(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-10-12');
  return office;
}

const dayOf = async (office: TestOffice) => {
  const query = { shop_id: 'A-1', payment_date: DAY };
  return (await office.ask(payments.ofDay, { query, role: 'manager' })).data;
};

test('a payment of 5,000 corrected to 4,500 leaves the ledger of a payment of 4,500', async () => {
  const office = await openShop();
  const { payment } = await office.pay('A-1', 5000, DAY, { paymentMethod: 'Card' });
  const corrected = await office.correct('A-1', DAY, [5000, 4500]);
  expect(corrected).toMatchObject({
    success: true,
    message: '✅ Payment correction applied successfully!',
    payment: { ...payment, corrected_amount: 4500 },
    balance_amount: 0,
    settled: [],
    still_owed: 7300,
    new_fines: [],
  });
  expect(await office.chargesOf('A-1')).toEqual([
    '2026-10 VAT 1800 of 1800 Paid',
    '2026-10 OperationFee 2000 of 2000 Paid',
    '2026-10 Rent 700 of 8000 Partially Paid',
  ]);
  await office.expectCleanBooks();
});

test('a correction is a row of its own with the difference, linked to its payment, and the list of the day shows the corrected amount', async () => {
  const office = await openShop();
  const { payment } = await office.pay('A-1', 5000, DAY);
  await office.correct('A-1', DAY, [5000, 5250.25]);
  const { Payments } = await office.summaryOf('A-1');
  expect(Payments.map((row) => [row.amount_paid, row.corrected_amount, row.payment_method])).toEqual([
    [250.25, 250.25, 'Correction Made'],
    [5000, 5250.25, 'Cash'],
  ]);
  expect(Payments[0]).toMatchObject({
    corrects_payment_id: payment.payment_id,
    payment_date: payment.payment_date,
    note: 'Counted again',
  });
  expect(await dayOf(office)).toEqual([{ ...payment, amount_paid: 5250.25, corrected_amount: 5250.25 }]);
});

test('a correction can be corrected, starting from the current amount', async () => {
  const office = await openShop();
  await office.pay('A-1', 700, DAY);
  await office.correct('A-1', DAY, [700, 650]);
  await office.correct('A-1', DAY, [650, 800]);
  const third = await office.correct('A-1', DAY, [800, 600.5]);
  expect(third.payment).toMatchObject({ amount_paid: 700, corrected_amount: 600.5 });
  expect(third.still_owed).toBe(11_199.5);
  const { Payments } = await office.summaryOf('A-1');
  expect(Payments.map((row) => row.amount_paid)).toEqual([-199.5, 150, -50, 700]);
  await office.expectCleanBooks();
});

test('a payment that was never received is corrected to 0, and may be corrected back', async () => {
  const office = await openShop();
  await office.pay('A-1', 700, DAY);
  const gone = await office.correct('A-1', DAY, [700, 0]);
  expect([gone.payment.corrected_amount, gone.still_owed]).toEqual([0, 11_800]);
  const back = await office.correct('A-1', DAY, [0, 700]);
  expect([back.payment.corrected_amount, back.still_owed]).toEqual([700, 11_100]);
  await office.expectCleanBooks();
});

test('a correction that names the amount before an earlier correction is refused, so that it cannot be made twice', async () => {
  const office = await openShop();
  const { payment } = await office.pay('A-1', 700, DAY);
  await office.correct('A-1', DAY, [700, 650]);
  await office.correct('A-1', DAY, [650, 600]);
  const before = await everythingIn(office.app);
  for (const earlier of [700, 650]) {
    for (const payment_id of [undefined, payment.payment_id, String(payment.payment_id)]) {
      const given = correction('A-1', DAY, [earlier, 550], { payment_id });
      const refused = await office.refused(payments.correct, given, 'recorded_amount_changed');
      expect(refused.message).toBe('The recorded amount has changed. Search again.');
    }
  }
  expect(await everythingIn(office.app)).toEqual(before);
});

test('of several payments of the same amount one must be chosen', async () => {
  const office = await openShop();
  const first = await office.pay('A-1', 700, DAY);
  const second = await office.pay('A-1', 700, DAY);
  const before = await everythingIn(office.app);
  const refused = await office.refused(payments.correct, correction('A-1', DAY, [700, 600]), 'several_payments');
  expect(refused.message).toBe('The shop has several payments of this amount on this day. Choose one.');
  expect(await everythingIn(office.app)).toEqual(before);
  const { payment } = await office.correct('A-1', DAY, [700, 600], { payment_id: second.payment.payment_id });
  expect(payment.payment_id).toBe(second.payment.payment_id);
  const other = await office.correct('A-1', DAY, [700, 500]);
  expect(other.payment.payment_id).toBe(first.payment.payment_id);
});

test('a payment chosen by its id must have the named amount', async () => {
  const office = await openShop();
  const first = await office.pay('A-1', 700, DAY);
  await office.pay('A-1', 900, DAY);
  const payment_id = first.payment.payment_id;
  const given = correction('A-1', DAY, [900, 600], { payment_id });
  await office.refused(payments.correct, given, 'recorded_amount_changed');
});

test('when an invoice is named, the payment that names the same invoice is corrected', async () => {
  const office = await openShop();
  await office.pay('A-1', 700, DAY);
  const named = await office.ask(payments.byInvoice, {
    params: { reference: 'INV-A-1-202610' },
    body: { amountPaid: 700, paymentDate: DAY },
  });
  const { payment } = await office.correct('A-1', DAY, [700, 600], { invoice_id: 'inv-a-1-202610' });
  expect(payment).toMatchObject({ payment_id: named.payment.payment_id, invoice_id: 'INV-A-1-202610' });
});

test('a payment is still found by its invoice when that was deleted and generated again', async () => {
  const office = await openShop();
  await office.pay('A-1', 700, DAY);
  const named = await office.ask(payments.byInvoice, {
    params: { reference: 'INV-A-1-202610' },
    body: { amountPaid: 700, paymentDate: DAY },
  });
  await office.ask(invoices.remove, { params: { id: 'INV-A-1-202610' }, body: {} });
  await office.generate('A-1', '2026-10');
  const { payment } = await office.correct('A-1', DAY, [700, 600], { invoice_id: 'INV-A-1-202610' });
  expect(payment.payment_id).toBe(named.payment.payment_id);
});

test.each<[string, { recorded?: number; payment_date?: string; payment_id?: number }]>([
  ['of an amount that never was', { recorded: 701 }],
  ['of another day', { payment_date: '2026-10-09' }],
  ['of the day after in Colombo', { payment_date: `${DAY}T18:30:00.000Z` }],
  ['that is not there', { payment_id: 999_999 }],
])('a payment %s is not found', async (_, { recorded = 700, ...more }) => {
  const office = await openShop();
  await office.pay('A-1', 700, DAY);
  const before = await everythingIn(office.app);
  const given = correction('A-1', DAY, [recorded, 600], more);
  const refused = await office.refused(payments.correct, given, 'payment_not_found');
  expect(refused.message).toBe('Payment not found.');
  expect(await everythingIn(office.app)).toEqual(before);
});

test('a payment of another shop, and a correction, cannot be corrected by their ids', async () => {
  const office = await openShop();
  await office.let('B-2');
  const other = await office.pay('B-2', 700, DAY);
  await office.pay('A-1', 700, DAY);
  await office.correct('A-1', DAY, [700, 650]);
  const correctionId = (await office.summaryOf('A-1')).Payments[0]?.payment_id;
  for (const payment_id of [other.payment.payment_id, correctionId]) {
    const given = correction('A-1', DAY, [650, 600], { payment_id });
    await office.refused(payments.correct, given, 'payment_not_found');
  }
});

test('a payment that was deleted cannot be corrected', async () => {
  const office = await openShop();
  const { payment } = await office.pay('A-1', 700, DAY);
  await office.ask(payments.remove, { params: { id: String(payment.payment_id) }, body: {} });
  for (const payment_id of [undefined, payment.payment_id]) {
    await office.refused(payments.correct, correction('A-1', DAY, [700, 600], { payment_id }), 'payment_not_found');
  }
});

test.each([
  ['the amount that is recorded', [700, '700.00'], 'no_difference', undefined],
  ['less than nothing', [700, -0.01], 'invalid_input', 'actual_amount'],
  ['a recorded amount below nothing', [-700, 1], 'invalid_input', 'admin_put_amount'],
  ['a part of a cent', [700, 0.001], 'invalid_input', 'actual_amount'],
] as const)('a correction to %s is refused', async (_, amounts, code, field) => {
  const office = await openShop();
  await office.pay('A-1', 700, DAY);
  const before = await everythingIn(office.app);
  const refused = await office.refused(payments.correct, correction('A-1', DAY, amounts), code);
  expect(refused.details?.[0]?.field).toBe(field);
  expect(await everythingIn(office.app)).toEqual(before);
});

test.each([{ edit_reason: '  ' }, { edit_reason: undefined }])(
  'a correction of a program without a reason is recorded with an empty one: %j',
  async (reason) => {
    const office = await openShop();
    await office.pay('A-1', 700, DAY);
    const { payment } = await office.ask(payments.correct, correction('A-1', DAY, [700, 600], reason));
    expect(payment).toMatchObject({ amount_paid: 700, corrected_amount: 600 });
  },
);

test('a payment with the method Correction Made can be corrected like any other', async () => {
  const office = await openShop();
  await office.pay('A-1', 700, DAY, { paymentMethod: 'Correction Made' });
  const { payment } = await office.correct('A-1', DAY, [700, 600]);
  expect(payment).toMatchObject({
    payment_method: 'Correction Made',
    corrected_amount: 600,
    corrects_payment_id: null,
  });
});

test('an old correction form may send a slash at the end, an instant, texts and an empty invoice', async () => {
  const office = await openShop();
  await office.pay('A-1', 700, DAY);
  const given = correction('a-1', `${DAY}T00:00:00.000Z`, ['700.00', '600.5'], { invoice_id: '', payment_id: null });
  const answer = await office.app.send({
    method: 'POST',
    url: '/api/paymentscorrection/correct-payment/',
    headers: { authorization: `Bearer ${await office.tokenOf('admin')}` },
    payload: given.body,
  });
  expect([answer.statusCode, answer.json().payment.corrected_amount]).toEqual([200, 600.5]);
});

test('a payment in time that is corrected to less adds the fine of a late one, which the answer shows', async () => {
  const office = await openShop();
  await office.pay('A-1', 11_800, DAY);
  office.goTo('2026-10-20');
  await office.pay('A-1', 1000, '2026-10-20');
  const corrected = await office.correct('A-1', DAY, [11_800, 10_800]);
  // On the 16th, 1,000.00 of the rent was unpaid; it was paid on the 20th.
  expect(corrected.new_fines).toEqual([
    {
      invoice_id: 'INV-A-1-202610',
      month_year: '2026-10',
      fine_amount: 300,
      previous_fine_amount: 0,
      fell_due: '2026-10-20T06:30:00.000Z',
    },
  ]);
  expect(corrected.still_owed).toBe(300);
});
