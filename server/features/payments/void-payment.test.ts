import { describe, expect, test } from 'vitest';
import { payments } from '#contract/payments.ts';
import { everythingIn, openTestOffice, type TestOffice } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';

const DAY = '2026-10-10';
const WHY = 'Paid by another shop';

async function openShop() {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-10-12');
  await office.pay('A-1', 300, '2026-10-09');
  const { payment } = await office.pay('A-1', 700, DAY, { paymentMethod: 'Cheque' });
  await office.correct('A-1', DAY, [700, 650]);
  office.goTo('2026-10-13');
  const id = String(payment.payment_id);
  await remove(office, id, WHY);
  return { office, id, payment };
}

const remove = (office: TestOffice, id: string, reason?: string) =>
  office.ask(payments.remove, { params: { id }, body: reason === undefined ? {} : { reason } });

const mark = {
  voided_at: '2026-10-13T06:30:00.000Z',
  voided_by: 'admin@example.com',
  void_reason: WHY,
  replaced_by_payment_id: null,
};

test('the summary lists void payments apart from those that count, with when, by whom and why', async () => {
  const { office, payment } = await openShop();
  const { Payments, VoidedPayments } = await office.summaryOf('A-1');
  expect(Payments.map(({ amount_paid }) => amount_paid)).toEqual([300]);
  expect(VoidedPayments).toMatchObject([
    { amount_paid: -50, corrects_payment_id: payment.payment_id, ...mark },
    { ...payment, corrected_amount: 650, updatedAt: mark.voided_at, ...mark },
  ]);
});

test('the list of payments has void ones only on request, and then marks each payment', async () => {
  const { office, payment } = await openShop();
  const plain = await office.ask(payments.list, {});
  expect(plain.payments.map(({ amount_paid }) => amount_paid)).toEqual([300]);
  expect(plain.payments[0]).not.toHaveProperty('voided_at');
  for (const query of [
    { voided: 'true' },
    { voided: 'true', year: '2026' },
    { voided: 'true', month: '10' },
  ] as const) {
    const { payments: all } = await office.ask(payments.list, { query });
    expect(all.map(({ amount_paid, voided_at }) => [amount_paid, voided_at])).toEqual([
      [-50, mark.voided_at],
      [700, mark.voided_at],
      [300, null],
    ]);
    expect(all[1]).toMatchObject({ payment_id: payment.payment_id, ...mark });
  }
  const september = await office.ask(payments.list, { query: { voided: 'true', year: '2026', month: '9' } });
  expect(september.payments).toEqual([]);
});

test('the receipt of a void payment keeps amount and payer, says that it is void, and pays nothing', async () => {
  const { office, id } = await openShop();
  const receipt = await office.ask(payments.receipt, { params: { id } });
  expect(receipt).toMatchObject({
    amount: 650,
    tenant_name: 'Nimal Perera',
    settled: [],
    filled_debt: 0,
    kept_as_credit: 0,
    corrections: [{ amount: -50, reason: 'Counted again' }],
    still_owed: 11_500,
    ...mark,
  });
  const authorization = `Bearer ${await office.tokenOf('admin')}`;
  const pdf = await office.app.send({ url: `/api/payments/${id}/receipt/pdf`, headers: { authorization } });
  const text = (await readPdfText(pdf.rawPayload)).join(' ').replaceAll(/\s+/g, ' ');
  for (const shown of ['VOID', `Reason: ${WHY}`, 'Received Rs. 650.00', 'Nimal Perera']) expect(text).toContain(shown);
  expect((await office.ask(payments.printReceipt, { params: { id } })).times_printed).toBe(1);
});

test('the statement has a line for a void payment, at its day, that changes no balance', async () => {
  const { office, id } = await openShop();
  await office.pay('A-1', 200, '2026-10-11');
  const lines = await office.statementOf('A-1');
  expect(lines.map(({ kind, paid, voided, balance }) => [kind, paid, voided, balance])).toEqual([
    ['invoice', null, null, -11_800],
    ['payment', 300, null, -11_500],
    ['payment', null, 650, -11_500],
    ['payment', 200, null, -11_300],
  ]);
  expect(lines[2]).toMatchObject({ text: `Payment ${id}, Cheque (void): ${WHY}`, payment_id: Number(id) });
});

test('a void payment before everything else leaves the balance 0', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  const { payment } = await office.pay('A-1', 700, DAY);
  await remove(office, String(payment.payment_id));
  expect(await office.statementOf('A-1')).toMatchObject([
    { text: `Payment ${payment.payment_id}, Cash (void)`, charged: null, paid: null, voided: 700, balance: 0 },
  ]);
});

test('a client that sends no reason voids a payment with an empty one', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  const { payment } = await office.pay('A-1', 700, DAY);
  await remove(office, String(payment.payment_id));
  const { VoidedPayments } = await office.summaryOf('A-1');
  expect(VoidedPayments).toMatchObject([{ amount_paid: 700, void_reason: '' }]);
});

test('voiding a payment again is refused with a sentence that says why', async () => {
  const { office, id } = await openShop();
  const refused = await office.refused(payments.remove, { params: { id }, body: {} }, 'payment_not_found');
  expect(refused.message).toBe('This payment is already void.');
  const unknown = await office.refused(payments.remove, { params: { id: '999' }, body: {} }, 'payment_not_found');
  expect(unknown.message).toBe('Payment not found.');
});

test('a correction that was voided on its own is not part of the amount of a payment that is voided later', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  const { payment } = await office.pay('A-1', 700, DAY);
  await office.correct('A-1', DAY, [700, 650]);
  const [correction] = (await office.summaryOf('A-1')).Payments;
  await remove(office, String(correction?.payment_id), 'Counted wrong');
  office.goTo('2026-11-25');
  await remove(office, String(payment.payment_id), WHY);
  const { VoidedPayments } = await office.summaryOf('A-1');
  expect(VoidedPayments.map((row) => [row.amount_paid, row.corrected_amount, row.void_reason])).toEqual([
    [-50, -50, 'Counted wrong'],
    [700, 700, WHY],
  ]);
});

describe('return cheque', () => {
  const DAY = '2026-10-10';
  const WHY = 'Cheque 881203 returned unpaid';

  async function openShop() {
    const office = await openTestOffice();
    office.goTo('2026-10-01');
    await office.let('A-1');
    await office.generate('A-1', '2026-10');
    office.goTo('2026-10-12');
    const { payment } = await office.pay('A-1', 700, DAY, { paymentMethod: 'Cheque' });
    return { office, params: { id: String(payment.payment_id) } };
  }

  test('a returned cheque voids its payment with its corrections and the reason', async () => {
    const { office, params } = await openShop();
    await office.correct('A-1', DAY, [700, 650]);
    const returned = await office.ask(payments.returnCheque, { params, body: { reason: WHY } });
    expect(returned).toMatchObject({
      message: `Cheque returned. Payment ${params.id} is void.`,
      balance_amount: 0,
      still_owed: 11_800,
    });
    const { Payments, VoidedPayments } = await office.summaryOf('A-1');
    expect(Payments).toEqual([]);
    expect(VoidedPayments.map(({ amount_paid, void_reason }) => [amount_paid, void_reason])).toEqual([
      [-50, WHY],
      [700, WHY],
    ]);
    expect((await office.auditLog()).at(-1)).toMatchObject({
      event_type: 'Cheque Returned',
      shop_id: 'A-1',
      old_value: '650.00',
      edit_reason: WHY,
    });
    await office.expectCleanBooks();
  });

  test('a returned cheque that had paid in time is previewed with the fine that it brings, which can be waived', async () => {
    const { office, params } = await openShop();
    await office.pay('A-1', 11_100, '2026-10-11');
    office.goTo('2026-10-20');
    await office.pay('A-1', 5000, '2026-10-20');
    const before = await everythingIn(office.app);
    const body = { reason: WHY };
    const preview = await office.ask(payments.returnCheque, { params, query: { dry_run: 'true' }, body });
    expect(preview.new_fines.map(({ fine_amount }) => fine_amount)).toEqual([210]);
    expect(await everythingIn(office.app)).toEqual(before);
    const waived = { ...body, do_not_charge: ['INV-A-1-202610'] };
    const done = await office.ask(payments.returnCheque, { params, body: waived });
    expect([done.new_fines, done.balance_amount]).toEqual([[], 4300]);
    await office.expectCleanBooks();
  });

  test('the same key twice returns the cheque once', async () => {
    const { office, params } = await openShop();
    const request = { params, body: { reason: WHY }, key: 'form-1' };
    const first = await office.ask(payments.returnCheque, request);
    expect(await office.ask(payments.returnCheque, request)).toEqual(first);
    await office.refused(payments.returnCheque, { ...request, key: 'form-2' }, 'payment_not_found');
  });

  test('a reason is required, of 3 to 200 characters', async () => {
    const { office, params } = await openShop();
    for (const reason of ['', 'no', ' no ', 'x'.repeat(201)]) {
      const refused = await office.refused(payments.returnCheque, { params, body: { reason } }, 'invalid_input');
      expect(refused.details?.[0]?.field).toBe('reason');
    }
  });
});
