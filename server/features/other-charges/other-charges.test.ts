import { expect, test } from 'vitest';
import { invoices } from '#contract/invoices.ts';
import { otherCharges } from '#contract/other-charges.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';

const MISREAD = { reason: 'Entered for the wrong shop' };

const METER = { name: 'Electricity', is_vatable: true, basis: 'meter', unit: 'kWh', rate: 45 } as const;

async function openShop(): Promise<{ office: TestOffice; params: { id: string } }> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  const { Tenancies } = await office.summaryOf('A-1');
  return { office, params: { id: String(Tenancies[0]?.tenancy_id) } };
}

async function kindOf(office: TestOffice, body: Parameters<typeof bodyOf>[0]): Promise<number> {
  return (await office.ask(otherCharges.addKind, { body: bodyOf(body) })).kind.kind_id;
}

function bodyOf(body: {
  name: string;
  basis: 'fixed' | 'recurring' | 'meter';
  is_vatable?: boolean;
  unit?: string;
  rate?: number;
}) {
  return { is_vatable: true, ...body };
}

const linesOf = async (office: TestOffice, month: string) =>
  (await office.generate('A-1', month)).other_charges.map(({ line, name, quantity, unit, amount }) => [
    line,
    name,
    quantity,
    unit,
    amount,
  ]);

test('the bill of a month takes what waits for it, one line each, with VAT on the whole', async () => {
  const { office, params } = await openShop();
  const meter = await kindOf(office, METER);
  const cleaning = await kindOf(office, { name: 'Cleaning', basis: 'recurring' });
  const cheque = await kindOf(office, { name: 'Returned cheque', basis: 'fixed', is_vatable: false });
  await office.ask(otherCharges.add, { params, body: { kind_id: cheque, amount: 1500 } });
  await office.ask(otherCharges.setRecurring, { params, body: { kind_id: cleaning, amount: 300.25 } });
  const read = { kind_id: meter, previous_reading: 1000, reading: 1120.5 };
  const reading = await office.ask(otherCharges.recordReading, { params, body: read });
  expect(reading).toMatchObject({
    message: 'Electricity: 120.5 kWh cost Rs. 5,422.50 and will be on the bill for Oct 2026.',
    charge: { amount: 5422.5, quantity: 120.5, month_year: '2026-10', previous_reading: 1000, reading: 1120.5 },
  });
  const invoice = await office.generate('A-1', '2026-10');
  expect(invoice).toMatchObject({
    // VAT is 18% of 8,000.00 + 2,000.00 + 300.25 + 5,422.50.
    vat_amount: 2830.1,
    total_amount: 20_052.85,
    other_charges: [
      { line: 1, name: 'Returned cheque', quantity: 1, unit: '', is_vatable: false, amount: 1500 },
      { line: 2, name: 'Cleaning', quantity: 1, unit: '', is_vatable: true, amount: 300.25 },
      { line: 3, name: 'Electricity', quantity: 120.5, unit: 'kWh', is_vatable: true, amount: 5422.5 },
    ],
  });
  expect(await linesOf(office, '2026-11')).toEqual([[1, 'Cleaning', 1, '', 300.25]]);
  await office.pay('A-1', 13_000, '2026-10-01');
  const summary = await office.summaryOf('A-1');
  expect(summary.Invoices[1]?.OtherCharges).toMatchObject([
    { name: 'Returned cheque', other_amount: 1500, paid_amount: 169.9, status: 'Partially Paid' },
    { name: 'Cleaning', other_amount: 300.25, paid_amount: 0 },
    { name: 'Electricity', other_amount: 5422.5, unit: 'kWh' },
  ]);
  await office.expectCleanBooks();
});

test('a deleted invoice frees its charges, and the month is billed again with them', async () => {
  const { office, params } = await openShop();
  const cheque = await kindOf(office, { name: 'Returned cheque', basis: 'fixed' });
  const { charge } = await office.ask(otherCharges.add, { params, body: { kind_id: cheque, amount: 1500 } });
  await office.generate('A-1', '2026-10');
  const one = { params: { id: String(charge.charge_id) }, body: MISREAD };
  await office.refused(otherCharges.remove, one, 'other_charge_billed');
  await office.ask(invoices.remove, { params: { id: 'INV-A-1-202610' }, body: {} });
  expect((await office.ask(otherCharges.list, { params })).waiting).toMatchObject([{ amount: 1500 }]);
  expect(await linesOf(office, '2026-10')).toEqual([[1, 'Returned cheque', 1, '', 1500]]);
  await office.ask(invoices.remove, { params: { id: 'INV-A-1-202610' }, body: {} });
  await office.ask(otherCharges.remove, one);
  expect(await linesOf(office, '2026-10')).toEqual([]);
  await office.expectCleanBooks();
});

test('a charge is for a month that is not billed yet, by default the next one', async () => {
  const { office, params } = await openShop();
  const cheque = await kindOf(office, { name: 'Returned cheque', basis: 'fixed' });
  await office.generate('A-1', '2026-10');
  const add = (month_year?: string) => ({ params, body: { kind_id: cheque, amount: 10, month_year } });
  const billed = await office.refused(otherCharges.add, add('2026-10'), 'invalid_input');
  expect(billed.message).toBe('Oct 2026 is already billed on INV-A-1-202610. Choose another month.');
  const far = await office.refused(otherCharges.add, add('2027-11'), 'invalid_input');
  expect(far.message).toBe('Choose a month from 2020-01 to 2027-10.');
  expect((await office.ask(otherCharges.add, add())).charge.month_year).toBe('2026-11');
});

test('a reading below the previous one is refused with both, and the first needs a previous one', async () => {
  const { office, params } = await openShop();
  const kind_id = await kindOf(office, METER);
  const read = (reading: number, more = {}) => ({ params, body: { kind_id, reading, ...more } });
  const first = await office.refused(otherCharges.recordReading, read(1120), 'invalid_input');
  expect(first.details).toEqual([
    {
      field: 'previous_reading',
      message: 'This shop has no earlier reading of this meter. Enter the previous reading too.',
    },
  ]);
  await office.ask(otherCharges.recordReading, read(1120, { previous_reading: 1000 }));
  const below = await office.refused(otherCharges.recordReading, read(1119.5), 'invalid_input');
  expect(below.message).toContain('The reading 1119.5 is below the previous reading 1120.');
  const huge = await office.refused(otherCharges.recordReading, read(999_999_999), 'invalid_input');
  expect(huge.message).toContain('would cost more than the maximum for one invoice');
  const { charge } = await office.ask(otherCharges.recordReading, read(1120));
  expect(charge).toMatchObject({ amount: 0, quantity: 0 });
  const replaced = await office.ask(otherCharges.recordReading, read(7, { previous_reading: 2 }));
  expect(replaced.charge.amount).toBe(225);
  expect((await office.ask(otherCharges.list, { params })).last_readings).toEqual([{ kind_id, reading: 7 }]);
});

test('a new tenant continues from the last reading of the one before', async () => {
  const { office, params } = await openShop();
  const kind_id = await kindOf(office, METER);
  await office.ask(otherCharges.recordReading, { params, body: { kind_id, previous_reading: 0, reading: 50 } });
  const end = { last_day: '2026-10-01', last_bill: 'days' } as const;
  await office.ask(tenancies.end, { params, body: end });
  const summary = await office.summaryOf('A-1');
  expect(summary.Invoices[0]?.other_charges).toMatchObject([{ name: 'Electricity', amount: 2250 }]);
  await office.refused(otherCharges.recordReading, { params, body: { kind_id, reading: 60 } }, 'tenancy_ended');
  const sunil = {
    name: 'Sunil',
    contact: '1',
    address: 'Kandy',
    email: 'sunil@example.com',
    shop_id: 'A-1',
    from: '2026-10-02',
  };
  office.goTo('2026-10-02');
  const { tenant } = await office.ask(tenants.add, { body: sunil });
  const next = { params: { id: String(tenant.tenant_id) }, body: { kind_id, reading: 60 } };
  expect((await office.ask(otherCharges.recordReading, next)).charge).toMatchObject({
    previous_reading: 50,
    amount: 450,
  });
});

test('a recurring charge set anew ends the earlier one, and a removed one ends with its last bill', async () => {
  const { office, params } = await openShop();
  const kind_id = await kindOf(office, { name: 'Cleaning', basis: 'recurring' });
  const set = (amount: number, more = {}) =>
    office.ask(otherCharges.setRecurring, { params, body: { kind_id, amount, ...more } });
  await set(300);
  const { charge } = await set(350, { month_year: '2026-11' });
  expect(await linesOf(office, '2026-10')).toEqual([[1, 'Cleaning', 1, '', 300]]);
  expect(await linesOf(office, '2026-11')).toEqual([[1, 'Cleaning', 1, '', 350]]);
  const removed = await office.ask(otherCharges.remove, { params: { id: String(charge.charge_id) }, body: MISREAD });
  expect(removed.message).toBe('The charge has ended. Nov 2026 is the last month billed.');
  office.goTo('2026-11-20');
  expect(await linesOf(office, '2026-12')).toEqual([]);
  const early = { params, body: { kind_id, amount: 1, month_year: '2027-02', last_month: '2027-01' } };
  const refused = await office.refused(otherCharges.setRecurring, early, 'invalid_input');
  expect(refused.details).toEqual([{ field: 'last_month', message: 'The last month cannot be before Feb 2027.' }]);
});

test('bills of all shops take the charges of each shop', async () => {
  const { office, params } = await openShop();
  await office.let('B-2');
  const cheque = await kindOf(office, { name: 'Returned cheque', basis: 'fixed', is_vatable: false });
  await office.ask(otherCharges.add, { params, body: { kind_id: cheque, amount: 1500 } });
  await office.ask(invoices.generateAll, { body: {} });
  const totals = await Promise.all(
    ['A-1', 'B-2'].map(async (id) => (await office.summaryOf(id)).Invoices[0]?.total_amount),
  );
  expect(totals).toEqual([13_300, 11_800]);
  await office.expectCleanBooks();
});

test('kinds are archived, not deleted, and each write is in the audit log', async () => {
  const { office, params } = await openShop();
  const missing = await office.refused(otherCharges.addKind, { body: { ...METER, unit: '' } }, 'invalid_input');
  expect(missing.details).toEqual([{ field: 'unit', message: 'Enter the unit of the meter, such as kWh.' }]);
  const kind_id = await kindOf(office, { name: 'Cleaning', basis: 'recurring' });
  const one = { params: { id: String(kind_id) } };
  await office.ask(otherCharges.changeKind, { ...one, body: { name: 'Cleaning', is_vatable: false } });
  await office.ask(otherCharges.setRecurring, { params, body: { kind_id, amount: 300, note: 'By letter' } });
  await office.ask(otherCharges.archiveKind, { ...one, body: { is_archived: true } });
  const archived = { params, body: { kind_id, amount: 300 } };
  const refused = await office.refused(otherCharges.setRecurring, archived, 'invalid_input');
  expect(refused.message).toBe('Cleaning is archived. Restore it in Settings, or choose another charge type.');
  const wrong = await office.refused(otherCharges.add, archived, 'invalid_input');
  expect(wrong.details?.[0]?.field).toBe('kind_id');
  expect(await linesOf(office, '2026-10')).toEqual([[1, 'Cleaning', 1, '', 300]]);
  const log = (await office.auditLog()).map(({ event_type, shop_id, new_value, edit_reason }) => [
    event_type,
    shop_id,
    new_value,
    edit_reason,
  ]);
  expect(log).toEqual([
    [
      'Charge Kind Added',
      null,
      'name: Cleaning; name in Sinhala: ; name in Tamil: ; VAT setting: 1; unit: ; rate per unit: 0.00',
      null,
    ],
    ['Charge Kind Changed', null, 'VAT setting: 0', null],
    ['Other Charge Set', 'A-1', '300.00', 'By letter'],
    ['Charge Kind Changed', null, null, null],
    ['Invoice Generated', 'A-1', '12100.00', null],
  ]);
});

test('a manager reads kinds and charges and changes none', async () => {
  const { office, params } = await openShop();
  const role = 'manager' as const;
  expect(await office.ask(otherCharges.listKinds, { role })).toEqual([]);
  expect(await office.ask(otherCharges.list, { params, role })).toMatchObject({ next_month: '2026-10', waiting: [] });
  await office.refused(otherCharges.addKind, { body: METER, role }, 'not_allowed');
});
