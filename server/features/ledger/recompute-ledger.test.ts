/** @module-tag postgres */
import { expect, test } from 'vitest';
import type { Call, Sending } from '#contract/call.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { correction, openTestOffice, type TestOffice } from '../../testing/office.ts';

const SEPTEMBER = 'INV-A-1-202609';
const OCTOBER = 'INV-A-1-202610';

async function openShop(): Promise<TestOffice & { paymentId: string }> {
  const office = await openTestOffice();
  office.goTo('2026-09-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-09');
  office.goTo('2026-10-01');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-11-20');
  const { payment } = await office.pay('A-1', 11_800, '2026-09-10');
  await office.pay('A-1', 11_800, '2026-10-10');
  await office.pay('A-1', 500, '2026-11-05');
  return { ...office, paymentId: String(payment.payment_id) };
}

type Effect = { new_fines: { invoice_id: string; fine_amount: number }[]; still_owed: number };

const fined = ({ new_fines }: Effect) => new_fines.map(({ invoice_id, fine_amount }) => [invoice_id, fine_amount]);

/** Writes that undo September's payment, so that the payment of 10 October pays September late. */
const writes: readonly [string, Call, (paymentId: string) => object, reason: string][] = [
  ['a correction downwards', payments.correct, () => correction('A-1', '2026-09-10', [11_800, 0]), 'Counted again'],
  ['a deleted payment', payments.remove, (id) => ({ params: { id }, body: {} }), 'Fine waived before it was applied'],
];

test.each(writes)('%s shows each fine that it adds', async (_, entry, given) => {
  const office = await openShop();
  const answer = (await office.ask(entry, given(office.paymentId) as Sending<Call>)) as Effect;
  // The payment of 10 October pays all of September's bill except the fine of 2,400. The 500 of 5 November pays part of
  // that fine.
  expect(fined(answer)).toEqual([[SEPTEMBER, 2400]]);
  expect(answer.still_owed).toBe(1900 + 11_800);
  await office.expectCleanBooks();
});

test.each(writes)(
  '%s waives the fine as requested and lists the next fine that this adds',
  async (_, entry, given, reason) => {
    const office = await openShop();
    const parts = given(office.paymentId) as { body: object };
    const sparing = (numbers: string[]) => ({ ...parts, body: { ...parts.body, do_not_charge: numbers } });
    const tried = await office.ask(entry, { ...sparing([SEPTEMBER]), query: { dry_run: 'true' } } as Sending<Call>);
    // Without September's fine, the 500 of 5 November pays part of October's bill, after its due day.
    expect(fined(tried as Effect)).toEqual([[OCTOBER, 2400]]);
    const done = await office.ask(entry, sparing([OCTOBER.toLowerCase(), SEPTEMBER]) as Sending<Call>);
    expect(done).toMatchObject({ new_fines: [], still_owed: 11_300 });
    expect((await office.chargesOf('A-1')).filter((line) => line.includes('Fine'))).toEqual([]);
    const removed = (await office.auditLog()).filter(({ event_type }) => event_type === 'Fine Removed');
    expect(removed.map(({ invoice_id, old_value, edit_reason }) => [invoice_id, old_value, edit_reason])).toEqual([
      [SEPTEMBER, '2400.00', reason],
      [OCTOBER, '2400.00', reason],
    ]);
    await office.pay('A-1', 20_000, '2026-11-20');
    expect((await office.chargesOf('A-1')).filter((line) => line.includes('Fine'))).toEqual([]);
    await office.expectCleanBooks();
  },
);

test('a late payment waives its fine on request, and the preview shows the same', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-10-20');
  const body = { amountPaid: 12_000, paymentDate: '2026-10-20', do_not_charge: [OCTOBER] };
  const params = { shopId: 'A-1' };
  const shown = await office.ask(payments.byShop, { params, query: { dry_run: 'true' }, body });
  const paid = await office.ask(payments.byShop, { params, body });
  expect(paid).toMatchObject({ new_fines: [], balance_amount: 200, still_owed: 0 });
  expect(shown).toMatchObject({ new_fines: [], balance_amount: 200, still_owed: 0, settled: paid.settled });
});

test('waiving an invoice without a fine changes nothing on it', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  await office.pay('A-1', 100, '2026-10-01', { do_not_charge: [OCTOBER, 'INV-Z-9-202610'] });
  office.goTo('2026-10-20');
  expect(fined(await office.pay('A-1', 100, '2026-10-20'))).toEqual([[OCTOBER, 2400]]);
});

test('a payment with an earlier date raises an existing fine, and the answer has the earlier amount', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-10-25');
  const { payment } = await office.pay('A-1', 5800, '2026-10-14');
  await office.pay('A-1', 100, '2026-10-20');
  const removed = await office.ask(payments.remove, { params: { id: String(payment.payment_id) }, body: {} });
  expect(removed.new_fines).toMatchObject([{ invoice_id: OCTOBER, fine_amount: 2400, previous_fine_amount: 1800 }]);
});

test('every write of money has an audit entry: who, which shop and invoice, before, after and why', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  const { payment } = await office.ask(payments.byInvoice, {
    params: { reference: OCTOBER },
    body: { amountPaid: 700.5, paymentDate: '2026-10-01', note: 'By his son' },
  });
  await office.pay('A-1', 100, '2026-10-01');
  await office.correct('A-1', '2026-10-01', [700.5, 650]);
  await office.ask(payments.remove, { params: { id: String(payment.payment_id) }, body: { reason: 'Wrong shop' } });
  await office.ask(shops.setBalance, { params: { id: 'A-1' }, body: { balance_amount: -50, reason: 'Key lost' } });
  office.goTo('2026-11-20');
  await office.ask(fines.apply, { params: { id: OCTOBER }, role: 'superadmin' });
  await office.ask(fines.remove, { params: { id: OCTOBER }, body: { reason: 'Flood' } });
  await office.ask(fines.applyAll, { body: {} });
  await office.ask(fines.apply, { params: { id: OCTOBER } });
  await office.ask(invoices.arrest, { body: {} });
  await office.ask(invoices.remove, { params: { id: OCTOBER }, body: { reason: 'By mistake' } });

  const shop_id = 'A-1';
  const invoice_id = OCTOBER;
  const none = null;
  const log = await office.auditLog();
  expect(log.map(({ event_date: _, user_actioned: __, ...entry }) => Object.values(entry))).toEqual([
    ['Invoice Generated', shop_id, invoice_id, none, '11800.00', none],
    ['Payment Made', shop_id, invoice_id, none, '700.50', 'By his son'],
    ['Payment Made', shop_id, none, none, '100.00', none],
    ['Correction', shop_id, invoice_id, '700.50', '650.00', 'Counted again'],
    ['Payment Deleted', shop_id, invoice_id, '650.00', none, 'Wrong shop'],
    ['Balance Set', shop_id, none, '0.00', '-50.00', 'Key lost'],
    ['Fine Applied', shop_id, invoice_id, none, '2400.00', none],
    ['Fine Removed', shop_id, invoice_id, '2400.00', '0.00', 'Flood'],
    ['Fine Applied', shop_id, invoice_id, none, '2400.00', none],
    ['Arrest Action', shop_id, invoice_id, none, none, none],
    ['Invoice Deleted', shop_id, invoice_id, '11800.00', none, 'By mistake'],
  ]);
  expect(log.map(({ user_actioned }) => user_actioned)).toEqual(
    log.map((_, index) => `${index === 6 ? 'superadmin' : 'admin'}@example.com`),
  );
  expect(log[0]?.event_date).toBe('2026-10-01T06:30:00.000Z');
  await office.expectCleanBooks();
});

test('fines on all and arrests of fines have an audit entry for each invoice', async () => {
  const office = await openTestOffice();
  office.goTo('2026-09-01');
  for (const shopId of ['A-1', 'B-2']) {
    await office.let(shopId);
    await office.generate(shopId, '2026-09');
  }
  office.goTo('2026-09-20');
  await office.ask(fines.applyAll, { body: {} });
  office.goTo('2026-11-20');
  await office.ask(fines.arrest, { body: {} });
  const log = await office.auditLog();
  expect(log.slice(2).map(({ event_type, shop_id, invoice_id }) => [event_type, shop_id, invoice_id])).toEqual([
    ['Fine Applied', 'A-1', SEPTEMBER],
    ['Fine Applied', 'B-2', 'INV-B-2-202609'],
    ['Arrest Action', 'A-1', SEPTEMBER],
    ['Arrest Action', 'B-2', 'INV-B-2-202609'],
  ]);
});

test('shops and tenants have audit entries too', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  const [nimal] = await office.ask(tenants.list, {});
  await office.ask(tenants.remove, { params: { id: String(nimal?.tenant_id) } });
  await office.ask(shops.remove, { params: { id: 'A-1' } });
  const log = await office.auditLog();
  expect(log.map(({ event_type, shop_id }) => [event_type, shop_id])).toEqual([
    ['Tenant Removed', 'A-1'],
    ['Shop Deleted', 'A-1'],
  ]);
});
