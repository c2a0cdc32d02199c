import { expect, test } from 'vitest';
import { fines } from '#contract/fines.ts';
import { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { everythingIn, openTestOffice, type TestOffice } from '../../testing/office.ts';

const OCTOBER = { params: { id: 'INV-A-1-202610' } };
const OCTOBER_LEFT = { invoice_id: 'INV-A-1-202610', month_year: '2026-10' };

async function openShop(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  return office;
}

const fineOf = async (office: TestOffice, shopId = 'A-1') =>
  (await office.chargesOf(shopId)).filter((line) => line.includes('Fine'));

test('a fine is 30 % of the rent that is unpaid when it is applied', async () => {
  const office = await openShop();
  await office.pay('A-1', 5000, '2026-10-01');
  office.goTo('2026-10-16', '00:00:00.000');
  const applied = await office.ask(fines.apply, OCTOBER);
  expect(applied).toEqual({
    success: true,
    message: 'Fine applied.',
    fineAmount: 2040,
    settled: [],
    still_owed: 8840,
    new_fines: [],
  });
  const { Invoices } = await office.summaryOf('A-1');
  expect(Invoices[0]?.Fines).toEqual([
    {
      fine_id: expect.any(Number),
      invoice_id: 'INV-A-1-202610',
      shop_id: 'A-1',
      fine_amount: 2040,
      paid_amount: 0,
      paid_date: null,
      generate_date: '2026-10-15T18:30:00.000Z',
      status: 'Unpaid',
    },
  ]);
  await office.expectCleanBooks();
});

test('no fine can be applied until the 15th is over', async () => {
  const office = await openShop();
  office.goTo('2026-10-15', '23:59:59.999');
  const before = await everythingIn(office.app);
  const refused = await office.refused(fines.apply, OCTOBER, 'rent_not_overdue');
  expect(refused.message).toBe('The rent is not overdue.');
  expect(await everythingIn(office.app)).toEqual(before);
});

test('a person may apply a fine to an invoice that was generated late and is within its grace days', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-20');
  await office.let('A-1');
  expect((await office.generate('A-1', '2026-10')).due_date).toBe('2026-11-03');
  expect((await office.ask(fines.apply, OCTOBER)).fineAmount).toBe(2400);
});

test('a second fine is refused, and so is one on an invoice whose rent is paid', async () => {
  const office = await openShop();
  office.goTo('2026-10-20');
  await office.ask(fines.apply, OCTOBER);
  const second = await office.refused(fines.apply, OCTOBER, 'fine_exists');
  expect(second.message).toBe('A fine is already applied to this invoice.');
  await office.let('B-2');
  await office.generate('B-2', '2026-10');
  await office.pay('B-2', 11_800, '2026-10-20');
  const paid = await office.refused(fines.apply, { params: { id: 'INV-B-2-202610' } }, 'no_unpaid_rent');
  expect(paid.message).toBe('This invoice has no unpaid rent, so no fine can be applied.');
  await office.refused(fines.apply, { params: { id: 'INV-B-2-202609' } }, 'invoice_not_found');
});

test('a rent of one cent is too small for a fine', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1', { rent_amount: 0.01 });
  await office.generate('A-1', '2026-10');
  office.goTo('2026-10-20');
  await office.refused(fines.apply, OCTOBER, 'no_unpaid_rent');
  expect((await office.pay('A-1', 1, '2026-10-20')).new_fines).toEqual([]);
});

test.each([
  [12_345.65, 3703.7],
  [15_000.05, 4500.02],
])('the fine on a rent of %d is %d', async (rent_amount, fineAmount) => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1', { rent_amount });
  await office.generate('A-1', '2026-10');
  office.goTo('2026-10-16');
  expect((await office.ask(fines.apply, OCTOBER)).fineAmount).toBe(fineAmount);
});

test('a late payment first adds the fine, by System, at 11:00 of its day', async () => {
  const office = await openShop();
  office.goTo('2026-10-20');
  const paid = await office.pay('A-1', 5000, '2026-10-16');
  expect(paid.new_fines).toEqual([
    { ...OCTOBER_LEFT, fine_amount: 2400, previous_fine_amount: 0, fell_due: '2026-10-16T05:30:00.000Z' },
  ]);
  expect(paid.settled.map(({ charge, amount }) => [charge, amount])).toEqual([
    ['VAT', 1800],
    ['OperationFee', 2000],
    ['Rent', 1200],
  ]);
  expect(paid.still_owed).toBe(9200);
  const fine = (await office.auditLog()).find(({ event_type }) => event_type === 'Fine Applied');
  expect(fine).toMatchObject({ invoice_id: 'INV-A-1-202610', old_value: '0.00', new_value: '2400.00' });
});

test('a payment in time that is entered after the fine voids it, and without that payment the fine applies again', async () => {
  const office = await openShop();
  office.goTo('2026-10-20');
  await office.pay('A-1', 1000, '2026-10-18');
  expect(await fineOf(office)).toEqual(['2026-10 Fine 0 of 2400 Unpaid']);
  const inTime = await office.pay('A-1', 11_800, '2026-10-14');
  expect(inTime).toMatchObject({ balance_amount: 1000, still_owed: 0, new_fines: [] });
  expect(await fineOf(office)).toEqual([]);
  const removal = { params: { id: String(inTime.payment.payment_id) }, body: {} };
  const removed = await office.ask(payments.remove, removal);
  expect(removed.new_fines).toEqual([
    { ...OCTOBER_LEFT, fine_amount: 2400, previous_fine_amount: 0, fell_due: '2026-10-18T05:30:00.000Z' },
  ]);
  expect(await fineOf(office)).toEqual(['2026-10 Fine 0 of 2400 Unpaid']);
  await office.expectCleanBooks();
});

test('money paid to a removed fine pays the next charges, and no late payment adds the fine again', async () => {
  const office = await openShop();
  office.goTo('2026-11-01');
  await office.generate('A-1', '2026-11');
  await office.pay('A-1', 14_200, '2026-11-01');
  expect(await fineOf(office)).toEqual(['2026-10 Fine 2400 of 2400 Paid']);
  const removed = await office.ask(fines.remove, { ...OCTOBER, body: { reason: 'The office was closed' } });
  expect(removed).toMatchObject({ success: true, message: 'Fine deleted.', still_owed: 9400, new_fines: [] });
  expect(removed.settled.map(({ month_year, charge, amount }) => [month_year, charge, amount])).toEqual([
    ['2026-11', 'VAT', 1800],
    ['2026-11', 'OperationFee', 600],
  ]);
  expect(await fineOf(office)).toEqual([]);
  await office.pay('A-1', 100, '2026-10-25');
  await office.ask(payments.byShop, {
    params: { shopId: 'A-1' },
    query: { dry_run: 'true' },
    body: { amountPaid: 9400, paymentDate: '2026-11-01' },
  });
  expect(await fineOf(office)).toEqual([]);
  const again = await office.refused(fines.remove, { ...OCTOBER, body: {} }, 'fine_not_found');
  expect(again.message).toBe('This invoice has no fine.');
  await office.expectCleanBooks();
});

test('after a fine was removed only an explicit fine applies, on the rent at its own time', async () => {
  const office = await openShop();
  office.goTo('2026-10-20');
  await office.ask(fines.apply, OCTOBER);
  await office.ask(fines.remove, { ...OCTOBER, body: {} });
  await office.pay('A-1', 5800, '2026-10-20');
  expect(await fineOf(office)).toEqual([]);
  office.goTo('2026-10-21');
  expect((await office.ask(fines.apply, OCTOBER)).fineAmount).toBe(1800);
  await office.ask(fines.remove, { ...OCTOBER, body: {} });
  expect((await office.ask(fines.apply, OCTOBER)).fineAmount).toBe(1800);
  await office.expectCleanBooks();
});

test('a fine can be removed on a computer with a slow clock', async () => {
  const office = await openShop();
  office.goTo('2026-10-20', '12:00:05.000');
  await office.ask(fines.apply, OCTOBER);
  office.goTo('2026-10-20', '12:00:00.000');
  await office.ask(fines.remove, { ...OCTOBER, body: {} });
  expect(await fineOf(office)).toEqual([]);
  office.goTo('2026-10-20', '11:59:58.000');
  expect((await office.ask(fines.apply, OCTOBER)).fineAmount).toBe(2400);
  expect(await fineOf(office)).toEqual(['2026-10 Fine 0 of 2400 Unpaid']);
});

async function openRow(): Promise<TestOffice> {
  const office = await openShop();
  for (const shopId of ['A-2', 'A-3', 'A-4', 'A-5']) await office.let(shopId);
  for (const shopId of ['A-2', 'A-3', 'A-4']) await office.generate(shopId, '2026-10');
  await office.pay('A-2', 7800, '2026-10-01');
  await office.pay('A-3', 11_800, '2026-10-01');
  office.goTo('2026-10-30');
  await office.generate('A-5', '2026-10');
  await office.ask(fines.apply, { params: { id: 'INV-A-4-202610' } });
  await office.ask(fines.remove, { params: { id: 'INV-A-4-202610' }, body: {} });
  office.goTo('2026-11-05');
  return office;
}

test('"apply fines" fines all overdue invoices, counts those within their grace days, and adds no removed fine again', {
  tags: ['slow'],
}, async () => {
  const office = await openRow();
  const first = await office.ask(fines.applyAll, { body: {} });
  expect(first).toMatchObject({
    success: true,
    count: 2,
    within_grace: 1,
    total_amount: 3600,
    message: '2 invoices fined. 1 invoice is still within the grace period.',
  });
  const graced = first.results.filter(({ status }) => status === 'skipped');
  expect(graced.map(({ shop_id, error }) => `${shop_id} ${error}`)).toEqual([
    'A-4 The fine on this invoice was removed and will not be applied again automatically.',
    'A-5 No fine will apply if this invoice is paid by 13 Nov 2026.',
  ]);
  expect(await fineOf(office, 'A-1')).toEqual(['2026-10 Fine 0 of 2400 Unpaid']);
  expect(await fineOf(office, 'A-2')).toEqual(['2026-10 Fine 0 of 1200 Unpaid']);
  for (const shopId of ['A-3', 'A-4', 'A-5']) expect(await fineOf(office, shopId)).toEqual([]);
  const again = await office.ask(fines.applyAll, { body: {} });
  expect(again).toMatchObject({
    count: 0,
    message: 'No overdue invoices to fine. 1 invoice is still within the grace period.',
  });
  office.goTo('2026-11-13', '23:59:59.999');
  expect((await office.ask(fines.applyAll, { body: {} })).count).toBe(0);
  office.goTo('2026-11-14', '00:00:00.000');
  expect(await office.ask(fines.applyAll, { body: {} })).toMatchObject({ count: 1, within_grace: 0 });
  expect(await fineOf(office, 'A-5')).toEqual(['2026-10 Fine 0 of 2400 Unpaid']);
  await office.expectCleanBooks();
});

test('without invoices to fine, the action says so', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  expect(await office.ask(fines.applyAll, { body: {} })).toEqual({
    success: true,
    count: 0,
    total_amount: 0,
    results: [],
    within_grace: 0,
    digest: expect.any(String),
    message: 'No overdue invoices to fine.',
  });
});

test('a fine unpaid for 30 days is put under arrest without its invoice, and full payment ends the arrest', async () => {
  const office = await openShop();
  office.goTo('2026-10-20', '23:00');
  await office.ask(fines.apply, OCTOBER);
  office.goTo('2026-11-18', '23:59:59.999');
  const early = await office.ask(fines.arrest, { body: {} });
  expect(early).toEqual({
    success: true,
    count: 0,
    total_amount: 0,
    results: [],
    digest: expect.any(String),
    message: 'No fines to mark as Arrest.',
  });
  office.goTo('2026-11-19', '00:00:00.000');
  const arrested = await office.ask(fines.arrest, { body: {} });
  expect(arrested).toEqual({
    success: true,
    message: '1 fine marked as Arrest.',
    count: 1,
    total_amount: 2400,
    digest: expect.any(String),
    results: [
      { shop_id: 'A-1', tenant_name: 'Nimal Perera', status: 'success', invoice_id: 'INV-A-1-202610', amount: 2400 },
    ],
  });
  expect(await fineOf(office)).toEqual(['2026-10 Fine 0 of 2400 Arrest']);
  expect((await office.summaryOf('A-1')).Invoices[0]?.status).toBe('Unpaid');
  expect((await office.ask(fines.arrest, { body: {} })).count).toBe(0);
  office.goTo('2026-11-20');
  await office.pay('A-1', 12_000, '2026-11-20');
  expect(await fineOf(office)).toEqual(['2026-10 Fine 200 of 2400 Arrest']);
  await office.pay('A-1', 2200, '2026-11-20');
  expect(await fineOf(office)).toEqual(['2026-10 Fine 2400 of 2400 Paid']);
  expect((await office.summaryOf('A-1')).Invoices[0]?.status).toBe('Paid');
  await office.expectCleanBooks();
});

test('an unpaid fine under arrest counts as arrears on the next invoice, and any other as a fine', async () => {
  const office = await openShop();
  office.goTo('2026-10-20');
  await office.ask(fines.apply, OCTOBER);
  office.goTo('2026-11-01');
  await office.let('B-2');
  const november = await office.generate('A-1', '2026-11');
  expect(november).toMatchObject({ total_arrears: 11_800, fines: 2400, previous_fines: 2400, total_amount: 26_000 });
  office.goTo('2026-11-20');
  await office.ask(fines.arrest, { body: {} });
  const december = await office.generate('A-1', '2026-12');
  expect(december).toMatchObject({ total_arrears: 26_000, fines: 0, previous_fines: 0, total_amount: 37_800 });
  const { total_owed } = await office.ask(shops.summary, OCTOBER_SHOP).then(({ shop }) => shop);
  expect(total_owed).toBe(37_800);
});

const OCTOBER_SHOP = { params: { id: 'A-1' } };
