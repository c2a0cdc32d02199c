import { expect, test } from 'vitest';
import type { Sending } from '#contract/call.ts';
import { dashboard } from '#contract/dashboard.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';

const person = (name: string) => ({
  name,
  contact: '000 000 0000',
  address: 'Dambulla',
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
});

async function letTo(office: TestOffice, shop_id: string, name: string, tenant_ref?: number): Promise<number> {
  const body = { ...person(name), shop_id, ...(tenant_ref !== undefined && { tenant_ref }) };
  const { tenant } = await office.ask(tenants.add, { body });
  return tenant.tenant_id;
}

async function openShop(): Promise<{ office: TestOffice; nimal: number }> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'A-1' } });
  const nimal = await letTo(office, 'A-1', 'Nimal Perera');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-11-01');
  await office.generate('A-1', '2026-11');
  office.goTo('2026-11-20');
  return { office, nimal };
}

const act = (office: TestOffice, id: number, body: Sending<typeof tenancies.money>['body']) =>
  office.ask(tenancies.money, { params: { id: String(id) }, body });
const end = (office: TestOffice, id: number, body: Sending<typeof tenancies.end>['body']) =>
  office.ask(tenancies.end, { params: { id: String(id) }, body });
const file = (office: TestOffice, id: number) => office.ask(tenancies.get, { params: { id: String(id) } });

test('let, bill, leave, let again, bill: each tenant owes and pays only their own bills', {
  tags: ['slow'],
}, async () => {
  const { office, nimal } = await openShop();
  await end(office, nimal, { last_day: '2026-11-20' });
  const kamal = await letTo(office, 'A-1', 'Kamal Silva');
  const second = await office.generate('A-1', '2026-11');
  expect(second).toMatchObject({ invoice_id: 'INV-A-1-202611-2', tenant_name: 'Kamal Silva', total_arrears: 0 });

  await office.pay('A-1', 11_800, '2026-11-20');
  await office.ask(payments.byInvoice, {
    params: { reference: 'INV-A-1-202610' },
    body: { amountPaid: 1800, paymentDate: '2026-11-20', do_not_charge: ['INV-A-1-202610'] },
  });
  await office.pay('A-1', 2000, '2026-11-20', { tenancy_id: nimal, do_not_charge: ['INV-A-1-202610'] });

  const shop = await office.summaryOf('A-1');
  expect(shop.Tenancies).toMatchObject([
    { tenancy_id: kamal, tenant_name: 'Kamal Silva', ended_on: null, amount_due: 0 },
    { tenancy_id: nimal, tenant_name: 'Nimal Perera', ended_on: '2026-11-20', amount_due: 19_800 },
  ]);
  expect(shop).toMatchObject({ Tenant: { name: 'Kamal Silva' }, total_owed: 19_800 });
  expect(shop.Payments.map(({ tenant_name, amount_paid }) => [tenant_name, amount_paid])).toEqual([
    ['Nimal Perera', 2000],
    ['Nimal Perera', 1800],
    ['Kamal Silva', 11_800],
  ]);
  expect((await office.ask(dashboard.arrears, {})).debtors).toMatchObject([
    { tenant_name: 'Nimal Perera', former: true, total_owed: 19_800 },
  ]);
  const papers = await office.ask(invoices.papers, { body: { invoice_ids: ['INV-A-1-202610', 'INV-A-1-202611-2'] } });
  expect(papers.invoices.map(({ Shop }) => Shop.Tenant?.name)).toEqual(['Nimal Perera', 'Kamal Silva']);
  const textOf = async (id: string) =>
    (await readPdfText((await office.tell(invoices.pdf, { params: { id } })).rawPayload)).join(' ');
  for (const [id, own, other] of [
    ['INV-A-1-202610', 'Nimal Perera', 'Kamal Silva'],
    ['INV-A-1-202611-2', 'Kamal Silva', 'Nimal Perera'],
  ] as const) {
    const text = await textOf(id);
    expect(text).toContain(own);
    expect(text).not.toContain(other);
  }
  const events = (await office.auditLog()).map(({ event_type }) => event_type);
  expect(events).toEqual(expect.arrayContaining(['Tenant Removed', 'Invoice Generated', 'Payment Made']));
  expect((await office.ask(tenants.list, { query: { former: 'true' } })).map(({ name }) => name)).toEqual([
    'Nimal Perera',
  ]);
  const statement = await office.ask(shops.statement, { params: { id: 'A-1' }, query: { tenancy_id: nimal } });
  expect(statement).toMatchObject({ tenant_name: 'Nimal Perera' });
  expect(statement.lines.at(-1)?.balance).toBe(-19_800);
  await office.expectCleanBooks();
});

test('the last month is billed whole, by days, or not at all', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  for (const shop of ['A-1', 'A-2', 'A-3']) await office.ask(shops.add, { body: { ...TERMS, shop_id: shop } });
  const ids = [
    await letTo(office, 'A-1', 'Nimal Perera'),
    await letTo(office, 'A-2', 'Kamal Silva'),
    await letTo(office, 'A-3', 'Ravi Kumar'),
  ];
  office.goTo('2026-11-20');
  const whole = await end(office, ids[0] ?? 0, { last_day: '2026-11-10', last_bill: 'whole' });
  const days = await end(office, ids[1] ?? 0, { last_day: '2026-11-10', last_bill: 'days' });
  const none = await end(office, ids[2] ?? 0, { last_day: '2026-11-10' });
  expect([whole, days, none].map(({ invoice_id, tenancy }) => [invoice_id, tenancy.amount_due])).toEqual([
    ['INV-A-1-202611', 11_800],
    // The bill is for 10 of 30 days: rent 2,666.67, fee 666.67, VAT 18% of 3,333.34.
    ['INV-A-2-202611', 3933.34],
    [null, 0],
  ]);
  expect((await office.summaryOf('A-2')).Invoices[0]).toMatchObject({
    rent_amount: 2666.67,
    operation_fee: 666.67,
    vat_amount: 600,
  });
  await office.expectCleanBooks();
});

test('the balance does not contain the deposit; at the end it pays what is due, and the rest is refunded', async () => {
  const { office, nimal } = await openShop();
  await act(office, nimal, { action: 'deposit_received', amount: 30_000, method: 'Cheque', reference: '004711' });
  expect(await file(office, nimal)).toMatchObject({ deposit_held: 30_000, amount_due: 23_600, balance_amount: 0 });
  const ended = await end(office, nimal, {
    last_day: '2026-11-20',
    actions: [
      { action: 'deposit_applied', amount: 23_600, reason: 'Moved out' },
      { action: 'deposit_refunded', amount: 6400, method: 'Bank Transfer', reason: 'Moved out' },
    ],
    do_not_charge: ['INV-A-1-202610', 'INV-A-1-202611'],
  });
  expect(ended.tenancy).toMatchObject({ amount_due: 0, deposit_held: 0, ended_on: '2026-11-20' });
  expect((await file(office, nimal)).Deposits.map(({ action, amount }) => [action, amount])).toEqual([
    ['deposit_refunded', 6400],
    ['deposit_applied', 23_600],
    ['deposit_received', 30_000],
  ]);
  await office.expectCleanBooks();
});

test('credit is refunded, and a debt written off only with a reason and a confirmed identity', async () => {
  const { office, nimal } = await openShop();
  await office.pay('A-1', 25_000, '2026-11-02', { do_not_charge: ['INV-A-1-202610'] });
  await act(office, nimal, { action: 'credit_refunded', amount: 1400, method: 'Cash', reason: 'Moved out' });
  expect(await file(office, nimal)).toMatchObject({ balance_amount: 0, amount_due: 0 });
  await office.generate('A-1', '2026-12');
  const writeOff = { action: 'debt_written_off', amount: 11_800 } as const;
  const params = { id: String(nimal) };
  const refused = await office.refused(tenancies.money, { params, body: writeOff }, 'invalid_input');
  expect(refused.details).toEqual([{ field: 'reason', message: 'Enter the reason.' }]);
  await act(office, nimal, { ...writeOff, reason: 'Decided by the board' });
  expect(await file(office, nimal)).toMatchObject({ amount_due: 0 });
  const last = (await office.auditLog()).at(-1);
  expect(last).toMatchObject({
    event_type: 'Debt Written Off',
    new_value: '11800.00',
    edit_reason: 'Decided by the board',
  });
  await office.expectCleanBooks();
});

test('a debt and credit move to another tenancy of the same tenant, and to nobody else', async () => {
  const { office, nimal } = await openShop();
  for (const shop of ['B-1', 'B-2']) await office.ask(shops.add, { body: { ...TERMS, shop_id: shop } });
  const other = await letTo(office, 'B-1', 'Perera and Sons', (await file(office, nimal)).tenant_ref);
  const stranger = await letTo(office, 'B-2', 'Nimal Perera');
  await act(office, nimal, {
    action: 'debt_transferred',
    amount: 23_600,
    to_tenancy_id: other,
    do_not_charge: ['INV-A-1-202610', 'INV-A-1-202611'],
  });
  expect([await file(office, nimal), await file(office, other)]).toMatchObject([
    { amount_due: 0, SameTenant: [{ tenancy_id: other, shop_id: 'B-1' }] },
    { amount_due: 23_600, balance_amount: -23_600 },
  ]);
  await office.pay('A-1', 500, '2026-11-20');
  await act(office, nimal, { action: 'credit_transferred', amount: 500, to_tenancy_id: other });
  expect((await file(office, other)).amount_due).toBe(23_100);
  const body = { action: 'credit_transferred', amount: 1, to_tenancy_id: stranger } as const;
  await office.refused(tenancies.money, { params: { id: String(nimal) }, body }, 'other_tenant');
  await office.expectCleanBooks();
});

test('a late write-off brings no fine, and fines in the other ledger of a transfer are shown and waived', async () => {
  const { office, nimal } = await openShop();
  const writeOff = { action: 'debt_written_off', amount: 11_800, reason: 'Decided by the board' } as const;
  expect(await act(office, nimal, writeOff)).toMatchObject({ new_fines: [], still_owed: 11_800 });
  office.goTo('2026-10-01');
  await office.let('B-1');
  await office.generate('B-1', '2026-10');
  office.goTo('2026-11-20');
  await office.pay('A-1', 11_800 + 5000, '2026-11-20', { do_not_charge: ['INV-A-1-202611'] });
  const [other] = (await office.summaryOf('B-1')).Tenancies;
  const same = { same_tenant_as: nimal, reason: 'The same person' };
  await office.ask(tenancies.changeTenant, { params: { id: String(other?.tenancy_id) }, body: same });
  const transfer = { action: 'credit_transferred', amount: 5000, to_tenancy_id: other?.tenancy_id ?? 0 } as const;
  const query = { dry_run: 'true' } as const;
  const preview = await office.ask(tenancies.money, { params: { id: String(nimal) }, query, body: transfer });
  expect(preview.new_fines).toMatchObject([{ invoice_id: 'INV-B-1-202610', fine_amount: 2400 }]);
  const done = await act(office, nimal, { ...transfer, do_not_charge: ['INV-B-1-202610'] });
  expect(done.new_fines).toEqual([]);
  await office.expectCleanBooks();
});

test.each([
  [{ action: 'deposit_applied', amount: 1, reason: 'Moved out' }, 'amount', 'Enter an amount up to Rs. 0.00.'],
  [{ action: 'deposit_applied', amount: 1 }, 'reason', 'Enter the reason.'],
  [
    { action: 'credit_refunded', amount: 1, method: 'Cash', reason: 'Moved out' },
    'amount',
    'Enter an amount up to Rs. 0.00.',
  ],
  [{ action: 'deposit_received', amount: 1 }, 'method', 'Choose how the money is received or paid out.'],
  [{ action: 'debt_transferred', amount: 1 }, 'to_tenancy_id', 'Choose the tenancy to transfer to.'],
] as const)('%j is refused by its field, and nothing changes', async (body, field, message) => {
  const { office, nimal } = await openShop();
  const before = await file(office, nimal);
  const refused = await office.refused(tenancies.money, { params: { id: String(nimal) }, body }, 'invalid_input');
  expect(refused.details).toEqual([{ field, message }]);
  expect(await file(office, nimal)).toEqual(before);
});

test('the last day is a day of the tenancy up to today; a preview shows the end and ends nothing', async () => {
  const { office, nimal } = await openShop();
  const params = { id: String(nimal) };
  for (const last_day of ['2026-09-30', '2026-11-21']) {
    const refused = await office.refused(tenancies.end, { params, body: { last_day } }, 'invalid_input');
    expect(refused.details).toEqual([{ field: 'last_day', message: 'Enter a day from 2026-10-01 to 2026-11-20.' }]);
  }
  const query = { dry_run: 'true' } as const;
  const preview = await office.ask(tenancies.end, { params, query, body: { last_day: '2026-11-20' } });
  expect(preview.tenancy).toMatchObject({ ended_on: '2026-11-20', amount_due: 23_600 });
  expect((await file(office, nimal)).ended_on).toBeNull();
  await end(office, nimal, { last_day: '2026-11-20' });
  await office.refused(tenancies.end, { params, body: { last_day: '2026-11-20' } }, 'tenancy_ended');
});

test('a new rent applies from the first month that is not billed, or from the named one, with its reason', async () => {
  const { office, nimal } = await openShop();
  const edit = (rent_amount: number, more: object = {}) =>
    office.ask(shops.edit, { params: { id: 'A-1' }, body: { ...TERMS, rent_amount, ...more } });
  await edit(9000, { reason: 'Agreed with the tenant' });
  await edit(9500, { from_month: '2027-02' });
  expect((await file(office, nimal)).Terms.filter(({ term }) => term === 'rent')).toMatchObject([
    { valid_from: '2027-02-01', amount: 9500, reason: '' },
    { valid_from: '2026-12-01', amount: 9000, reason: 'Agreed with the tenant' },
    { valid_from: '2026-10-01', amount: 8000 },
  ]);
  expect((await office.generate('A-1', '2026-12')).rent_amount).toBe(9000);
  office.goTo('2027-02-01');
  expect((await office.generate('A-1', '2027-01')).rent_amount).toBe(9000);
  expect((await office.generate('A-1', '2027-02')).rent_amount).toBe(9500);
});

test('the agreement and the language of documents are stored with the tenancy and its history', async () => {
  const { office, nimal } = await openShop();
  const body = { agreement_number: 'L-17/2026', agreement_note: 'Two keys', language: 'si' } as const;
  await office.ask(tenancies.edit, { params: { id: String(nimal) }, body });
  const found = await file(office, nimal);
  expect(found).toMatchObject(body);
  expect(found.History[0]).toMatchObject({ event_type: 'Tenant Changed', user_actioned: 'admin@example.com' });
});

test.each([
  ['another name', 'Kamal Silva'],
  ['the same name', undefined],
])('a former tenancy and that of a new tenant with %s have histories of their own', async (_, name) => {
  const { office, nimal } = await openShop();
  await act(office, nimal, { action: 'deposit_received', amount: 5000, method: 'Cash' });
  await end(office, nimal, { last_day: '2026-11-20' });
  office.goTo('2026-11-25');
  const kamal = await letTo(office, 'A-1', name ?? (await file(office, nimal)).name);
  await office.ask(shops.edit, { params: { id: 'A-1' }, body: { ...TERMS, rent_amount: 9000 } });
  await act(office, kamal, { action: 'deposit_received', amount: 7000, method: 'Cash' });
  await act(office, nimal, { action: 'deposit_refunded', amount: 5000, method: 'Cash', reason: 'Moved out' });
  const history = async (id: number) => (await file(office, id)).History.map(({ event_type }) => event_type);
  expect(await history(nimal)).toEqual(['Deposit Refunded', 'Tenant Removed', 'Deposit Received', 'Tenant Added']);
  expect(await history(kamal)).toEqual(['Deposit Received', 'Shop Changed', 'Tenant Added']);
});
