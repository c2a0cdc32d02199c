import { expect, test } from 'vitest';
import { approvals } from '#contract/approvals.ts';
import { otherCharges } from '#contract/other-charges.ts';
import { rentRules } from '#contract/rent-rules.ts';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { vatRates } from '#contract/vat-rates.ts';
import { openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';

/** Rent 8,000, fee 2,000 and VAT 18%. November is billed, so eleven months of the year are left: to October 2027. */
async function openStreet(limit: number): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  await office.generate('A-1', '2026-11');
  await office.ask(approvals.setLimit, { body: { amount: limit }, role: 'superadmin' });
  return office;
}

const asked = async (office: TestOffice) =>
  (await office.ask(approvals.list, { role: 'superadmin' })).map(({ what, amount }) => `${what}: ${amount}`);

const edited = (terms: object, id = 'A-1') => ({ params: { id }, body: { ...TERMS, ...terms } });

test('a lower rent counts with its VAT over the months of a year that are not billed', async () => {
  const office = await openStreet(1000);
  await office.refused(shops.edit, edited({ rent_amount: 1 }), 'approval_required');
  expect(await asked(office)).toEqual(['Lower rent, fee or VAT of Nimal Perera, shop A-1, over a year: 103827.02']);
  await office.ask(shops.edit, edited({ rent_amount: 7930 }));
  await office.refused(shops.edit, edited({ rent_amount: 7920 }), 'approval_required');
  await office.ask(shops.edit, edited({ rent_amount: 9000 }));
  await office.expectCleanBooks();
});

test('a lower VAT rate of the market, and the end of a higher one to come, count over a year', async () => {
  const office = await openStreet(1000);
  await office.refused(vatRates.set, { body: { newVatRate: 17 } }, 'approval_required');
  await office.ask(vatRates.set, { body: { newVatRate: 20, valid_from: '2027-01-01' } });
  const [rate] = await office.ask(vatRates.list, {});
  await office.refused(vatRates.cancel, { params: { id: String(rate?.id) } }, 'approval_required');
  expect(await asked(office)).toEqual([
    'Lower the VAT rate of all shops, over a year: 2000',
    'Lower the VAT rate of all shops, over a year: 1100',
  ]);
});

test('a fine rate of 0 counts with the fines of a year, and a later due day with its part of them', async () => {
  const office = await openStreet(1000);
  const rules = (rent_due_day: number, fine_rate: number) => ({ body: { rent_due_day, fine_rate } });
  await office.refused(rentRules.set, rules(15, 0), 'approval_required');
  await office.refused(rentRules.set, rules(28, 30), 'approval_required');
  expect(await asked(office)).toEqual([
    'Lower the fine rate, move the due day or bill first months by days, all shops, over a year: 11440',
    'Lower the fine rate, move the due day or bill first months by days, all shops, over a year: 26400',
  ]);
  await office.ask(rentRules.set, rules(10, 35));
});

test('first months by days count with what the bills of new tenancies have less', async () => {
  const office = await openStreet(1000);
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'B-1' } });
  const person = { name: 'Nimal Perera', contact: '1', address: 'Dambulla', email: '', shop_id: 'B-1' };
  const { tenant } = await office.ask(tenants.add, { body: { ...person, from: '2026-11-01' } });
  const params = { id: String(tenant.tenant_id) };
  await office.ask(tenancies.end, { params, body: { last_day: '2026-11-16' } });
  await office.ask(tenants.add, { body: { ...person, name: 'Sunil Silva', from: '2026-11-16' } });
  const rules = { rent_due_day: 15, fine_rate: 30, first_month_by_days: true };
  await office.refused(rentRules.set, { body: rules }, 'approval_required');
  // Sunil has 14 of 30 days, because the 16th is Nimal's. Of Rs. 11,800.00 these are Rs. 5,506.66.
  expect(await asked(office)).toEqual([
    'Lower the fine rate, move the due day or bill first months by days, all shops, over a year: 6293.34',
  ]);
  await office.ask(rentRules.set, { body: { ...rules, from_month: '2026-12' } });
});

test('months that nobody can bill after a tenancy ended earlier count, and those after today do not', async () => {
  const office = await openTestOffice();
  office.goTo('2026-07-01');
  await office.let('A-1');
  await office.let('A-2');
  office.goTo('2026-11-20');
  await office.ask(approvals.setLimit, { body: { amount: 1000 }, role: 'superadmin' });
  const idOf = async (shop: string) => {
    const { Tenancies } = await office.summaryOf(shop);
    return { id: String(Tenancies[0]?.tenancy_id) };
  };
  const params = await idOf('A-1');
  await office.refused(tenancies.end, { params, body: { last_day: '2026-08-31' } }, 'approval_required');
  expect(await asked(office)).toEqual(['End the tenancy of Nimal Perera, shop A-1, with refunds or write-offs: 35400']);
  await office.ask(tenants.remove, { params: await idOf('A-2') });
  await office.refused(shops.remove, { params: { id: 'A-1' } }, 'approval_required');
  await office.ask(tenancies.end, { params, body: { last_day: '2026-11-20' } });
});

test('lower terms of a vacant shop count as for its last tenant, who may come back', async () => {
  const office = await openStreet(1000);
  const { Tenancies } = await office.summaryOf('A-1');
  const params = { id: String(Tenancies[0]?.tenancy_id) };
  await office.ask(tenancies.end, { params, body: { last_day: '2026-11-20' } });
  await office.refused(shops.edit, edited({ rent_amount: 7000 }), 'approval_required');
  await office.refused(shops.edit, edited({ vat_rate: 0 }), 'approval_required');
  expect(await asked(office)).toEqual([
    'Lower rent, fee or VAT of Nimal Perera, shop A-1, over a year: 21600',
    'Lower rent, fee or VAT of Nimal Perera, shop A-1, over a year: 14160',
  ]);
  await office.ask(shops.edit, edited({ rent_amount: 7930 }));
  await office.refused(shops.edit, edited({ rent_amount: 7920 }), 'approval_required');
  await office.ask(shops.edit, edited({ rent_amount: 9000 }));
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'B-1' } });
  await office.ask(shops.edit, edited({ rent_amount: 1 }, 'B-1'));
});

test('units of a meter that a later previous reading leaves out count', async () => {
  const office = await openStreet(1000);
  const { Tenancies } = await office.summaryOf('A-1');
  const params = { id: String(Tenancies[0]?.tenancy_id) };
  const meter = { name: 'Electricity', basis: 'meter', unit: 'kWh', rate: 45, is_vatable: false } as const;
  const { kind } = await office.ask(otherCharges.addKind, { body: meter });
  const read = (previous_reading: number | undefined, reading: number) => ({
    params,
    body: { kind_id: kind.kind_id, reading, ...(previous_reading !== undefined && { previous_reading }) },
  });
  await office.ask(otherCharges.recordReading, read(7400, 7490));
  await office.refused(otherCharges.recordReading, read(7780, 7800), 'approval_required');
  expect(await asked(office)).toEqual([
    'Leave out units of a meter of Nimal Perera, shop A-1, since the last reading: 13050',
  ]);
  await office.ask(otherCharges.recordReading, read(7512, 7600));
  await office.refused(otherCharges.recordReading, read(7601, 7610), 'approval_required');
  await office.ask(otherCharges.recordReading, read(undefined, 7610));
  await office.ask(otherCharges.recordReading, read(3, 10));
});

test('without a limit terms change as documented', async () => {
  const office = await openStreet(1000);
  await office.ask(approvals.setLimit, { body: { amount: null }, role: 'superadmin' });
  await office.ask(shops.edit, edited({ rent_amount: 1 }));
  await office.ask(rentRules.set, { body: { rent_due_day: 15, fine_rate: 0 } });
  await office.ask(vatRates.set, { body: { newVatRate: 1 } });
});
