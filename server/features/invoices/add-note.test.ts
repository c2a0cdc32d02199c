import { expect, test } from 'vitest';
import { invoices } from '#contract/invoices.ts';
import { otherCharges } from '#contract/other-charges.ts';
import { shops } from '#contract/shops.ts';
import { tax } from '#contract/tax.ts';
import { tenants } from '#contract/tenants.ts';
import { openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { registerCentre } from '../../testing/registered-centre.ts';
import { CERTIFICATE } from '../../testing/tax-setup.ts';

const one = { params: { id: 'INV-A12-202610' } };
const CREDIT = { kind: 'credit', charge: 'Rent', reason: 'Rent agreed anew' } as const;

async function openBilled(setup?: Parameters<typeof registerCentre>[1]): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  if (setup) await registerCentre(office, setup);
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'A12' } });
  const person = { name: 'Kamala Dias', contact: '0', address: 'Dambulla', email: 'kamala@example.com' };
  const { tenant } = await office.ask(tenants.add, {
    body: { ...person, ...CERTIFICATE, shop_id: 'A12', from: '2026-10-01' },
  });
  const add = async (name: string, is_vatable: boolean, amount: number) => {
    const { kind } = await office.ask(otherCharges.addKind, { body: { name, is_vatable, basis: 'fixed' } });
    const body = { kind_id: kind.kind_id, amount };
    await office.ask(otherCharges.add, { params: { id: String(tenant.tenant_id) }, body });
  };
  await add('Electricity', true, 5000);
  await add('Returned cheque', false, 1500);
  await office.generate('A12', '2026-10');
  office.goTo('2026-10-06');
  return office;
}

async function chargesOf(office: TestOffice) {
  const [invoice] = (await office.summaryOf('A12')).Invoices;
  const { VATs = [], Rents = [], OtherCharges = [] } = invoice ?? {};
  return [VATs[0]?.vat_amount, Rents[0]?.rent_amount, ...OtherCharges.map(({ other_amount }) => other_amount)];
}

test('a credit note lowers the rent with its VAT, and what was paid too much pays what is open', async () => {
  const office = await openBilled();
  await office.pay('A12', 13_000, '2026-10-06');
  const preview = await office.ask(invoices.note, {
    ...one,
    query: { dry_run: 'true' as const },
    body: { ...CREDIT, amount: 1000.01 },
  });
  expect(await chargesOf(office)).toEqual([2700, 8000, 5000, 1500]);
  const noted = await office.ask(invoices.note, { ...one, body: { ...CREDIT, amount: 1000.01 } });
  expect(noted).toEqual(preview);
  expect(noted).toMatchObject({
    message: 'Credit note recorded.',
    vat_amount: 180,
    tax_serial: null,
    balance_amount: 0,
    settled: [{ charge: 'Other', name: 'Electricity', amount: 1180.01 }],
  });
  expect(await chargesOf(office)).toEqual([2520, 6999.99, 5000, 1500]);
  expect((await office.auditLog()).at(-1)).toMatchObject({
    event_type: 'Credit Note Issued',
    shop_id: 'A12',
    invoice_id: 'INV-A12-202610',
    new_value: '1180.01',
  });
  await office.expectCleanBooks();
});

test('a note on a charge without VAT leaves the VAT, and a debit note raises a charge', async () => {
  const office = await openBilled();
  const cheque = { ...CREDIT, charge: 'Other', line: 2, amount: 1500 } as const;
  expect((await office.ask(invoices.note, { ...one, body: cheque })).vat_amount).toBe(0);
  const raised = { ...CREDIT, kind: 'debit', charge: 'Other', line: 1, amount: 100 } as const;
  expect((await office.ask(invoices.note, { ...one, body: raised })).vat_amount).toBe(18);
  expect(await chargesOf(office)).toEqual([2718, 8000, 5100, 0]);
  await office.expectCleanBooks();
});

test('a credit note above its charge and one on a charge that is not there are refused', async () => {
  const office = await openBilled();
  const above = { ...one, body: { ...CREDIT, amount: 8000.01 } };
  const refused = await office.refused(invoices.note, above, 'invalid_input');
  expect(refused.details).toEqual([{ field: 'amount', message: 'The amount can be at most 8,000.00.' }]);
  const missing = { ...one, body: { ...CREDIT, charge: 'Other', amount: 1 } as const };
  await office.refused(invoices.note, missing, 'charge_not_found');
  await office.refused(invoices.note, { ...one, body: { ...CREDIT, amount: 1 }, role: 'manager' }, 'not_allowed');
});

test('rent raised after the due day brings no fine when the rest was paid in time', async () => {
  const office = await openBilled();
  await office.pay('A12', 19_200, '2026-10-06');
  office.goTo('2026-10-20');
  const raised = await office.ask(invoices.note, { ...one, body: { ...CREDIT, kind: 'debit', amount: 1000 } });
  expect(raised).toMatchObject({ new_fines: [], still_owed: 1180 });
  expect((await office.pay('A12', 1180, '2026-10-20')).new_fines).toEqual([]);
  await office.expectCleanBooks();
});

test.each(['cents', 'rupees'] as const)(
  'with a tax document in %s a note issues a tax note, and the schedules equal the ledger until the invoice is deleted',
  { tags: ['slow'] },
  async (amounts) => {
    const office = await openBilled({ amounts });
    const [document] = await office.ask(tax.documents, {});
    expect(document).toMatchObject({ title: 'TAX INVOICE', value: 15_000, vat: 2700 });
    expect(document?.lines[2]).toEqual({ text: 'Electricity for shop A12, October 2026', quantity: '1', value: 5000 });
    expect(document?.statement).toMatchObject({ other_charges: 1500, to_pay: 19_200 });
    const credit = await office.ask(invoices.note, { ...one, body: { ...CREDIT, amount: 1000.45 } });
    expect(credit).toMatchObject({ message: 'Credit note 26OCT_POLACN_00001 issued.', vat_amount: 180.08 });
    const debit = { ...CREDIT, kind: 'debit', charge: 'Other', line: 1, amount: 250.3 } as const;
    expect((await office.ask(invoices.note, { ...one, body: debit })).tax_serial).toBe('26OCT_POLADN_00001');
    const cheque = { ...CREDIT, charge: 'Other', line: 2, amount: 500 } as const;
    expect((await office.ask(invoices.note, { ...one, body: cheque })).tax_serial).toBeNull();
    const schedules = () => office.ask(tax.schedules, { params: { period: '2641' } });
    expect(await schedules()).toMatchObject({ is_equal: true, ledger: { value: 14_249.85, vat: 2564.97 } });
    await office.ask(invoices.remove, { ...one, body: {} });
    expect(await schedules()).toMatchObject({ is_equal: true, ledger: { value: 0, vat: 0 } });
    await office.expectCleanBooks();
  },
);
