/** @module-tag postgres */
import { expect, test } from 'vitest';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { shops } from '#contract/shops.ts';
import { type TaxDocument, tax } from '#contract/tax.ts';
import { tenants } from '#contract/tenants.ts';
import { everythingIn, openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { registerCentre } from '../../testing/registered-centre.ts';
import { CERTIFICATE, TAX_SETUP } from '../../testing/tax-setup.ts';

const PERSON = { name: 'Kamala Dias', contact: '000 000 0009', address: 'Dambulla', email: 'kamala@example.com' };
const WORKED = { rent_amount: 25_000, operation_fee: 3500 };

async function openMarket(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  return office;
}

async function letTo(office: TestOffice, shop_id: string, more: object = {}): Promise<number> {
  await office.ask(shops.add, { body: { ...TERMS, ...WORKED, shop_id } });
  const { tenant } = await office.ask(tenants.add, { body: { ...PERSON, ...more, shop_id, from: '2026-09-01' } });
  return tenant.tenant_id;
}

const documentsOf = (office: TestOffice, search = ''): Promise<TaxDocument[]> =>
  office.ask(tax.documents, { query: { search } });
const remove = (office: TestOffice, id: string, reason?: string) =>
  office.ask(invoices.remove, { params: { id }, body: { reason } });
const serialsOf = async (office: TestOffice) => (await documentsOf(office)).map(({ serial }) => serial).toReversed();

test('while the centre is not registered no bill has a tax document', async () => {
  const office = await openMarket();
  await letTo(office, 'A12', CERTIFICATE);
  await office.generate('A12', '2026-10');
  await remove(office, 'INV-A12-202610');
  expect((await office.generate('A12', '2026-10')).invoice_id).toBe('INV-A12-202610');
  expect(await documentsOf(office)).toEqual([]);
});

test('documents are made from the later of registration and the first day of the form, by the invoice date', async () => {
  const office = await openMarket();
  await letTo(office, 'A12', CERTIFICATE);
  await registerCentre(office, { registered_from: '2026-10-03', form_from: '2026-10-02' });
  office.goTo('2026-10-02', '23:59:59.999');
  await office.generate('A12', '2026-09');
  expect(await documentsOf(office)).toEqual([]);
  office.goTo('2026-10-03', '00:00:00.000');
  await office.generate('A12', '2026-10');
  expect(await serialsOf(office)).toEqual(['26OCT_POLA_00001']);
});

test('the bill of a registered tenant is a tax invoice with a serial and both parties as on their certificates', async () => {
  const office = await openMarket();
  await registerCentre(office);
  await letTo(office, 'A12', CERTIFICATE);
  await office.generate('A12', '2026-10');
  const [document] = await documentsOf(office);
  expect(document).toMatchObject({
    invoice_id: 'INV-A12-202610',
    kind: 'invoice',
    title: 'TAX INVOICE',
    serial: '26OCT_POLA_00001',
    issued_on: '2026-10-01',
    supplied_on: '2026-10-01',
    prints: 0,
    replaced_by: null,
    supplier: { tin: '900000001', name: 'Pola Economic Centre', address: 'Example Road, Dambulla' },
    purchaser: { tin: '900000019', name: 'EXAMPLE TRADERS', address: '1 Example Street, Dambulla' },
    lines: [
      { text: 'Rent for shop A12, October 2026', quantity: '1 month', value: 25_000 },
      { text: 'Operation fee for shop A12, October 2026', quantity: '1 month', value: 3500 },
    ],
    vat_rate: 18,
    value: 28_500,
    vat: 5130,
    total: 33_630,
    total_in_words: 'Thirty-three thousand six hundred and thirty rupees',
    statement: { to_pay: 33_630, due_date: '2026-10-15', reference: 'A12-202610-63' },
  });
  expect((await office.auditLog()).map(({ event_type }) => event_type)).toContain('Tax Document Issued');
});

test('the statement has what was unpaid before, and none of it is in the invoice', async () => {
  const office = await openMarket();
  await letTo(office, 'A12', CERTIFICATE);
  office.goTo('2026-09-01');
  await office.generate('A12', '2026-09');
  await office.pay('A12', 20_000, '2026-09-01');
  office.goTo('2026-09-16');
  await office.ask(fines.apply, { params: { id: 'INV-A12-202609' } });
  office.goTo('2026-10-01');
  await registerCentre(office);
  await office.generate('A12', '2026-10');
  const [document] = await documentsOf(office);
  expect(document).toMatchObject({ total: 33_630 });
  expect(document?.statement).toMatchObject({
    unpaid_of_earlier_months: 13_630,
    fines: 4089,
    balance: 0,
    bill: 33_630,
    to_pay: 51_349,
  });
});

test('the bill of a tenant who is not registered is an INVOICE with VAT under its own number', async () => {
  const office = await openMarket();
  await registerCentre(office);
  await letTo(office, 'B07');
  await letTo(office, 'C01', { ...CERTIFICATE, is_vat_registered: false });
  await office.generate('B07', '2026-10');
  await office.generate('C01', '2026-10');
  const documents = await documentsOf(office);
  expect(documents.map(({ title, serial, vat }) => [title, serial, vat])).toEqual([
    ['INVOICE', 'INV-C01-202610', 5130],
    ['INVOICE', 'INV-B07-202610', 5130],
  ]);
  expect(documents[1]?.purchaser).toEqual({ tin: null, name: 'Kamala Dias', address: 'Shop B07' });
});

test('a bill without VAT is an INVOICE without a VAT line, also of a registered tenant', async () => {
  const office = await openMarket();
  await registerCentre(office);
  await office.ask(shops.add, { body: { ...TERMS, vat_rate: 0, shop_id: 'A1' } });
  await office.ask(tenants.add, { body: { ...PERSON, ...CERTIFICATE, shop_id: 'A1', from: '2026-09-01' } });
  await office.generate('A1', '2026-10');
  expect(await documentsOf(office)).toMatchObject([
    { title: 'INVOICE', serial: 'INV-A1-202610', shows_vat: false, vat: 0, total: 10_000 },
  ]);
});

test('a preview and a refused bill take no serial', async () => {
  const office = await openMarket();
  await registerCentre(office);
  await letTo(office, 'A12', CERTIFICATE);
  const before = await everythingIn(office.app);
  const body = { shop_id: 'A12', month_year: '2026-10' };
  await office.ask(invoices.generate, { body, query: { dry_run: 'true' } });
  await office.refused(invoices.generate, { body: { ...body, month_year: '2026-12' } }, 'invalid_input');
  expect(await everythingIn(office.app)).toEqual(before);
  await office.generate('A12', '2026-10');
  await office.generate('A12', '2026-11');
  expect(await serialsOf(office)).toEqual(['26OCT_POLA_00001', '26OCT_POLA_00002']);
});

test('a deleted tax invoice is credited in full, and its month is billed under the next serial', async () => {
  const office = await openMarket();
  await registerCentre(office);
  await letTo(office, 'A12', CERTIFICATE);
  await office.generate('A12', '2026-10');
  office.goTo('2026-10-05');
  await remove(office, 'INV-A12-202610', 'Wrong rent');
  await office.ask(shops.edit, { params: { id: 'A12' }, body: { ...TERMS, ...WORKED, rent_amount: 24_000 } });
  await office.generate('A12', '2026-10');
  const [second, note] = await documentsOf(office);
  expect(note).toMatchObject({
    title: 'TAX CREDIT NOTE',
    serial: '26OCT_POLACN_00001',
    issued_on: '2026-10-05',
    reason: 'Wrong rent',
    value: 28_500,
    vat: 5130,
    total: 33_630,
    statement: null,
    original: { serial: '26OCT_POLA_00001', issued_on: '2026-10-01' },
    purchaser: { tin: '900000019' },
  });
  expect(second).toMatchObject({ serial: '26OCT_POLA_00002', value: 27_500, vat: 4950, total: 32_450 });
  await office.expectCleanBooks();
});

test('a deleted INVOICE has a credit note, and the next bill of its month another number', async () => {
  const office = await openMarket();
  await registerCentre(office);
  await letTo(office, 'B07');
  await office.generate('B07', '2026-10');
  await remove(office, 'INV-B07-202610');
  expect((await office.generate('B07', '2026-10')).invoice_id).toBe('INV-B07-202610-2');
  expect((await documentsOf(office)).map(({ title, serial, reason }) => [title, serial, reason])).toEqual([
    ['INVOICE', 'INV-B07-202610-2', ''],
    ['CREDIT NOTE', 'CN-B07-202610-1', 'Invoice cancelled'],
    ['INVOICE', 'INV-B07-202610', ''],
  ]);
});

test('a name stored before names were checked is refused on a tax document, and nothing is issued with a box', async () => {
  const office = await openMarket();
  await registerCentre(office);
  await letTo(office, 'A12', CERTIFICATE);
  const rename = (from: string, to: string) =>
    office.app.database.write(async (tx) => {
      const stored = tx.selectFrom('settings').select('value').where('name', '=', 'tax');
      const value = (await stored.executeTakeFirstOrThrow()).value.replace(from, to);
      await tx.updateTable('settings').set({ value }).where('name', '=', 'tax').execute();
    });
  await rename('Pola Economic Centre', 'पोला Centre');
  const body = { shop_id: 'A12', month_year: '2026-10' };
  const refusal = await office.refused(invoices.generate, { query: {}, body }, 'invalid_input');
  expect(refusal.message).toBe('Tax documents cannot contain प ो ल ा. Correct the name, address or charge.');
  expect(await documentsOf(office)).toEqual([]);
  await rename('पोला Centre', 'Pola Centre');
  await office.generate('A12', '2026-10');
  expect(await serialsOf(office)).toEqual(['26OCT_POLA_00001']);
});

test('the preview of a deletion makes no note', async () => {
  const office = await openMarket();
  await registerCentre(office);
  await letTo(office, 'A12', CERTIFICATE);
  await office.generate('A12', '2026-10');
  const before = await everythingIn(office.app);
  await office.ask(invoices.remove, { params: { id: 'INV-A12-202610' }, body: {}, query: { dry_run: 'true' } });
  expect(await everythingIn(office.app)).toEqual(before);
});

test('a tenant who shows a certificate later gets a tax invoice of that day with the same date of supply', async () => {
  const office = await openMarket();
  await registerCentre(office);
  const id = await letTo(office, 'B07');
  await office.generate('B07', '2026-10');
  office.goTo('2026-10-20');
  const params = { id: 'INV-B07-202610' };
  await office.refused(tax.issueTaxInvoice, { params }, 'tenant_not_registered');
  await office.ask(tenants.edit, { params: { id: String(id) }, body: { ...PERSON, ...CERTIFICATE } });
  expect(await documentsOf(office)).toMatchObject([{ may_be_tax_invoice: true }]);
  const { document } = await office.ask(tax.issueTaxInvoice, { params });
  expect(document).toMatchObject({
    title: 'TAX INVOICE',
    serial: '26OCT_POLA_00001',
    issued_on: '2026-10-20',
    supplied_on: '2026-10-01',
    total: 33_630,
    purchaser: { tin: '900000019' },
  });
  const [, plain] = await documentsOf(office);
  expect(plain).toMatchObject({ serial: 'INV-B07-202610', replaced_by: '26OCT_POLA_00001', may_be_tax_invoice: false });
  await office.refused(tax.issueTaxInvoice, { params }, 'tax_invoice_exists');
  await remove(office, 'INV-B07-202610');
  expect((await documentsOf(office))[0]).toMatchObject({
    title: 'TAX CREDIT NOTE',
    original: { serial: document.serial },
  });
});

test('a tenant is registered only with TIN, name and address of the certificate', async () => {
  const office = await openMarket();
  const id = String(await letTo(office, 'A12'));
  const edit = (more: object) => ({ params: { id }, body: { ...PERSON, ...more } });
  const refused = await office.refused(
    tenants.edit,
    edit({ is_vat_registered: true, tin: '12345678', tax_name: '' }),
    'invalid_input',
  );
  expect(refused.details?.map(({ field }) => field)).toEqual(['tin', 'tax_name', 'tax_address']);
  expect((await office.ask(tenants.edit, edit(CERTIFICATE))).tenant).toMatchObject({ tin: '900000019' });
  expect((await office.ask(tenants.edit, edit({}))).tenant).toMatchObject({
    is_vat_registered: true,
    tin: '900000019',
  });
  const last = (await office.auditLog()).at(-1);
  expect(last?.new_value).toContain('VAT registration: registered; TIN: 900000019');
});

test('numbers begin again with the year or month when the centre chose so', async () => {
  const office = await openMarket();
  await registerCentre(office, { reset: 'month', pad: 0, separator: '-' });
  for (const shop of ['A1', 'A2']) await letTo(office, shop, CERTIFICATE);
  await office.generate('A1', '2026-10');
  await office.generate('A2', '2026-10');
  office.goTo('2026-11-01');
  await office.generate('A1', '2026-11');
  expect(await serialsOf(office)).toEqual(['26OCT-POLA-1', '26OCT-POLA-2', '26NOV-POLA-1']);
});

test('the first number continues the serials of another system, and stays after the first document', async () => {
  const office = await openMarket();
  await registerCentre(office, { first_number: 147, reset: 'month' });
  for (const shop of ['A1', 'A2']) await letTo(office, shop, CERTIFICATE);
  await office.generate('A1', '2026-10');
  await office.generate('A2', '2026-10');
  office.goTo('2026-11-01');
  await office.generate('A1', '2026-11');
  expect(await serialsOf(office)).toEqual(['26OCT_POLA_00147', '26OCT_POLA_00148', '26NOV_POLA_00001']);
  const body = { ...TAX_SETUP, first_number: 200, reset: 'month' as const };
  const refused = await office.refused(tax.setSetup, { body }, 'invalid_input');
  expect(refused.details?.map(({ field }) => field)).toEqual(['first_number']);
});

test('settings that no serial or paper can use are refused by field, and a used unit stays', async () => {
  const office = await openMarket();
  const wrong = { ...TAX_SETUP, tin: '12', tax_name: '', unit: 'po-la', qr_code: '000201' };
  const refused = await office.refused(tax.setSetup, { body: wrong }, 'invalid_input');
  expect(refused.details?.map(({ field }) => field)).toEqual(['tin', 'tax_name', 'unit', 'qr_code']);
  await registerCentre(office, { unit: 'DAMB' });
  await registerCentre(office);
  await letTo(office, 'A12', CERTIFICATE);
  await office.generate('A12', '2026-10');
  await office.refused(tax.setSetup, { body: { ...TAX_SETUP, unit: 'DAMB' } }, 'tax_unit_used');
  expect(await office.ask(tax.getSetup, {})).toMatchObject({ unit: 'POLA', qr_limit: null });
});

test('a tax serial finds its invoice in the list and its document, also by the sound of the tenant’s name', async () => {
  const office = await openMarket();
  await registerCentre(office);
  await letTo(office, 'A1', CERTIFICATE);
  await letTo(office, 'A2', { ...CERTIFICATE, name: 'Zainab Fareed' });
  await office.generate('A1', '2026-10');
  await office.generate('A2', '2026-10');
  const found = await office.ask(invoices.list, { query: { search: '26oct_pola_00002' } });
  expect(found.map(({ invoice_id }) => invoice_id)).toEqual(['INV-A2-202610']);
  for (const search of ['pola_00002', 'farid'])
    expect((await documentsOf(office, search)).map(({ shop_id }) => shop_id)).toEqual(['A2']);
});

test('bills for many shops at the same moment have consecutive serials', async () => {
  const office = await openMarket();
  await registerCentre(office);
  const names = Array.from({ length: 12 }, (_, at) => `S${at + 1}`);
  for (const shop of names) await letTo(office, shop, CERTIFICATE);
  await Promise.all(names.map((shop) => office.generate(shop, '2026-10')));
  await Promise.all(names.map((shop) => remove(office, `INV-${shop}-202610`)));
  const numbers = (await serialsOf(office)).toSorted();
  const expected = (unit: string) => names.map((_, at) => `26OCT_${unit}_${String(at + 1).padStart(5, '0')}`);
  expect(numbers).toEqual([...expected('POLACN'), ...expected('POLA')].toSorted());
});
