import { expect, test } from 'vitest';
import { fines } from '#contract/fines.ts';
import { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';

/** An action before 11:00 still follows the payments recorded before it. */
async function openShop(billedAt: string, month: string): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo(billedAt);
  await office.let('W-1');
  await office.generate('W-1', month);
  return office;
}

test('an invoice generated in the morning takes nothing of the money that paid another one before', async () => {
  const office = await openShop('2026-11-01', '2026-11');
  office.goTo('2026-11-15', '08:30');
  await office.pay('W-1', 11_800, '2026-11-15');
  office.goTo('2026-11-15', '09:00');
  await office.generate('W-1', '2026-09');
  const statuses = (await office.summaryOf('W-1')).Invoices.map(({ month_year, status }) => [month_year, status]);
  expect(statuses).toEqual([
    ['2026-11', 'Paid'],
    ['2026-09', 'Unpaid'],
  ]);
});

test('a fine applied in the morning is on the rent that is unpaid after the payment an hour before', async () => {
  const office = await openShop('2026-10-01', '2026-10');
  office.goTo('2026-10-16', '08:30');
  await office.pay('W-1', 10_000, '2026-10-15');
  await office.pay('W-1', 800, '2026-10-16');
  office.goTo('2026-10-16', '09:00');
  const removed = await office.ask(fines.remove, { params: { id: 'INV-W-1-202610' }, body: {} });
  expect(removed.still_owed).toBe(1000);
  const applied = await office.ask(fines.apply, { params: { id: 'INV-W-1-202610' } });
  expect(applied.fineAmount).toBe(300);
});

test('a fine that is reduced by money of the same day has an audit entry', async () => {
  const office = await openShop('2026-10-01', '2026-10');
  office.goTo('2026-10-16', '13:00');
  await office.ask(fines.apply, { params: { id: 'INV-W-1-202610' } });
  office.goTo('2026-10-16', '14:00');
  await office.pay('W-1', 7_800, '2026-10-15');
  const lowered = (await office.auditLog()).filter(({ event_type }) => event_type === 'Fine Lowered');
  expect(lowered).toMatchObject([{ invoice_id: 'INV-W-1-202610', old_value: '2400.00', new_value: '1200.00' }]);
});

test('a balance is set from the current balance, whatever an invoice generated ahead will use', async () => {
  const office = await openShop('2026-10-01', '2026-10');
  office.goTo('2026-10-02');
  await office.pay('W-1', 12_800, '2026-10-02');
  await office.generate('W-1', '2026-12');
  const set = () => office.ask(shops.setBalance, { params: { id: 'W-1' }, body: { balance_amount: -500 } });
  const first = await set();
  expect(first).toMatchObject({ data: { balance_amount: -500 }, still_owed: 12_300 });
  expect(await set()).toMatchObject({ data: { balance_amount: -500 }, still_owed: 12_300 });
  await office.expectCleanBooks();
});

test('a receipt adds up when its money paid a negative balance', async () => {
  const office = await openTestOffice();
  await office.let('W-1');
  await office.ask(shops.setBalance, { params: { id: 'W-1' }, body: { balance_amount: -500 } });
  const { payment } = await office.pay('W-1', 800, '2026-11-19');
  const receipt = await office.ask(payments.receipt, { params: { id: String(payment.payment_id) } });
  expect(receipt).toMatchObject({ amount: 800, settled: [], filled_debt: 500, kept_as_credit: 300 });
});
