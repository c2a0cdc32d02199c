import { expect, test } from 'vitest';
import type { Sending } from '#contract/call.ts';
import { payments } from '#contract/payments.ts';
import { tenants } from '#contract/tenants.ts';
import { expectRefusal } from '../../testing/call.ts';
import { everythingIn, openTestOffice, patientOffice, type TestOffice } from '../../testing/office.ts';

const DAY = '2026-10-10';
const WHY = 'Paid by the neighbour';
type Changes = Partial<Sending<typeof payments.replace>['body']>;

async function openShops(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  for (const shop of ['A-1', 'A-2']) {
    await office.let(shop);
    await office.generate(shop, '2026-10');
  }
  office.goTo('2026-10-12');
  return office;
}

async function payIn(office: TestOffice, amount: number, shop = 'A-1'): Promise<number> {
  return (await office.pay(shop, amount, DAY, { note: 'By his son' })).payment.payment_id;
}

const replace = (office: TestOffice, id: number, changes: Changes) =>
  office.ask(payments.replace, { params: { id: String(id) }, body: { reason: WHY, ...changes } });

const paidIn = async (office: TestOffice, shop: string) =>
  (await office.summaryOf(shop)).Payments.map(({ amount_paid }) => amount_paid);

test('a payment of the wrong shop is void there and counts where it belongs, with its corrected amount', async () => {
  const office = await openShops();
  const id = await payIn(office, 3000);
  await office.correct('A-1', DAY, [3000, 2500]);
  office.goTo('2026-10-13');
  const moved = await replace(office, id, { shop_id: 'a-2' });
  const { payment, left } = moved;
  expect(moved.message).toBe(`Payment ${id} is void. Payment ${payment.payment_id} replaces it.`);
  expect(payment).toMatchObject({
    shop_id: 'A-2',
    amount_paid: 2500,
    payment_date: '2026-10-10T05:30:00.000Z',
    note: 'By his son',
    replaces_payment_id: id,
    recorded_by: 'admin@example.com',
  });
  expect(moved.settled.map(({ charge, amount }) => [charge, amount])).toEqual([
    ['VAT', 1800],
    ['OperationFee', 700],
  ]);
  expect([moved.still_owed, moved.tenancy.shop_id, moved.tenancy.still_owed]).toEqual([9300, 'A-2', 9300]);
  expect(left).toMatchObject({ shop_id: 'A-1', tenant_name: 'Nimal Perera', settled: [], still_owed: 11_800 });
  expect([await paidIn(office, 'A-1'), await paidIn(office, 'A-2')]).toEqual([[], [2500]]);
  const { VoidedPayments } = await office.summaryOf('A-1');
  const link = { void_reason: WHY, replaced_by_payment_id: payment.payment_id };
  expect(VoidedPayments[1]).toMatchObject({ payment_id: id, corrected_amount: 2500, ...link });
  const receipt = await office.ask(payments.receipt, { params: { id: String(id) } });
  expect(receipt).toMatchObject({ amount: 2500, ...link });
  const [line] = (await office.statementOf('A-1')).filter(({ voided }) => voided !== null);
  expect(line?.text).toBe(`Payment ${id}, Cash (void, replaced by payment ${payment.payment_id}): ${WHY}`);
  await office.expectCleanBooks();
});

test('each of the two shops has one audit entry of a payment that moved, and one shop has one', async () => {
  const office = await openShops();
  const { payment } = await replace(office, await payIn(office, 3000), { shop_id: 'A-2' });
  await replace(office, payment.payment_id, { paymentMethod: 'Cheque' });
  const log = (await office.auditLog()).filter(({ event_type }) => event_type === 'Payment Replaced');
  expect(log.map((row) => [row.shop_id, row.old_value, row.new_value, row.edit_reason])).toEqual([
    ['A-1', '3000.00', null, WHY],
    ['A-2', null, '3000.00', WHY],
    ['A-2', '3000.00', '3000.00', WHY],
  ]);
});

test('a wrong method changes nothing else: not what the payment paid, nor its order among others of the day', async () => {
  const office = await openShops();
  const id = await payIn(office, 3000);
  await office.pay('A-1', 500, DAY);
  const before = await office.summaryOf('A-1');
  const { payment, left } = await replace(office, id, { paymentMethod: 'Bank Transfer' });
  expect(left).toBeNull();
  const after = await office.summaryOf('A-1');
  const paidBy = (summary: typeof before, own: number) =>
    summary.Invoices.flatMap(({ Allocations }) => Allocations)
      .map((row) => [row.charge, row.amount, row.date, row.payment_id === own ? 'own' : 'other'].join(' '))
      .sort();
  expect(paidBy(after, payment.payment_id)).toEqual(paidBy(before, id));
  expect(after.Payments.map((row) => row.payment_method).sort()).toEqual(['Bank Transfer', 'Cash']);
  await office.expectCleanBooks();
});

test('a payment of a former tenant stays with the former tenant, and can be moved to the current one', async () => {
  const office = await openShops();
  const id = await payIn(office, 3000);
  const nimal = (await office.summaryOf('A-1')).Tenant;
  await office.ask(tenants.remove, { params: { id: String(nimal?.tenant_id) } });
  const sunil = { name: 'Sunil Silva', contact: '000 111 1111', address: 'Kandy', email: 'sunil@example.com' };
  const { tenant } = await office.ask(tenants.add, { body: { ...sunil, shop_id: 'A-1' } });
  const first = await replace(office, id, { paymentMethod: 'Card', shop_id: 'A-1' });
  expect([first.payment.tenant_name, first.left]).toEqual(['Nimal Perera', null]);
  const second = await replace(office, first.payment.payment_id, { tenancy_id: tenant.tenant_id });
  expect([second.payment.tenant_name, second.balance_amount]).toEqual(['Sunil Silva', 3000]);
  expect(second.left).toMatchObject({ tenant_name: 'Nimal Perera', still_owed: 11_800 });
  await office.expectCleanBooks();
});

test('another day counts from that day on: the fine of a late payment goes when it was in time', async () => {
  const office = await openShops();
  office.goTo('2026-10-20');
  const late = await office.pay('A-1', 11_800, '2026-10-20');
  expect(late.new_fines).toHaveLength(1);
  const moved = await replace(office, late.payment.payment_id, { paymentDate: '2026-10-14' });
  expect(moved.payment.payment_date).toBe('2026-10-14T05:30:00.000Z');
  expect([moved.still_owed, moved.balance_amount]).toEqual([0, 0]);
  expect(await office.chargesOf('A-1')).not.toContainEqual(expect.stringContaining('Fine'));
  await office.expectCleanBooks();
});

test('the preview shows the new fines of both ledgers and records nothing; either can be waived', async () => {
  const office = await openShops();
  const { payment } = await office.pay('A-1', 11_800, DAY);
  office.goTo('2026-10-20');
  await office.pay('A-1', 5000, '2026-10-20');
  const params = { id: String(payment.payment_id) };
  const body = { reason: WHY, shop_id: 'A-2', paymentDate: '2026-10-19' };
  const before = await everythingIn(office.app);
  const preview = await office.ask(payments.replace, { params, query: { dry_run: 'true' }, body });
  expect(preview.new_fines.map(({ invoice_id }) => invoice_id)).toEqual(['INV-A-2-202610']);
  expect(preview.left?.new_fines.map(({ invoice_id }) => invoice_id)).toEqual(['INV-A-1-202610']);
  expect(await everythingIn(office.app)).toEqual(before);
  const waived = ['INV-A-2-202610', 'inv-a-1-202610'];
  const done = await office.ask(payments.replace, { params, body: { ...body, do_not_charge: waived } });
  expect([done.new_fines, done.left?.new_fines]).toEqual([[], []]);
  await office.expectCleanBooks();
});

test('a payment loses the invoice that it named when it goes to another tenant, and keeps it otherwise', async () => {
  const office = await openShops();
  const body = { amountPaid: 100, paymentDate: DAY };
  const { payment } = await office.ask(payments.byInvoice, { params: { reference: 'INV-A-1-202610' }, body });
  const first = await replace(office, payment.payment_id, { paymentMethod: 'Card' });
  expect(first.payment.invoice_id).toBe('INV-A-1-202610');
  const second = await replace(office, first.payment.payment_id, { shop_id: 'A-2' });
  expect(second.payment.invoice_id).toBeNull();
});

test('the same key replaces a payment once', async () => {
  const office = await openShops();
  const id = await payIn(office, 3000);
  const request = { params: { id: String(id) }, body: { reason: WHY, shop_id: 'A-2' }, key: 'form-1' };
  const first = await office.ask(payments.replace, request);
  expect(await office.ask(payments.replace, request)).toEqual(first);
  expect(await paidIn(office, 'A-2')).toEqual([3000]);
  const again = await office.refused(payments.replace, { ...request, key: 'form-2' }, 'payment_not_found');
  expect(again.message).toBe('This payment is already void.');
});

test('a refused replacement changes nothing', async () => {
  const office = await openShops();
  const id = await payIn(office, 3000);
  await office.correct('A-1', DAY, [3000, 2000]);
  const [correction] = (await office.summaryOf('A-1')).Payments;
  const before = await everythingIn(office.app);
  const refuse = (payment: number | undefined, changes: Changes, code: Parameters<TestOffice['refused']>[2]) =>
    office.refused(payments.replace, { params: { id: String(payment) }, body: { reason: WHY, ...changes } }, code);
  await refuse(id, { shop_id: 'A-1', paymentMethod: 'Cash', paymentDate: DAY }, 'payment_unchanged');
  await refuse(id, { paymentDate: '2026-10-13' }, 'payment_in_future');
  await refuse(id, { shop_id: 'Z-9' }, 'shop_not_found');
  await refuse(id, { shop_id: 'A-2', tenancy_id: correction?.tenancy_id ?? 0 }, 'tenancy_not_found');
  await refuse(id, { shop_id: 'A-2', reason: 'no' }, 'invalid_input');
  await refuse(correction?.payment_id, { shop_id: 'A-2' }, 'payment_not_found');
  expect(await everythingIn(office.app)).toEqual(before);
});

test('payments that cross between two shops at once neither wait for each other nor lose a cent', {
  tags: ['slow'],
}, async () => {
  const office = patientOffice(await openShops());
  const crossing: [number, string][] = [];
  for (let index = 0; index < 10; index += 1) {
    crossing.push([await payIn(office, 100 + index), 'A-2'], [await payIn(office, 200 + index, 'A-2'), 'A-1']);
  }
  const send = ([id, shop_id]: [number, string]) =>
    office.tell(payments.replace, { params: { id: String(id) }, body: { reason: WHY, shop_id } });
  const answers = await Promise.all([...crossing, ...crossing].map(send));
  const statuses = answers.map(({ statusCode }) => statusCode).sort((one, other) => one - other);
  expect(statuses).toEqual([...crossing.map(() => 200), ...crossing.map(() => 404)]);
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  expect([sum(await paidIn(office, 'A-1')), sum(await paidIn(office, 'A-2'))]).toEqual([2045, 1045]);
  await office.expectCleanBooks();
});

test('a cheque stays with its payment on another day, gets another number, and goes with another method', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  const cheque = { paymentMethod: 'Cheque', chequeNumber: '004512', chequeBank: 'Bank of Ceylon' } as const;
  const { payment } = await office.pay('A-1', 700, '2026-11-18', cheque);
  const { payment: moved } = await replace(office, payment.payment_id, { paymentDate: '2026-11-19' });
  expect(moved).toMatchObject({ cheque_number: '004512', cheque_bank: 'Bank of Ceylon', cheque_date: null });
  const changes = { chequeNumber: '004521', chequeDate: '2026-12-01' };
  const { payment: renumbered } = await replace(office, moved.payment_id, changes);
  expect(renumbered).toMatchObject({
    cheque_number: '004521',
    cheque_bank: 'Bank of Ceylon',
    cheque_date: '2026-12-01',
  });
  const unchanged = {
    params: { id: String(renumbered.payment_id) },
    body: { chequeNumber: '004521', reason: 'Again' },
  };
  expectRefusal(await office.tell(payments.replace, unchanged), 'payment_unchanged');
  const emptied = { chequeNumber: '004522', chequeBank: '', chequeDate: '' };
  const { payment: withoutBank } = await replace(office, renumbered.payment_id, emptied);
  expect(withoutBank).toMatchObject({ cheque_number: '004522', cheque_bank: null, cheque_date: null });
  const { payment: inCash } = await replace(office, withoutBank.payment_id, { paymentMethod: 'Cash' });
  expect(inCash).toMatchObject({ payment_method: 'Cash', cheque_number: null, cheque_bank: null, cheque_date: null });
  expect((await office.summaryOf('A-1')).VoidedPayments.map(({ cheque_number }) => cheque_number)).toEqual([
    '004522',
    '004521',
    '004512',
    '004512',
  ]);
  await office.expectCleanBooks();
});
