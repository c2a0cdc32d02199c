import { expect, test } from 'vitest';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { everythingIn, openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';

async function openShop(day = '2026-10-01'): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo(day);
  await office.let('A-1');
  return office;
}

const edit = (office: TestOffice, terms: Partial<typeof TERMS>) =>
  office.ask(shops.edit, { params: { id: 'A-1' }, body: { ...TERMS, ...terms } });

test('the first invoice of a shop charges rent, fee and VAT and shows no earlier amounts', async () => {
  const office = await openShop();
  const answer = await office.ask(invoices.generate, { body: { shop_id: 'a-1', month_year: '2026-10' } });
  const { invoice } = answer;
  expect(answer).toEqual({ message: 'Invoice generated.', invoice, settled: [], still_owed: 11_800, new_fines: [] });
  expect(invoice).toEqual({
    invoice_id: 'INV-A-1-202610',
    shop_id: 'A-1',
    month_year: '2026-10',
    status: 'Unpaid',
    total_paid: 0,
    tenancy_id: invoice.tenancy_id,
    tenant_name: 'Nimal Perera',
    rent_amount: 8000,
    operation_fee: 2000,
    vat_rate: 18,
    vat_amount: 1800,
    total_amount: 11_800,
    other_charges: [],
    previous_balance: 0,
    fines: 0,
    previous_fines: 0,
    total_arrears: 0,
    previous_invoice_total_amount: 0,
    previous_payment_summary: { last_payment_date: null, total_paid: 0 },
    printedtime: 0,
    due_date: '2026-10-15',
    rent_due_day: 15,
    fine_rate: 30,
    generated_at: '2026-10-01T06:30:00.000Z',
    createdAt: '2026-09-30T18:30:00.000Z',
    updatedAt: '2026-10-01T06:30:00.000Z',
  });
});

test('each invoice of a four-month story prints the ledger at its own time and is never recomputed', async () => {
  const office = await openShop('2026-08-01');
  await office.generate('A-1', '2026-08');
  office.goTo('2026-08-20');
  await office.pay('A-1', 5000, '2026-08-10');
  await office.ask(fines.apply, { params: { id: 'INV-A-1-202608' } });

  office.goTo('2026-09-01');
  const september = await office.generate('A-1', '2026-09');
  expect(september).toMatchObject({
    previous_balance: 0,
    total_arrears: 6800,
    fines: 2040,
    previous_fines: 2040,
    total_amount: 20_640,
    previous_invoice_total_amount: 11_800,
    previous_payment_summary: { last_payment_date: '2026-08-10T05:30:00.000Z', total_paid: 5000 },
  });

  office.goTo('2026-09-14');
  await office.pay('A-1', 20_000, '2026-09-05');
  await office.pay('A-1', 1000, '2026-09-12');
  await office.correct('A-1', '2026-09-12', [1000, 940.5]);
  office.goTo('2026-10-01');
  const october = await office.generate('A-1', '2026-10');
  // 20,940.50 was paid for bills of 20,640.00, so a credit of 300.50 pays part of October's VAT.
  expect(october).toMatchObject({
    previous_balance: 300.5,
    total_arrears: 0,
    fines: 0,
    previous_fines: 0,
    total_amount: 11_499.5,
    previous_invoice_total_amount: 20_640,
    previous_payment_summary: { last_payment_date: '2026-09-12T05:30:00.000Z', total_paid: 20_940.5 },
    status: 'Partially Paid',
    total_paid: 300.5,
  });

  await office.ask(shops.setBalance, { params: { id: 'A-1' }, body: { balance_amount: -100 } });
  office.goTo('2026-11-01');
  const november = await office.generate('A-1', '2026-11');
  expect(november).toMatchObject({
    previous_balance: -100,
    total_arrears: 11_499.5,
    fines: 0,
    total_amount: 23_399.5,
    previous_payment_summary: { last_payment_date: null, total_paid: 0 },
  });

  office.goTo('2026-11-20');
  await office.pay('A-1', 50_000, '2026-08-02');
  const { Invoices } = await office.summaryOf('A-1');
  const printed = ['previous_balance', 'total_arrears', 'fines', 'previous_fines', 'total_amount'] as const;
  const columns = (invoice: (typeof Invoices)[number] | undefined) => printed.map((column) => invoice?.[column]);
  expect(Invoices.slice(0, 3).map(columns)).toEqual([
    [-100, 11_499.5, 0, 0, 23_399.5],
    [300.5, 0, 0, 0, 11_499.5],
    [0, 6800, 2040, 2040, 20_640],
  ]);
  expect(Invoices.every(({ status }) => status === 'Paid')).toBe(true);
  await office.expectCleanBooks();
});

test('an invoice is never below zero, however much credit the shop has', async () => {
  const office = await openShop();
  await office.pay('A-1', 30_000, '2026-10-01');
  const invoice = await office.generate('A-1', '2026-10');
  expect(invoice).toMatchObject({ previous_balance: 30_000, total_amount: 0, status: 'Paid', total_paid: 11_800 });
});

test.each([
  [10_000.25, 0, 18, 1800.05],
  [8000, 2000.25, 18, 1800.05],
  [10_000.3, 0, 15, 1500.05],
  [10_001, 0, 17.5, 1750.18],
  [10_050, 0, 33.33, 3349.67],
  [8000, 2000, 0, 0],
  [0, 0, 18, 0],
])('rent %d and fee %d with VAT of %d %% make VAT %d', async (rent_amount, operation_fee, vat_rate, vat_amount) => {
  const office = await openShop();
  await edit(office, { rent_amount, operation_fee, vat_rate });
  const invoice = await office.generate('A-1', '2026-10');
  expect(invoice).toMatchObject({ rent_amount, operation_fee, vat_rate, vat_amount });
  const free = (await office.chargesOf('A-1')).filter((line) => line.includes(' of 0 '));
  expect(free.every((line) => line.endsWith('Paid'))).toBe(true);
  expect(invoice.status).toBe(rent_amount === 0 ? 'Paid' : 'Unpaid');
});

test('an invoice has the rates of its day; a change applies from the next one on', async () => {
  const office = await openShop();
  const october = await office.generate('A-1', '2026-10');
  office.goTo('2026-11-01');
  await edit(office, { rent_amount: 9000.5, vat_rate: 20, operation_fee: 0 });
  const november = await office.generate('A-1', '2026-11');
  expect(november).toMatchObject({ rent_amount: 9000.5, vat_rate: 20, operation_fee: 0, vat_amount: 1800.1 });
  const { Invoices } = await office.summaryOf('A-1');
  expect(Invoices[1]).toMatchObject(october);
  await office.expectCleanBooks();
});

test('a second invoice for the month is refused and named', async () => {
  const office = await openShop();
  await office.generate('A-1', '2026-10');
  const before = await everythingIn(office.app);
  const again = { body: { shop_id: 'a-1', month_year: '2026-10' } };
  const refused = await office.refused(invoices.generate, again, 'invoice_exists');
  expect(refused.message).toBe('Shop A-1 already has invoice INV-A-1-202610.');
  expect(await everythingIn(office.app)).toEqual(before);
});

test('of clerks who generate the same month at once one succeeds', async () => {
  const office = await openShop();
  const request = { body: { shop_id: 'A-1', month_year: '2026-10' } };
  const answers = await Promise.all(Array.from({ length: 6 }, () => office.tell(invoices.generate, request)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  expect((await office.summaryOf('A-1')).Invoices).toHaveLength(1);
});

test('an invoice generated late adds no fine by itself, has grace days and changes no other invoice', {
  tags: ['slow'],
}, async () => {
  const office = await openShop();
  office.goTo('2026-11-01');
  await office.generate('A-1', '2026-11');
  await office.pay('A-1', 5000, '2026-11-01');
  const allocationsOf = async () => {
    const { Invoices } = await office.summaryOf('A-1');
    return Invoices.find(({ month_year }) => month_year === '2026-11')?.Allocations;
  };
  const before = await allocationsOf();
  office.goTo('2026-11-20');
  const answer = await office.ask(invoices.generate, { body: { shop_id: 'A-1', month_year: '2026-10' } });
  expect(answer).toMatchObject({
    new_fines: [],
    invoice: { due_date: '2026-12-04', createdAt: '2026-09-30T18:30:00.000Z' },
  });
  expect(await allocationsOf()).toEqual(before);
  office.goTo('2026-12-04');
  const paid = await office.pay('A-1', 100, '2026-12-04');
  expect(paid.new_fines).toEqual([]);
  expect(paid.settled).toEqual([{ invoice_id: 'INV-A-1-202610', month_year: '2026-10', charge: 'VAT', amount: 100 }]);
  office.goTo('2026-12-05');
  expect((await office.pay('A-1', 100, '2026-12-05')).new_fines).toMatchObject([{ month_year: '2026-10' }]);
  await office.expectCleanBooks();
});

test('an invoice for the next month can be generated; credit pays it, and it is not overdue before its 16th', async () => {
  const office = await openShop('2026-11-20');
  await office.pay('A-1', 1000, '2026-11-20');
  const december = await office.generate('A-1', '2026-12');
  expect(december).toMatchObject({ due_date: '2026-12-15', createdAt: '2026-11-30T18:30:00.000Z', total_paid: 1000 });
  expect(december.generated_at).toBe('2026-11-20T06:30:00.000Z');
  await office.refused(fines.apply, { params: { id: 'INV-A-1-202612' } }, 'rent_not_overdue');
  expect((await office.ask(invoices.arrest, { body: {} })).count).toBe(0);
  await office.pay('A-1', 500, '2026-11-20');
  expect((await office.summaryOf('A-1')).Invoices[0]).toMatchObject({ total_paid: 1500, status: 'Partially Paid' });
  await office.expectCleanBooks();
});

test.each([
  ['2026-02', 'before the tenancy began'],
  ['2027-01', 'two months ahead'],
])('an invoice for %s, %s, is refused', async (month_year) => {
  const office = await openTestOffice();
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'A-1' } });
  const nimal = { name: 'Nimal Perera', contact: '000 000 0000', address: 'Dambulla', email: 'nimal@example.com' };
  await office.ask(tenants.add, { body: { ...nimal, shop_id: 'A-1', from: '2026-03-20' } });
  const request = { body: { shop_id: 'A-1', month_year } };
  const refused = await office.refused(invoices.generate, request, 'invalid_input');
  const message = 'Choose a month from 2026-03 to 2026-12.';
  expect(refused).toMatchObject({ message, details: [{ field: 'month_year', message }] });
});

test('the first tenant of a shop, entered without a first day, can be billed from 2020 on', async () => {
  const office = await openTestOffice();
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'A-1' } });
  const nimal = { name: 'Nimal Perera', contact: '000 000 0000', address: 'Dambulla', email: 'nimal@example.com' };
  const { tenant } = await office.ask(tenants.add, { body: { ...nimal, shop_id: 'A-1' } });
  expect(tenant.started_on).toBe('2026-11-20');
  const oldest = await office.generate('A-1', '2020-01');
  expect(oldest).toMatchObject({ rent_amount: 8000, vat_amount: 1800, due_date: '2026-12-04' });
  const [first] = (await office.summaryOf('A-1')).Tenancies;
  expect(first?.months_to_bill).toEqual({ first: '2020-01', last: '2026-12' });
  await office.ask(tenants.remove, { params: { id: String(tenant.tenant_id) } });
  await office.ask(tenants.add, { body: { ...nimal, shop_id: 'A-1' } });
  const refused = await office.refused(
    invoices.generate,
    { body: { shop_id: 'A-1', month_year: '2026-10' } },
    'invalid_input',
  );
  expect(refused.message).toBe('Choose a month from 2026-11 to 2026-12.');
  const former = { shop_id: 'A-1', month_year: '2026-10', tenancy_id: tenant.tenant_id };
  expect((await office.ask(invoices.generate, { body: former })).invoice.invoice_id).toBe('INV-A-1-202610');
  await office.expectCleanBooks();
});

test.each(['2019-12', '2036-01', '2026-13', '2026-00', '2026-1', '2026', '202610', ''])(
  'an invoice for the month "%s" is refused',
  async (month_year) => {
    const office = await openShop();
    const request = { body: { shop_id: 'A-1', month_year } };
    const refused = await office.refused(invoices.generate, request, 'invalid_input');
    expect(refused.message).toContain('Please select both year and month.');
  },
);

test('an invoice open for 30 days is put under arrest with each of its open charges, once', async () => {
  const office = await openShop();
  await office.generate('A-1', '2026-10');
  office.goTo('2026-10-02');
  await office.pay('A-1', 2500, '2026-10-02');
  office.goTo('2026-10-30', '23:59:59.999');
  const early = await office.ask(invoices.arrest, { body: {} });
  expect(early).toMatchObject({ message: 'No invoices to mark as Arrest.', count: 0, results: [] });
  office.goTo('2026-10-31', '00:00:00.000');
  const arrested = await office.ask(invoices.arrest, { body: {} });
  expect(arrested).toMatchObject({ success: true, message: '1 invoice marked as Arrest.', count: 1 });
  expect(arrested.results).toMatchObject([{ invoice_id: 'INV-A-1-202610', amount: 9300 }]);
  expect(await office.chargesOf('A-1')).toEqual([
    '2026-10 VAT 1800 of 1800 Paid',
    '2026-10 OperationFee 700 of 2000 Arrest',
    '2026-10 Rent 0 of 8000 Arrest',
  ]);
  expect((await office.summaryOf('A-1')).Invoices[0]?.status).toBe('Arrears');
  expect((await office.ask(invoices.arrest, { body: {} })).count).toBe(0);
  office.goTo('2026-11-02');
  await office.pay('A-1', 1300, '2026-10-10');
  expect(await office.chargesOf('A-1')).toEqual([
    '2026-10 VAT 1800 of 1800 Paid',
    '2026-10 OperationFee 2000 of 2000 Paid',
    '2026-10 Rent 0 of 8000 Arrest',
  ]);
  await office.pay('A-1', 8000, '2026-10-11');
  expect((await office.summaryOf('A-1')).Invoices[0]?.status).toBe('Paid');
  await office.expectCleanBooks();
});

test('a vacant shop is not billed, and the next tenant gets invoices of their own', async () => {
  const office = await openShop();
  await office.generate('A-1', '2026-10');
  const [nimal] = await office.ask(tenants.list, {});
  await office.ask(tenants.remove, { params: { id: String(nimal?.tenant_id) } });
  office.goTo('2026-11-01');
  const body = { shop_id: 'A-1', month_year: '2026-11' };
  await office.refused(invoices.generate, { body }, 'shop_has_no_tenant');
  const kamal = { name: 'Kamal Silva', contact: '000 000 0001', address: 'Matale', email: 'kamal@example.com' };
  await office.ask(tenants.add, { body: { ...kamal, shop_id: 'A-1' } });
  await office.generate('A-1', '2026-11');
  const names = (await office.summaryOf('A-1')).Invoices.map(({ month_year, tenant_name }) => [
    month_year,
    tenant_name,
  ]);
  expect(names).toEqual([
    ['2026-11', 'Kamal Silva'],
    ['2026-10', 'Nimal Perera'],
  ]);
});
