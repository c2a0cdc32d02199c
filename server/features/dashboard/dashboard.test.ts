import { expect, test } from 'vitest';
import { cents } from '#billing/money.ts';
import { centre } from '#contract/centre.ts';
import { dashboard, type MonthSummary, setupSteps, type YearSummary } from '#contract/dashboard.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { prices } from '#contract/prices.ts';
import { shops } from '#contract/shops.ts';

import { tenants } from '#contract/tenants.ts';
import { sanitationTickets } from '#contract/tickets.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';

/** The environment of a market in which nobody has entered a phone number or address. */
const NO_FACTS = { CENTRE_FILE: '' };
const ZEROS = {
  invoiceCounts: { total_invoices: 0, paid_count: 0, unpaid_count: 0, partial_count: 0, arrest_count: 0 },
  rentSums: { total_rent_amount: 0, total_rent_paid: 0 },
  vatSums: { total_vat_amount: 0, total_vat_paid: 0 },
  fineSums: { total_fine_amount: 0, total_fine_paid: 0 },
  operationFeeSums: { total_operation_amount: 0, total_operation_paid: 0 },
  otherChargeSums: { total_other_amount: 0, total_other_paid: 0 },
};
const NO_MONEY = { count: 0, amount: 0 };
const NO_INCOME = { total: 0, in_shifts: 0, to_count: 0 };
const NOBODY = { shopBalanceSum: { total_shop_balance: 0 }, tenantCount: 0, shopCount: 0 };

async function monthOf(office: TestOffice, year: string, month: string): Promise<MonthSummary> {
  return (await office.ask(dashboard.summary, { query: { year, month } })) as MonthSummary;
}

async function yearOf(office: TestOffice, year: string, month?: string): Promise<YearSummary> {
  return (await office.ask(dashboard.summary, {
    query: { year, ...(month !== undefined && { month }) },
  })) as YearSummary;
}

test('an empty market has zeros everywhere, and no missing values', async () => {
  const office = await openTestOffice();
  expect(await monthOf(office, '2026', '11')).toEqual({ ...ZEROS, ...NOBODY });
  expect(await yearOf(office, '2026')).toEqual({
    year: 2026,
    monthlySummaries: Array.from({ length: 12 }, (_, at) => ({ month: at + 1, ...ZEROS })),
    ...NOBODY,
  });
  expect(await office.ask(dashboard.arrears, {})).toEqual({ today: '2026-11-20', debtors: [] });
  expect(await office.ask(dashboard.morning, {})).toEqual({
    today: '2026-11-20',
    month_year: '2026-11',
    expected: 0,
    collected: 0,
    owed_in_all: 0,
    debtor_count: 0,
    prices_published: false,
    price_count: 0,
    latest_list: null,
    cash_desk: null,
    uncounted_cash: [],
    cheques: { in_hand: NO_MONEY, paid_in: NO_MONEY, cleared: NO_MONEY, returned: NO_MONEY },
    to_confirm: { count: 0, amount: 0, people: [] },
    gate: {
      today: NO_INCOME,
      month: NO_INCOME,
      people: [],
      unknown_shifts: [],
      incomplete_shifts: [],
      late_tickets: [],
      earlier_prices: [],
      changed_types: 0,
      phones: [],
    },
    gate_cash: { not_handed_over: [], not_banked: [] },
    cash_differences: [],
    nowhere: 0,
    changes: [],
    voids: [],
    settings_changes: [],
    account_changes: [],
    unbilled: [],
  });
});

test('a month is given with or without a leading zero; no month, an empty one and 0 mean the year', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  await office.generate('A-1', '2026-09');
  const september = await monthOf(office, '2026', '9');
  expect(september.invoiceCounts.total_invoices).toBe(1);
  expect(await monthOf(office, '2026', '09')).toEqual(september);
  expect((await monthOf(office, '2026', '10')).invoiceCounts.total_invoices).toBe(0);
  expect((await monthOf(office, '2025', '9')).invoiceCounts.total_invoices).toBe(0);
  const year = await yearOf(office, '2026');
  expect(year.monthlySummaries[8]).toMatchObject({ month: 9, invoiceCounts: september.invoiceCounts });
  expect(await yearOf(office, '2026', '0')).toEqual(year);
  expect(await yearOf(office, '2026', '00')).toEqual(year);
  expect(await yearOf(office, '2026', '')).toEqual(year);
});

test.each([
  { year: '26' },
  { year: '2026 or 1=1' },
  { year: '' },
  { year: '2026', month: '13' },
  { year: '2026', month: '-1' },
  { year: '2026', month: '1.5' },
])('an invalid year or month is refused: %j', async (query) => {
  const office = await openTestOffice();
  await office.refused(dashboard.summary, { query }, 'invalid_input');
});

test('a payment counts in the month of the invoice that it pays, on whatever day it was made', async () => {
  const office = await openTestOffice();
  office.goTo('2026-09-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-09');
  office.goTo('2026-12-05');
  await office.pay('A-1', 5000, '2026-12-05');
  const sums = {
    rentSums: { total_rent_amount: 8000, total_rent_paid: 1200 },
    vatSums: { total_vat_amount: 1800, total_vat_paid: 1800 },
    fineSums: { total_fine_amount: 2400, total_fine_paid: 0 },
    operationFeeSums: { total_operation_amount: 2000, total_operation_paid: 2000 },
  };
  expect(await monthOf(office, '2026', '9')).toMatchObject(sums);
  expect((await monthOf(office, '2026', '9')).invoiceCounts.partial_count).toBe(1);
  expect(await monthOf(office, '2026', '12')).toMatchObject(ZEROS);
});

test('an invoice is counted once, by its status; one under arrest is neither unpaid nor partially paid', {
  tags: ['slow'],
}, async () => {
  const office = await openTestOffice();
  office.goTo('2026-09-01');
  for (const shopId of ['A-1', 'A-2', 'A-3', 'A-4', 'A-5']) {
    await office.let(shopId);
    await office.generate(shopId, '2026-09');
  }
  await office.pay('A-1', 11_800, '2026-09-01');
  await office.pay('A-2', 100, '2026-09-01');
  await office.pay('A-3', 100, '2026-09-01');
  office.goTo('2026-10-20');
  await office.ask(invoices.arrest, { body: {} });
  await office.generate('A-2', '2026-10');
  await office.generate('A-3', '2026-10');
  expect((await monthOf(office, '2026', '9')).invoiceCounts).toEqual({
    total_invoices: 5,
    paid_count: 1,
    unpaid_count: 0,
    partial_count: 0,
    arrest_count: 4,
  });
  expect((await monthOf(office, '2026', '10')).invoiceCounts).toEqual({
    total_invoices: 2,
    paid_count: 0,
    unpaid_count: 2,
    partial_count: 0,
    arrest_count: 0,
  });
});

test('a deleted invoice and its fine are not counted, and its month may be invoiced again', async () => {
  const office = await openTestOffice();
  office.goTo('2026-09-01');
  await office.let('A-1');
  const { invoice_id: id } = await office.generate('A-1', '2026-09');
  office.goTo('2026-10-20');
  await office.ask(fines.apply, { params: { id } });
  expect((await monthOf(office, '2026', '9')).fineSums.total_fine_amount).toBe(2400);
  await office.ask(invoices.remove, { params: { id }, body: {} });
  expect(await monthOf(office, '2026', '9')).toMatchObject(ZEROS);
  expect((await office.ask(dashboard.arrears, {})).debtors).toEqual([]);
  await office.generate('A-1', '2026-09');
  expect((await monthOf(office, '2026', '9')).rentSums).toEqual({ total_rent_amount: 8000, total_rent_paid: 0 });
});

test('only balances above 0 are added up, and only current tenancies are counted', async () => {
  const office = await openTestOffice();
  for (const shopId of ['A-1', 'A-2', 'A-3']) await office.let(shopId);
  await office.pay('A-1', 250.55, '2026-11-20');
  await office.pay('A-2', 100, '2026-11-20');
  await office.ask(shops.setBalance, { params: { id: 'A-3' }, body: { balance_amount: -900 } });
  const [first] = await office.ask(tenants.list, {});
  await office.ask(tenants.remove, { params: { id: String(first?.tenant_id) } });
  expect(await yearOf(office, '2026')).toMatchObject({
    shopBalanceSum: { total_shop_balance: 350.55 },
    tenantCount: 2,
    shopCount: 3,
  });
});

test('sums are read again when the audit log is another one, as after a restore', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  await office.generate('A-1', '2026-11');
  expect((await monthOf(office, '2026', '11')).rentSums.total_rent_amount).toBe(8000);
  const { owner } = office.app.database;
  const newest = owner.selectFrom('audit_head').select('newest_id');
  await owner
    .updateTable('charges')
    .set({ cents: cents(700_000) })
    .where('kind', '=', 'Rent')
    .execute();
  await owner.updateTable('audit_log').set({ hash: 'of another log' }).where('id', '=', newest).execute();
  await owner.updateTable('audit_head').set({ hash: 'of another log' }).execute();
  expect((await monthOf(office, '2026', '11')).rentSums.total_rent_amount).toBe(7000);
});

test('the manager sees the expected and the received amount of this month, with corrections on the day that they correct', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-11-01', '00:00:00.000');
  await office.generate('A-1', '2026-11');
  await office.pay('A-1', 700, '2026-10-31');
  await office.pay('A-1', 1000.5, '2026-11-01');
  office.goTo('2026-11-30', '23:59:59.999');
  await office.pay('A-1', 200, '2026-11-30');
  await office.correct('A-1', '2026-11-01', [1000.5, 900.25]);
  await office.correct('A-1', '2026-10-31', [700, 650]);
  const { payment } = await office.pay('A-1', 55, '2026-11-20');
  await office.ask(payments.remove, { params: { id: String(payment.payment_id) }, body: {} });
  expect(await office.ask(dashboard.morning, {})).toMatchObject({
    today: '2026-11-30',
    month_year: '2026-11',
    expected: 11_800,
    collected: 1100.25,
    debtor_count: 1,
  });
  office.goTo('2026-12-01', '00:00:00.000');
  expect(await office.ask(dashboard.morning, {})).toMatchObject({ month_year: '2026-12', expected: 0, collected: 0 });
});

test('the manager sees the newest corrections and deletions, newest first, and no other entries of the log', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  office.goTo('2026-11-20');
  const { invoice_id: id } = await office.generate('A-1', '2026-09');
  const { payment } = await office.pay('A-1', 700, '2026-11-20');
  await office.correct('A-1', '2026-11-20', [700, 650]);
  await office.ask(fines.apply, { params: { id } });
  await office.ask(fines.remove, { params: { id }, body: { reason: 'The manager said so' } });
  await office.ask(shops.setBalance, { params: { id: 'A-1' }, body: { balance_amount: -1 } });
  await office.ask(payments.remove, { params: { id: String(payment.payment_id) }, body: {} });
  await office.ask(invoices.remove, { params: { id }, body: {} });
  const { changes } = await office.ask(dashboard.morning, { role: 'manager' });
  expect(changes.map(({ event_type }) => event_type)).toEqual([
    'Invoice Deleted',
    'Payment Deleted',
    'Balance Set',
    'Fine Removed',
    'Correction',
  ]);
  expect(changes[3]).toMatchObject({
    shop_id: 'A-1',
    old_value: '2400.00',
    new_value: '0.00',
    edit_reason: 'The manager said so',
    user_actioned: 'admin@example.com',
    event_date: '2026-11-20T06:30:00.000Z',
  });
});

test('the manager sees what each person voided and corrected in the last 30 days, most first', {
  tags: ['slow'],
}, async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-21', '23:59:59.999');
  await office.let('A-1');
  await office.generate('A-1', '2026-09');
  const voidTicket = async (role: 'tiketing' | 'manager') => {
    const { ticket } = await office.ask(sanitationTickets.issue, { role, body: { price: 20 } });
    await office.ask(sanitationTickets.remove, {
      role,
      params: { id: String(ticket.id) },
      body: { reason: 'Mistake' },
    });
  };
  await voidTicket('manager');
  office.goTo('2026-10-22', '00:00:00.000');
  await voidTicket('manager');
  office.goTo('2026-11-20');
  for (let count = 0; count < 3; count += 1) {
    office.app.clock.advance(60_000);
    await voidTicket('tiketing');
  }
  const { payment } = await office.pay('A-1', 700, '2026-11-20');
  await office.correct('A-1', '2026-11-20', [700, 650]);
  await office.ask(payments.remove, { params: { id: String(payment.payment_id) }, body: {} });
  await office.let('A-2');
  const { payment: moved } = await office.pay('A-1', 800, '2026-11-20');
  const params = { id: String(moved.payment_id) };
  await office.ask(payments.replace, { params, body: { shop_id: 'A-2', reason: 'Wrong shop' } });
  expect((await office.ask(dashboard.morning, { role: 'manager' })).voids).toMatchObject([
    // The correction lowered 50, the void took 650, and the payment of 800 was moved.
    { person: 'admin@example.com', tickets: 0, ticket_sum: 0, payments: 2, corrections: 1, amount: 1500 },
    { person: 'tiketing@example.com', tickets: 3, ticket_sum: 60, payments: 0, corrections: 0, amount: 0 },
    { person: 'manager@example.com', tickets: 1, ticket_sum: 20, payments: 0, corrections: 0, amount: 0 },
  ]);
  expect((await office.ask(dashboard.morning, { role: 'editor' })).voids).toEqual([]);
  office.goTo('2027-03-01');
  expect((await office.ask(dashboard.morning, { role: 'manager' })).voids).toEqual([]);
});

test('of many changes the newest twenty are shown', { tags: ['slow'] }, async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  for (let balance = 1; balance <= 22; balance += 1) {
    await office.ask(shops.setBalance, { params: { id: 'A-1' }, body: { balance_amount: balance } });
  }
  const { changes } = await office.ask(dashboard.morning, {});
  expect(changes).toHaveLength(20);
  expect([changes[0]?.new_value, changes[19]?.new_value]).toEqual(['22.00', '3.00']);
});

test('a role without access to the audit log sees no changes on the manager dashboard', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  await office.ask(shops.setBalance, { params: { id: 'A-1' }, body: { balance_amount: -5 } });
  const asEditor = await office.ask(dashboard.morning, { role: 'editor' });
  expect(asEditor).toMatchObject({ owed_in_all: 5, changes: [] });
  expect((await office.ask(dashboard.morning, { role: 'superadmin' })).changes).toHaveLength(1);
});

test("today's price list is published when it has a price; otherwise the last day is shown, and never tomorrow", async () => {
  const office = await openTestOffice();
  const product = await office.app.as('admin', {
    method: 'POST',
    url: '/api/products',
    payload: { name: 'Carrot', type: 'vegetable' },
  });
  const { productId } = product.json<{ productId: number }>();
  const publish = (date: string) => {
    const body = [{ product_id: productId, date, min_price: 100, max_price: 120 }];
    return office.ask(prices.updateMultiple, { body });
  };
  await publish('2026-11-18');
  const before = { prices_published: false, price_count: 0, latest_list: '2026-11-18' };
  expect(await office.ask(dashboard.morning, {})).toMatchObject(before);
  await publish('2026-11-20');
  const after = { prices_published: true, price_count: 1, latest_list: '2026-11-20' };
  expect(await office.ask(dashboard.morning, {})).toMatchObject(after);
  office.goTo('2026-11-19');
  expect(await office.ask(dashboard.morning, {})).toMatchObject(before);
});

const openSteps = async (office: TestOffice) => {
  const { steps } = await office.ask(dashboard.setup, {});
  return steps.filter(({ is_done }) => !is_done).map(({ step }) => step);
};

test('the setup list of a new market is open, and each step is done when the data shows it', async () => {
  const office = await openTestOffice(NO_FACTS);
  expect(await office.ask(dashboard.setup, {})).toMatchObject({ is_new: true, is_put_away: false });
  const first = [...setupSteps].filter((step) => step !== 'person');
  expect(await openSteps(office)).toEqual(first);
  const superadmin = { role: 'superadmin' } as const;
  const contact = await office.ask(centre.getContact, superadmin);
  const address = { en: 'Kandy Road, Dambulla', si: '', ta: '' };
  await office.ask(centre.setContact, { ...superadmin, body: { ...contact, hotline: '066 228 5181', address } });
  await office.let('A-1');
  await office.generate('A-1', '2026-11');
  await office.pay('A-1', 700, '2026-11-20');
  const { is_new, steps } = await office.ask(dashboard.setup, {});
  expect(is_new).toBe(false);
  expect(steps.filter(({ is_done }) => is_done).map(({ step, detail }) => [step, detail])).toEqual([
    ['contact', '066 228 5181'],
    ['shops', '1 shop'],
    ['tenants', '1 tenant'],
    ['person', '6 accounts'],
    ['invoice', '1 invoice'],
    ['payment', null],
  ]);
});

test('a step with an initial value is done when a person confirms it; steps that the data shows cannot be confirmed', async () => {
  const office = await openTestOffice(NO_FACTS);
  await office.ask(dashboard.setSetup, { body: { is_put_away: true, confirmed: ['visitors', 'vat'] } });
  const { is_put_away, steps } = await office.ask(dashboard.setup, {});
  expect(is_put_away).toBe(true);
  expect(steps.filter(({ is_confirmed }) => is_confirmed).map(({ step }) => step)).toEqual(['visitors', 'vat']);
  expect(await openSteps(office)).not.toContain('vat');
  const body = { is_put_away: false, confirmed: ['shops'] };
  await office.refused(dashboard.setSetup, { body } as never, 'invalid_input');
});

test('what is to be done today, and the money of each day beside that of two other months', async () => {
  const office = await openTestOffice();
  expect(await office.ask(dashboard.today, {})).toEqual({
    today: '2026-11-20',
    month_year: '2026-11',
    price_count: 0,
    latest_list: null,
    open_sessions: null,
    cheques_in_hand: NO_MONEY,
    to_confirm: NO_MONEY,
    claims: NO_MONEY,
    bills: { count: 0, sent: 0 },
    received: {
      this_month: Array(20).fill(0),
      last_month: Array(31).fill(0),
      last_year: Array(30).fill(0),
    },
  });
  office.goTo('2026-10-31');
  await office.let('A-1');
  await office.let('A-2');
  await office.generate('A-1', '2026-10');
  await office.pay('A-1', 700, '2026-10-31');
  office.goTo('2026-11-03');
  await office.generate('A-1', '2026-11');
  await office.generate('A-2', '2026-11');
  await office.pay('A-1', 100.25, '2026-11-01');
  await office.pay('A-1', 50, '2026-11-03');
  await office.pay('A-2', 25, '2026-11-03');
  await office.ask(invoices.print, { params: { id: 'INV-A-1-202611' }, body: { printed: true } });
  const today = await office.ask(dashboard.today, {});
  expect(today.bills).toEqual({ count: 2, sent: 1 });
  expect(today.received).toEqual({
    this_month: [100.25, 0, 75],
    last_month: [...Array(30).fill(0), 700],
    last_year: Array(30).fill(0),
  });
});
