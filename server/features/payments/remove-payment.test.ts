import { expect, test } from 'vitest';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { everythingIn, openTestOffice, type TestOffice } from '../../testing/office.ts';

const DAY = '2026-10-10';

async function openShop(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-10-12');
  return office;
}

const remove = (office: TestOffice, id: number | undefined, reason?: string) =>
  office.ask(payments.remove, { params: { id: String(id) }, body: reason === undefined ? {} : { reason } });

async function booksOf(office: TestOffice) {
  const { ShopBalance, total_owed, Payments, Invoices } = await office.summaryOf('A-1');
  const rows = Invoices.map(({ updatedAt: _, ...invoice }) => invoice);
  return { balance: ShopBalance.balance_amount, total_owed, Payments, Invoices: withoutIds(rows) };
}

function withoutIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, part) =>
    /_id$/.test(key) && key !== 'invoice_id' ? undefined : part,
  );
}

test('a deleted payment is removed from the lists, and the ledger is as before it', async () => {
  const office = await openShop();
  await office.pay('A-1', 700, DAY);
  const before = await booksOf(office);
  office.goTo('2026-10-13');
  const { payment } = await office.pay('A-1', 20_000, '2026-10-09');
  const removed = await remove(office, payment.payment_id, 'Paid to another shop');
  expect(removed).toMatchObject({ message: 'Payment deleted successfully.', balance_amount: 0, still_owed: 11_100 });
  expect(await booksOf(office)).toEqual(before);
  const listed = await office.ask(payments.list, {});
  expect(listed.payments.map(({ amount_paid }) => amount_paid)).toEqual([700]);
  const ofDay = await office.ask(payments.ofDay, { query: { shop_id: 'A-1', payment_date: '2026-10-09' } });
  expect(ofDay.data).toEqual([]);
  await office.refused(payments.remove, { params: { id: String(payment.payment_id) }, body: {} }, 'payment_not_found');
  await office.expectCleanBooks();
});

test('a deleted payment remains recorded with the person, the time and the reason', async () => {
  const office = await openShop();
  const { payment } = await office.pay('A-1', 700, DAY);
  await office.correct('A-1', DAY, [700, 650]);
  await remove(office, payment.payment_id, 'Paid to another shop');
  const voided = await office.app.database.reader
    .selectFrom('ledger_entries')
    .select(['kind', 'cents', 'voided_at', 'voided_by', 'void_reason'])
    .where('voided_at', 'is not', null)
    .orderBy('id')
    .execute();
  const why = {
    voided_at: office.app.clock.now(),
    voided_by: 'admin@example.com',
    void_reason: 'Paid to another shop',
  };
  expect(voided).toEqual([
    { kind: 'payment', cents: 70_000, ...why },
    { kind: 'correction', cents: -5000, ...why },
  ]);
});

test('a payment is deleted with its corrections', async () => {
  const office = await openShop();
  const before = await booksOf(office);
  const { payment } = await office.pay('A-1', 700, DAY);
  await office.correct('A-1', DAY, [700, 650]);
  await office.correct('A-1', DAY, [650, 12_000]);
  const removed = await remove(office, payment.payment_id);
  expect([removed.balance_amount, removed.still_owed]).toEqual([0, 11_800]);
  expect(await booksOf(office)).toEqual(before);
  await office.expectCleanBooks();
});

test('only the newest correction can be deleted on its own, one after the other', async () => {
  const office = await openShop();
  await office.pay('A-1', 700, DAY);
  await office.correct('A-1', DAY, [700, 650]);
  await office.correct('A-1', DAY, [650, 600]);
  const [newest, older] = (await office.summaryOf('A-1')).Payments;
  const before = await everythingIn(office.app);
  const ofOlder = { params: { id: String(older?.payment_id) }, body: {} };
  const refused = await office.refused(payments.remove, ofOlder, 'newer_correction');
  expect(refused.message).toBe('Only the latest correction to a payment can be deleted.');
  expect(await everythingIn(office.app)).toEqual(before);
  expect((await remove(office, newest?.payment_id)).still_owed).toBe(11_150);
  expect((await remove(office, older?.payment_id)).still_owed).toBe(11_100);
  const { Payments } = await office.summaryOf('A-1');
  expect(Payments.map((row) => [row.amount_paid, row.corrected_amount])).toEqual([[700, 700]]);
  await office.expectCleanBooks();
});

test('when two clerks delete the same payment at once, one is answered that it no longer exists', async () => {
  const office = await openShop();
  const { payment } = await office.pay('A-1', 700, DAY);
  const request = { params: { id: String(payment.payment_id) }, body: {} };
  const answers = await Promise.all(Array.from({ length: 5 }, () => office.tell(payments.remove, request)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404, 404]);
  const log = await office.auditLog();
  expect(log.filter(({ event_type }) => event_type === 'Payment Deleted')).toHaveLength(1);
  await office.expectCleanBooks();
});

test('deleting an invoice deletes its fine and its arrest and leaves the payments that name it', async () => {
  const office = await openShop();
  const named = await office.ask(payments.byInvoice, {
    params: { reference: 'INV-A-1-202610' },
    body: { amountPaid: 3000, paymentDate: '2026-10-12' },
  });
  office.goTo('2026-11-20');
  await office.ask(fines.apply, { params: { id: 'INV-A-1-202610' } });
  await office.ask(invoices.arrest, { body: {} });
  const removed = await office.ask(invoices.remove, {
    params: { id: 'inv-a-1-202610' },
    body: { reason: 'By mistake' },
  });
  expect(removed).toEqual({ message: 'Invoice deleted successfully.', settled: [], still_owed: 0, new_fines: [] });
  const shop = await office.summaryOf('A-1');
  expect(shop.Invoices).toEqual([]);
  expect(shop.ShopBalance.balance_amount).toBe(3000);
  expect(shop.Payments).toEqual([named.payment]);
  await office.refused(invoices.remove, { params: { id: 'INV-A-1-202610' }, body: {} }, 'invoice_not_found');
  const standing = office.app.database.reader
    .selectFrom('ledger_entries')
    .select('kind')
    .where('voided_at', 'is', null);
  expect(await standing.execute()).toEqual([{ kind: 'payment' }]);
  await office.expectCleanBooks();
});

test('the month of a deleted invoice is generated again with the same number and without the earlier fine', async () => {
  const office = await openShop();
  office.goTo('2026-11-20');
  await office.ask(fines.apply, { params: { id: 'INV-A-1-202610' } });
  await office.pay('A-1', 3000, '2026-11-19');
  await office.ask(invoices.remove, { params: { id: 'INV-A-1-202610' }, body: {} });
  const again = await office.generate('A-1', '2026-10');
  expect(again).toMatchObject({
    invoice_id: 'INV-A-1-202610',
    previous_balance: 3000,
    fines: 0,
    due_date: '2026-12-04',
  });
  expect(await office.chargesOf('A-1')).toEqual([
    '2026-10 VAT 1800 of 1800 Paid',
    '2026-10 OperationFee 1200 of 2000 Partially Paid',
    '2026-10 Rent 0 of 8000 Unpaid',
  ]);
  await office.expectCleanBooks();
});

test('money that paid a deleted invoice pays the next one', async () => {
  const office = await openShop();
  office.goTo('2026-11-01');
  await office.generate('A-1', '2026-11');
  await office.pay('A-1', 5000, '2026-11-01');
  const removed = await office.ask(invoices.remove, { params: { id: 'INV-A-1-202610' }, body: {} });
  expect(removed.settled.map(({ month_year, charge, amount }) => [month_year, charge, amount])).toEqual([
    ['2026-11', 'VAT', 1800],
    ['2026-11', 'OperationFee', 2000],
    ['2026-11', 'Rent', 1200],
  ]);
  expect(removed.still_owed).toBe(6800);
});
