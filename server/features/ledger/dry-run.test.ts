import { expect, test } from 'vitest';
import type { Call, Sending } from '#contract/call.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { ledger } from '#contract/ledger.ts';
import { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { correction, everythingIn, openTestOffice, type TestOffice } from '../../testing/office.ts';

/**
 * Opens a shop whose invoice for October is paid. The current day is 20 November. Rs. 1,000 was paid on 10 November.
 * Taking money away from October's invoice causes a fine.
 */
async function openShop(): Promise<TestOffice & { paymentId: string }> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-10-10');
  const { payment } = await office.pay('A-1', 11_800, '2026-10-10');
  office.goTo('2026-11-01');
  await office.generate('A-1', '2026-11');
  office.goTo('2026-11-20');
  await office.pay('A-1', 1000, '2026-11-10');
  return { ...office, paymentId: String(payment.payment_id) };
}

type Write = readonly [sentence: string, entry: Call, given: (paymentId: string) => object];

const OCTOBER = 'INV-A-1-202610';
const NOVEMBER = 'INV-A-1-202611';
const writes: readonly Write[] = [
  ['a payment by shop', payments.byShop, () => ({ params: { shopId: 'A-1' }, body: LATE })],
  ['a payment by invoice', payments.byInvoice, () => ({ params: { reference: NOVEMBER }, body: LATE })],
  ['a correction', payments.correct, () => correction('A-1', '2026-10-10', [11_800, 10_000])],
  ['a deleted payment', payments.remove, (id) => ({ params: { id }, body: {} })],
  ['a bill', invoices.generate, () => ({ body: { shop_id: 'A-1', month_year: '2026-12' } })],
  ['a deleted bill', invoices.remove, () => ({ params: { id: OCTOBER }, body: {} })],
  ['a fine', fines.apply, () => ({ params: { id: NOVEMBER } })],
  ['a set balance', shops.setBalance, () => ({ params: { id: 'A-1' }, body: { balance_amount: 3000 } })],
];
const LATE = { amountPaid: 3000, paymentDate: '2026-11-20' };

test.each(writes)('a dry run of %s has the answer of the real call, and changes nothing', async (_, entry, given) => {
  const office = await openShop();
  const parts = given(office.paymentId) as Sending<Call>;
  const before = await everythingIn(office.app);
  const tried = await office.ask(entry, { ...parts, query: { dry_run: 'true' } });
  expect(await everythingIn(office.app)).toEqual(before);
  const done = await office.ask(entry, { ...parts, query: { dry_run: 'false' } });
  expect(withoutRowIds(tried)).toEqual(withoutRowIds(done));
  expect(await everythingIn(office.app)).not.toEqual(before);
  expect((await office.ask(ledger.verify, {})).differences).toEqual([]);
});

test('a dry run works for a removed fine too', async () => {
  const office = await openShop();
  await office.ask(fines.apply, { params: { id: NOVEMBER } });
  const removal = { params: { id: NOVEMBER }, body: {} };
  const before = await everythingIn(office.app);
  const tried = await office.ask(fines.remove, { ...removal, query: { dry_run: 'true' } });
  expect(await everythingIn(office.app)).toEqual(before);
  expect(await office.ask(fines.remove, removal)).toEqual(tried);
});

test('a dry run does not use up its key: the real write with the same key is done', async () => {
  const office = await openShop();
  const payment = { params: { shopId: 'A-1' }, body: LATE, key: 'form-1' };
  await office.ask(payments.byShop, { ...payment, query: { dry_run: 'true' } });
  await office.ask(payments.byShop, payment);
  const { Payments } = await office.summaryOf('A-1');
  expect(Payments.filter(({ amount_paid }) => amount_paid === 3000)).toHaveLength(1);
});

test('a dry run is refused as the real write would be', async () => {
  const office = await openShop();
  const request = { body: { shop_id: 'A-1', month_year: '2026-11' }, query: { dry_run: 'true' } } as const;
  await office.refused(invoices.generate, request, 'invoice_exists');
  const payment = { params: { shopId: 'A-1' }, body: LATE, query: { dry_run: 'yes' as 'true' } };
  await office.refused(payments.byShop, payment, 'invalid_input');
});

function withoutRowIds(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (key, part) => (key === 'payment_id' ? 'some row' : part));
}
