import { expect, test } from 'vitest';
import { payments } from '#contract/payments.ts';
import { everythingIn, openTestOffice } from '../../testing/office.ts';

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
