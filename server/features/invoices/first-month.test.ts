/** @module-tag postgres */
import { expect, test } from 'vitest';
import { invoices } from '#contract/invoices.ts';
import { otherCharges } from '#contract/other-charges.ts';
import { rentRules } from '#contract/rent-rules.ts';
import { shops } from '#contract/shops.ts';
import { type LastBill, tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';

const letTo = async (office: TestOffice, shop_id: string, name: string, from?: string): Promise<string> => {
  const person = { name, contact: '000 000 0000', address: 'Dambulla', email: '' };
  const { tenant } = await office.ask(tenants.add, { body: { ...person, shop_id, ...(from && { from }) } });
  return String(tenant.tenant_id);
};

const byDays = (office: TestOffice, first_month_by_days: boolean, from_month?: string) =>
  office.ask(rentRules.set, {
    body: { rent_due_day: 15, fine_rate: 30, first_month_by_days, ...(from_month && { from_month }) },
  });

async function openMarket(...shopIds: string[]): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-20');
  for (const shop_id of shopIds) await office.ask(shops.add, { body: { ...TERMS, shop_id } });
  return office;
}

test('a change of tenant in the middle of a month bills no day twice when the market bills first months by days', async () => {
  const office = await openMarket('A-1');
  await byDays(office, true, '2026-11');
  const nimal = await letTo(office, 'A-1', 'Nimal Perera');
  office.goTo('2026-11-12');
  const ended = await office.ask(tenancies.end, {
    params: { id: nimal },
    body: { last_day: '2026-11-12', last_bill: 'days' },
  });
  await letTo(office, 'A-1', 'Sunil Silva', '2026-11-12');
  await office.generate('A-1', '2026-11');
  const { Invoices } = await office.summaryOf('A-1');
  const bills = Invoices.map(({ rent_amount, operation_fee, vat_amount }) => [rent_amount, operation_fee, vat_amount]);
  expect(ended.tenancy.amount_due).toBe(4720);
  // 12 of 30 days for Nimal, the other 18 for Sunil: together one month.
  expect(bills.toSorted()).toEqual([
    [3200, 800, 720],
    [4800, 1200, 1080],
  ]);
  await office.expectCleanBooks();
});

const endOn = (office: TestOffice, id: string, last_day: string, last_bill: LastBill = 'none') =>
  office.ask(tenancies.end, { params: { id }, body: { last_day, last_bill } });

async function billOf(office: TestOffice, tenancy: string, month_year = '2026-11'): Promise<number> {
  const body = { shop_id: 'A-1', month_year, tenancy_id: Number(tenancy) };
  return (await office.ask(invoices.generate, { body })).invoice.rent_amount;
}

/** A shop whose tenant Nimal leaves on a day; Sunil comes on the same day. First months are billed by days. */
async function openHandOver(day: string): Promise<{ office: TestOffice; sunil: string }> {
  const office = await openMarket('A-1');
  await byDays(office, true);
  const nimal = await letTo(office, 'A-1', 'Nimal Perera');
  office.goTo('2026-11-25');
  await endOn(office, nimal, day);
  return { office, sunil: await letTo(office, 'A-1', 'Sunil Silva', day) };
}

test('three tenants in one month are billed for each day once, also one who comes and leaves in it', async () => {
  const { office, sunil } = await openHandOver('2026-11-12');
  await endOn(office, sunil, '2026-11-20', 'days');
  const ravi = await letTo(office, 'A-1', 'Ravi Kumar', '2026-11-20');
  const { Invoices } = await office.summaryOf('A-1');
  // 8 of 30 days: the 13th to the 20th. The other 10 are Ravi's.
  expect(Invoices.map(({ rent_amount }) => rent_amount)).toEqual([2133.33]);
  expect(await billOf(office, ravi)).toBe(2666.67);
  await office.expectCleanBooks();
});

test('a first month that is billed after the tenancy ended is billed until its last day, or whole if that was chosen', async () => {
  const { office, sunil } = await openHandOver('2026-11-12');
  await endOn(office, sunil, '2026-11-20');
  expect(await billOf(office, sunil)).toBe(2133.33);
  const ravi = await letTo(office, 'A-1', 'Ravi Kumar', '2026-11-21');
  await endOn(office, ravi, '2026-11-22', 'whole');
  const { Invoices } = await office.summaryOf('A-1');
  expect(Invoices.find(({ tenant_name }) => tenant_name === 'Ravi Kumar')?.rent_amount).toBe(2666.67);
});

test('a tenant who comes on the last day of another in a month has no bill of that month, and a whole one of the next', async () => {
  const { office, sunil } = await openHandOver('2026-10-31');
  const { Tenancies } = await office.summaryOf('A-1');
  expect(Tenancies.map(({ months_to_bill }) => months_to_bill.first)).toEqual(['2026-11', '2020-01']);
  const body = { shop_id: 'A-1', month_year: '2026-10', tenancy_id: Number(sunil) };
  const { message } = await office.refused(invoices.generate, { body }, 'invalid_input');
  expect(message).toBe(
    '31 Oct 2026 is billed to the tenant before, so the first bill of this tenant is for Nov 2026. ' +
      'Choose a month from Nov 2026 to Dec 2026.',
  );
  expect(await billOf(office, sunil)).toBe(8000);
});

test('a run on the last day of the month skips the tenant who came on it, and says why', async () => {
  const office = await openMarket('A-1');
  await byDays(office, true);
  const nimal = await letTo(office, 'A-1', 'Nimal Perera');
  office.goTo('2026-11-30');
  await endOn(office, nimal, '2026-11-30', 'whole');
  await letTo(office, 'A-1', 'Sunil Silva', '2026-11-30');
  const { message, results } = await office.ask(invoices.generateAll, { body: {} });
  expect(message).toBe('Invoices generated: 0, skipped: 1, failed: 0.');
  expect(results).toEqual([
    {
      shop_id: 'A-1',
      tenant_name: 'Sunil Silva',
      status: 'skipped',
      error:
        '30 Nov 2026 is billed to the tenant before, so the first bill of this tenant is for Dec 2026. ' +
        'Choose a month from Dec 2026 to Dec 2026.',
    },
  ]);
});

test('a tenant whose only day is the last one of another is billed for it', async () => {
  const { office, sunil } = await openHandOver('2026-10-31');
  await endOn(office, sunil, '2026-10-31', 'days');
  const { Invoices } = await office.summaryOf('A-1');
  expect(Invoices.map(({ month_year, rent_amount }) => [month_year, rent_amount])).toEqual([['2026-10', 258.06]]);
});

test('without the choice of the market the last month of a tenant counts its first and last day', async () => {
  const { office, sunil } = await openHandOver('2026-11-12');
  await byDays(office, false);
  await endOn(office, sunil, '2026-11-20', 'days');
  const { Invoices } = await office.summaryOf('A-1');
  expect(Invoices.map(({ rent_amount }) => rent_amount)).toEqual([2400]);
});

test('first months are billed by days from the month on that was set, and whole before it and when nothing is set', async () => {
  const office = await openMarket('A-1', 'A-2', 'A-3');
  office.goTo('2026-11-20');
  await letTo(office, 'A-1', 'Nimal Perera', '2026-10-22');
  await letTo(office, 'A-2', 'Sunil Silva', '2026-11-16');
  expect((await office.generate('A-1', '2026-10')).rent_amount).toBe(8000);
  await byDays(office, true);
  expect((await office.generate('A-2', '2026-11')).rent_amount).toBe(4000);
  expect((await office.generate('A-2', '2026-12')).rent_amount).toBe(8000);
  await office.ask(rentRules.set, { body: { rent_due_day: 10, fine_rate: 30 } });
  const [current] = await office.ask(rentRules.list, {});
  expect(current).toMatchObject({ rent_due_day: 10, first_month_by_days: true });
  await byDays(office, false);
  await letTo(office, 'A-3', 'Ravi Kumar', '2026-11-16');
  expect((await office.generate('A-3', '2026-11')).rent_amount).toBe(8000);
  const changes = (await office.auditLog()).filter(({ event_type }) => event_type === 'Rent Rules Changed');
  expect(changes.map(({ old_value, new_value }) => [old_value, new_value])).toEqual([
    ['15, 30%', '15, 30%, first month by days'],
    ['15, 30%, first month by days', '10, 30%, first month by days'],
    ['10, 30%, first month by days', '15, 30%'],
  ]);
  await office.expectCleanBooks();
});

test('a tenant who was there before the day of entry has no first month, and a tenancy from the 1st a whole one', async () => {
  const office = await openMarket('A-1', 'A-2');
  await byDays(office, true);
  await letTo(office, 'A-1', 'Nimal Perera');
  expect((await office.generate('A-1', '2026-10')).rent_amount).toBe(8000);
  office.goTo('2026-11-20');
  await letTo(office, 'A-2', 'Sunil Silva', '2026-11-01');
  expect((await office.generate('A-2', '2026-11')).rent_amount).toBe(8000);
});

test('recurring charges of a first month are divided like the rent, a charge of its own is not', async () => {
  const office = await openMarket('A-1');
  office.goTo('2026-11-20');
  await byDays(office, true);
  const id = await letTo(office, 'A-1', 'Nimal Perera', '2026-11-16');
  const kindOf = async (name: string, basis: 'fixed' | 'recurring') =>
    (await office.ask(otherCharges.addKind, { body: { name, basis, is_vatable: false } })).kind.kind_id;
  const cleaning = await kindOf('Cleaning', 'recurring');
  const key = await kindOf('Key', 'fixed');
  const first = { month_year: '2026-11' };
  await office.ask(otherCharges.setRecurring, { params: { id }, body: { kind_id: cleaning, amount: 301, ...first } });
  await office.ask(otherCharges.add, { params: { id }, body: { kind_id: key, amount: 500, ...first } });
  const { other_charges } = await office.generate('A-1', '2026-11');
  expect(other_charges.map(({ name, amount }) => [name, amount])).toEqual([
    ['Cleaning', 150.5],
    ['Key', 500],
  ]);
});
