import { expect, test } from 'vitest';
import { fines } from '#contract/fines.ts';
import { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { everythingIn, openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';

const setBalance = (office: TestOffice, balance_amount: number | string, more: { reason?: string } = {}) =>
  office.ask(shops.setBalance, { params: { id: 'A-1' }, body: { balance_amount, ...more } });

async function openShop(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-09-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-09');
  for (const month of ['2026-10', '2026-11']) {
    office.goTo(`${month}-01`);
    await office.generate('A-1', month);
  }
  office.goTo('2026-11-20');
  return office;
}

test('the summary of a new shop has no invoices, no payments and no tenant', async () => {
  const office = await openTestOffice();
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'A-1' } });
  const now = office.app.clock.now();
  expect((await office.ask(shops.summary, { params: { id: 'a-1' }, role: 'editor' })).shop).toEqual({
    ...TERMS,
    shop_id: 'A-1',
    createdAt: now,
    updatedAt: now,
    Tenant: null,
    ShopBalance: { balance_amount: 0, last_updated: now },
    total_owed: 0,
    Tenancies: [],
    Payments: [],
    VoidedPayments: [],
    Invoices: [],
  });
});

test('the summary shows the newest invoices and payments first, and each charge in the list of its kind', async () => {
  const office = await openShop();
  await office.pay('A-1', 2000, '2026-09-10');
  await office.pay('A-1', 3000, '2026-11-19');
  await office.pay('A-1', 500, '2026-11-19');
  const shop = await office.summaryOf('A-1');
  expect(shop.Tenant).toMatchObject({ name: 'Nimal Perera', shop_id: 'A-1' });
  expect(shop.Payments.map(({ amount_paid }) => amount_paid)).toEqual([500, 3000, 2000]);
  expect(shop.Invoices.map(({ month_year }) => month_year)).toEqual(['2026-11', '2026-10', '2026-09']);
  const ids = { invoice_id: 'INV-A-1-202609', shop_id: 'A-1', generate_date: '2026-09-01T06:30:00.000Z' };
  const { VATs, OperationFees, Rents, Fines, Allocations } = shop.Invoices[2] ?? {};
  expect(VATs).toEqual([
    {
      ...ids,
      vat_id: expect.any(Number),
      vat_amount: 1800,
      paid_amount: 1800,
      status: 'Paid',
      paid_date: '2026-09-10T05:30:00.000Z',
    },
  ]);
  expect(OperationFees).toMatchObject([
    { operation_amount: 2000, paid_amount: 2000, paid_date: '2026-11-19T05:30:00.000Z', status: 'Paid' },
  ]);
  expect(Rents).toMatchObject([{ rent_amount: 8000, paid_amount: 1700, status: 'Partially Paid' }]);
  expect(Fines).toMatchObject([{ fine_amount: 2400, paid_amount: 0, paid_date: null, status: 'Unpaid' }]);
  const second = shop.Payments[1]?.payment_id;
  const first = shop.Payments[2]?.payment_id;
  expect(Allocations?.map(({ charge, amount, payment_id }) => [charge, amount, payment_id])).toEqual([
    ['VAT', 1800, first],
    ['OperationFee', 200, first],
    ['OperationFee', 1800, second],
    ['Rent', 1200, second],
    ['Rent', 500, shop.Payments[0]?.payment_id],
  ]);
  expect(shop.total_owed).toBe(32_300);
});

test('the current tenant is on the summary of the shop, and each payment shows the tenant who paid', {
  tags: ['slow'],
}, async () => {
  const office = await openShop();
  await office.pay('A-1', 500, '2026-11-19');
  const [nimal] = await office.ask(tenants.list, {});
  await office.ask(tenants.remove, { params: { id: String(nimal?.tenant_id) } });
  expect((await office.summaryOf('A-1')).Tenant).toBeNull();
  const sunil = { name: 'Sunil Silva', contact: '000 111 1111', address: 'Kandy', email: 'sunil@example.com' };
  await office.ask(tenants.add, { body: { ...sunil, shop_id: 'A-1' } });
  const shop = await office.summaryOf('A-1');
  expect(shop.Tenant).toMatchObject(sunil);
  expect(shop.total_owed).toBe(34_900 + 2400);
  await office.expectCleanBooks();
});

test('the statement lists every movement in the order of its effect and ends at the balance less the amount due', async () => {
  const office = await openShop();
  await office.pay('A-1', 5000, '2026-09-15');
  const { payment } = await office.pay('A-1', 1000, '2026-09-16', { note: 'By his son' });
  await office.correct('A-1', '2026-09-16', [1000, 900]);
  await office.ask(fines.apply, { params: { id: 'INV-A-1-202610' } });
  office.goTo('2026-11-21');
  await office.ask(fines.remove, { params: { id: 'INV-A-1-202610' }, body: { reason: 'Flood' } });
  await setBalance(office, -50.25, { reason: 'Key lost' });
  const lines = await office.statementOf('A-1');
  expect(lines.map(({ kind, charged, paid, balance }) => [kind, charged, paid, balance])).toEqual([
    ['invoice', 11_800, null, -11_800],
    ['payment', null, 5000, -6800],
    ['fine', 2040, null, -8840],
    ['payment', null, 1000, -7840],
    ['correction', null, -100, -7940],
    ['invoice', 11_800, null, -19_740],
    ['invoice', 11_800, null, -31_540],
    ['fine_removed', null, null, -31_540],
    ['balance', 50.25, null, -31_590.25],
  ]);
  expect(lines.map(({ text }) => text)).toEqual([
    'Invoice INV-A-1-202609',
    expect.stringMatching(/^Payment \d+, Cash$/),
    'Fine on INV-A-1-202609',
    `Payment ${payment.payment_id}, Cash: By his son`,
    `Correction to payment ${payment.payment_id}: Counted again`,
    'Invoice INV-A-1-202610',
    'Invoice INV-A-1-202611',
    'Fine on INV-A-1-202610 removed: Flood',
    'Balance set by the office: Key lost',
  ]);
  expect(lines[4]).toMatchObject({
    payment_id: payment.payment_id,
    invoice_id: null,
    date: '2026-09-16T05:30:00.000Z',
  });
  const shop = await office.summaryOf('A-1');
  expect(shop.ShopBalance.balance_amount).toBe(-50.25);
  expect(shop.total_owed).toBe(31_590.25);
});

test('the statement of a shop with credit ends above 0', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-11');
  await office.pay('A-1', 12_000, '2026-11-01');
  expect((await office.statementOf('A-1')).at(-1)?.balance).toBe(200);
  const { today } = await office.ask(shops.statement, { params: { id: 'A-1' } });
  expect(today).toBe('2026-11-01');
});

test('the statement of a period opens where the one before closes, and has its days and no others', async () => {
  const office = await openShop();
  await office.pay('A-1', 5000, '2026-09-15');
  await office.pay('A-1', 30_000, '2026-10-31');
  const statement = (query: { from?: string; to?: string }) =>
    office.ask(shops.statement, { params: { id: 'a-1' }, query });
  const whole = await statement({});
  expect(whole).toMatchObject({
    shop_id: 'A-1',
    shop_name: 'Nimal Stores',
    location: 'Block A',
    tenant_name: 'Nimal Perera',
    tenant_address: 'Dambulla',
    tenant_email: 'nimal@example.com',
    started_on: '2020-01-01',
    ended_on: null,
    today: '2026-11-20',
    from: null,
    to: null,
    opening_balance: 0,
    charged: 39_840,
    paid: 35_000,
    closing_balance: -4840,
    centre: { name: 'Pola Economic Centre' },
  });
  expect(whole.lines).toEqual(await office.statementOf('A-1'));
  const october = await statement({ from: '2026-10-01', to: '2026-10-31' });
  expect(october.lines.map(({ kind, balance }) => [kind, balance])).toEqual([
    ['invoice', -18_600],
    ['fine', -20_640],
    ['fine', -23_040],
    ['payment', 6960],
  ]);
  expect(october).toMatchObject({ opening_balance: -6800, charged: 16_240, paid: 30_000, closing_balance: 6960 });
  expect(await statement({ from: '2026-11-01' })).toMatchObject({ opening_balance: 6960, closing_balance: -4840 });
  expect(await statement({ to: '2026-09-30' })).toMatchObject({ opening_balance: 0, closing_balance: -6800 });
  expect(await statement({ from: '2026-12-01', to: '' })).toMatchObject({ opening_balance: -4840, lines: [] });
});

test('the statement of a former tenant has the days of the tenancy and none of the money of the next tenant', async () => {
  const office = await openShop();
  const [nimal] = await office.ask(tenants.list, {});
  await office.ask(tenants.remove, { params: { id: String(nimal?.tenant_id) } });
  office.goTo('2026-11-21');
  const sunil = { name: 'Sunil Silva', contact: '000 111 1111', address: 'Kandy', email: 'sunil@example.com' };
  await office.ask(tenants.add, { body: { ...sunil, shop_id: 'A-1' } });
  await office.pay('A-1', 500, '2026-11-21');
  const query = { tenancy_id: String(nimal?.tenant_id) };
  const former = await office.ask(shops.statement, { params: { id: 'A-1' }, query });
  expect(former).toMatchObject({ tenant_name: 'Nimal Perera', ended_on: '2026-11-20', paid: 0 });
  const { rawPayload } = await office.tell(shops.statementPdf, { params: { id: 'A-1' }, query });
  const [page] = await readPdfText(rawPayload);
  expect(page).toContain('Nimal Perera (former tenant)');
  expect(page).toContain('1 Jan 2020 to 20 Nov 2026');
  expect(await office.ask(shops.statement, { params: { id: 'A-1' } })).toMatchObject({
    tenant_name: 'Sunil Silva',
    tenant_email: 'sunil@example.com',
    paid: 500,
    closing_balance: 500,
  });
});

test('a period of a statement that ends before it begins is refused', async () => {
  const office = await openShop();
  const query = { from: '2026-11-02', to: '2026-11-01' };
  for (const entry of [shops.statement, shops.statementPdf]) {
    const refusal = await office.refused(entry, { params: { id: 'A-1' }, query }, 'invalid_input');
    expect(refusal.details).toEqual([{ field: 'to', message: 'The end date cannot be before the start date.' }]);
  }
  const odd = await office.refused(
    shops.statement,
    { params: { id: 'A-1' }, query: { from: '2026-02-30' } },
    'invalid_input',
  );
  expect(odd.details?.map(({ field }) => field)).toEqual(['from']);
});

test('a balance above 0 pays open charges immediately, and the remainder is stored', async () => {
  const office = await openShop();
  const set = await setBalance(office, '25000.50', { reason: 'Taken over' });
  expect(set.settled.map(({ month_year, charge, amount }) => [month_year, charge, amount])).toEqual([
    ['2026-09', 'VAT', 1800],
    ['2026-09', 'OperationFee', 2000],
    ['2026-09', 'Rent', 8000],
    ['2026-09', 'Fine', 2400],
    ['2026-10', 'VAT', 1800],
    ['2026-10', 'OperationFee', 2000],
    ['2026-10', 'Rent', 7000.5],
  ]);
  expect(set.new_fines.map(({ month_year, fine_amount }) => [month_year, fine_amount])).toEqual([
    ['2026-09', 2400],
    ['2026-10', 2400],
  ]);
  expect(set.message).toBe(
    'Shop balance updated. LKR 25,000.50 was used immediately to pay charges. ' +
      'A fine of LKR 2,400.00 was added to INV-A-1-202609. A fine of LKR 2,400.00 was added to INV-A-1-202610.',
  );
  const now = office.app.clock.now();
  expect(set.data).toEqual({ shop_id: 'A-1', balance_amount: 0, last_updated: now });
  const { Invoices, ShopBalance } = await office.summaryOf('A-1');
  expect(ShopBalance).toEqual({ balance_amount: 0, last_updated: now });
  expect(Invoices[1]?.Allocations[0]).toMatchObject({ payment_id: null, source: 'balance' });
  await office.expectCleanBooks();
});

test('a balance below 0 is a debt that the next payment covers first', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-11');
  const set = await setBalance(office, -500);
  expect(set).toMatchObject({ data: { balance_amount: -500 }, settled: [], still_owed: 12_300 });
  expect(set.message).toBe('Shop balance updated.');
  office.goTo('2026-11-02');
  const first = await office.pay('A-1', 300, '2026-11-02');
  expect(first).toMatchObject({ balance_amount: -200, settled: [], still_owed: 12_000 });
  const second = await office.pay('A-1', 300, '2026-11-02');
  expect(second).toMatchObject({ balance_amount: 0, settled: [{ charge: 'VAT', amount: 100 }], still_owed: 11_700 });
  const back = await setBalance(office, 0);
  expect(back).toMatchObject({ data: { balance_amount: 0 }, settled: [], still_owed: 11_700 });
  await office.expectCleanBooks();
});

test('a balance that is set to what it is records nothing, and keeps the day of its last change', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  const { data } = await setBalance(office, 300);
  office.goTo('2026-12-02');
  expect((await setBalance(office, 300)).data).toEqual(data);
  expect(await office.statementOf('A-1')).toHaveLength(1);
});

test('a balance that is set twice is the one that was set last', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  for (const amount of [300, -20.05, 0, 999_999_999.99, 0.01]) {
    expect((await setBalance(office, amount)).data.balance_amount).toBe(amount);
  }
  expect((await office.summaryOf('A-1')).ShopBalance.balance_amount).toBe(0.01);
  await office.expectCleanBooks();
});

test.each([
  ['nothing at all', null],
  ['words', 'ten'],
  ['a part of a cent', 1.005],
  ['too much', -1_000_000_000],
])('a balance of %s is refused', async (_, balance_amount) => {
  const office = await openTestOffice();
  await office.let('A-1');
  const before = await everythingIn(office.app);
  const answer = await office.app.send({
    method: 'PUT',
    url: '/api/systemsetting/shop-balance/A-1',
    payload: { balance_amount },
    headers: { authorization: `Bearer ${await office.tokenOf('admin')}` },
  });
  expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, 'balance_amount']);
  expect(await everythingIn(office.app)).toEqual(before);
});

test('a shop with ledger entries cannot be deleted, even when all of them were deleted', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  const { payment } = await office.pay('A-1', 100, '2026-11-19');
  await office.refused(shops.remove, { params: { id: 'A-1' } }, 'shop_has_books');
  await office.ask(payments.remove, { params: { id: String(payment.payment_id) }, body: {} });
  await office.refused(shops.remove, { params: { id: 'A-1' } }, 'shop_has_books');
});

test('a balance set early in the morning remains, although a payment of the day takes effect at eleven', async () => {
  const office = await openShop();
  office.goTo('2026-11-20', '08:00');
  await office.pay('A-1', 40_000, '2026-11-20');
  office.goTo('2026-11-20', '08:30');
  expect((await setBalance(office, -500)).data.balance_amount).toBe(-500);
  expect((await office.summaryOf('A-1')).ShopBalance.balance_amount).toBe(-500);
  await office.expectCleanBooks();
});
