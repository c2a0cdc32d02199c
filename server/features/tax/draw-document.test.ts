/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { qrChecksum } from '#billing/tax/qr-fields.ts';
import type { Sending } from '#contract/call.ts';
import { taxInvoicePaper } from '#contract/documents/tax-invoice-paper.ts';
import { invoices } from '#contract/invoices.ts';
import { type Language, languages } from '#contract/languages.ts';
import { shops } from '#contract/shops.ts';
import { tax } from '#contract/tax.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { readPdfQr, readPdfText } from '../../testing/pdf.ts';
import { registerCentre } from '../../testing/registered-centre.ts';
import { CERTIFICATE, TAX_SETUP } from '../../testing/tax-setup.ts';

const PERSON = { name: 'Kamala Dias', contact: '000 000 0009', address: 'Dambulla', email: 'kamala@example.com' };
const NAMES = { en: 'EXAMPLE TRADERS', si: 'ශ්‍රී ක්ෂේම වෙළඳසැල', ta: 'ஸ்ரீதரன் க்ஷத்ரியன்' };

const SUPPLIERS = { en: 'Supplier', si: 'Supplier / සැපයුම්කරු', ta: 'Supplier / வழங்குநர்' };

async function openBilled(more: object = CERTIFICATE, language: Language = 'en'): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await registerCentre(office, { place_of_supply: 'Dambulla' });
  await office.ask(shops.add, { body: { ...TERMS, rent_amount: 25_000, operation_fee: 3500, shop_id: 'A12' } });
  const body: Sending<typeof tenants.add>['body'] = { ...PERSON, ...more, shop_id: 'A12', from: '2026-10-01' };
  const { tenant } = await office.ask(tenants.add, { body });
  const params = { id: String(tenant.tenant_id) };
  const agreement = { agreement_number: '', agreement_note: '', language };
  await office.ask(tenancies.edit, { params, body: agreement });
  await office.generate('A12', '2026-10');
  return office;
}

const ID = { id: 'INV-A12-202610' };

async function pdfOf(office: TestOffice): Promise<string> {
  const pages = await readPdfText((await office.tell(invoices.pdf, { params: ID })).rawPayload);
  expect(pages).toHaveLength(1);
  return (pages[0] ?? '').replaceAll(/\s+/g, ' ');
}

const CLAUSES: [clause: string, ...texts: string[]][] = [
  ['1: the words TAX INVOICE', 'TAX INVOICE '],
  [
    '2.1: the supplier with TIN, name and address',
    'Supplier',
    'TIN 900000001 Pola Economic Centre Example Road, Dambulla',
  ],
  ['3.1: the purchaser with TIN and address', 'Purchaser', 'TIN 900000019 ', '1 Example Street, Dambulla'],
  ['4.1(a): the serial', 'Tax Invoice No.', ' 26OCT_POLA_00001 '],
  ['4.1(b): the invoice date', 'Date of invoice', ' 10/01/2026 '],
  ['4.1(d): the date of supply by itself', 'Date of supply', ' 10/01/2026 '],
  ['4.1(c): the place of supply', 'Place of supply', ' Dambulla '],
  [
    '4.1(e), (f): the actual supply with its quantity',
    'Description of supply',
    'Quantity',
    'Value (LKR)',
    'Rent for shop A12, October 2026 1 month 25,000.00 ',
    'Operation fee for shop A12, October 2026 1 month 3,500.00 ',
  ],
  [
    '4.1(g): value, VAT and total in LKR, and words',
    'Value excluding VAT',
    ' 28,500.00 ',
    'VAT 18%',
    ' 5,130.00 ',
    'Total including VAT',
    ' 33,630.00 ',
    'Thirty-three thousand six hundred and thirty rupees ',
  ],
  [
    '4.2: other amounts outside',
    'Statement of account (not part of the tax invoice)',
    'LKR ',
    'Unpaid from earlier months',
  ],
  [
    '5.1: reference and code apart',
    'To pay by 15 Oct 2026',
    ' 33,630.00 ',
    'Payment reference: A12-202610-63',
    'LANKAQR: LKR 33,630.00',
  ],
];

const PAPERS = languages.flatMap((language) =>
  Object.entries(NAMES).map(([script, tax_name]) => ({ language, script, tax_name })),
);

test.each(PAPERS)(
  'every clause of the form is on both halves in $language for a tenant named in $script',
  { tags: ['slow'] },
  async ({ language, script, tax_name }) => {
    const office = await openBilled({ ...CERTIFICATE, tax_name }, language);
    const page = await pdfOf(office);
    const halves = page.split(/(?=TAX INVOICE (?:ORIGINAL|SUPPLIER'S COPY))/);
    expect(halves).toHaveLength(2);
    for (const half of halves) {
      let at = 0;
      for (const [clause, ...texts] of CLAUSES)
        for (const text of texts) {
          const found = half.indexOf(text, at);
          expect(found, `${clause}: ${text} in ${half}`).toBeGreaterThanOrEqual(at);
          // The search continues at the last character, because one space may be both the end of this text and the
          // start of the next.
          at = found + text.length - 1;
        }
      if (script === 'en') expect(half).toContain(tax_name);
      // Numbers use Western digits in every language.
      expect(half).not.toMatch(/[෦-෯௦-௯]/);
    }
    // The document has no mode of payment, which is unknown at billing, and no signature, which no rule requires.
    expect(page).not.toMatch(/mode of payment|signature/i);
    const { tax_documents } = await office.ask(invoices.papers, { body: { invoice_ids: [ID.id] } });
    const [copy] = tax_documents.flatMap((document) => taxInvoicePaper(document).copies);
    expect(copy?.supplier.heading).toBe(SUPPLIERS[language]);
  },
);

test('to a tenant who is not registered the same layout says INVOICE, without a TIN of the purchaser', {
  tags: ['slow'],
}, async () => {
  const page = await pdfOf(await openBilled({}));
  expect(page).toMatch(/^INVOICE ORIGINAL .*Purchaser Kamala Dias Shop A12 .*Invoice No\. INV-A12-202610/);
  expect(page).not.toContain('TAX INVOICE');
  expect(page).toContain('VAT 18% 5,130.00');
});

test('a note names its original, the reason and its amounts', { tags: ['slow'] }, async () => {
  const office = await openBilled();
  office.goTo('2026-10-05');
  await office.ask(invoices.remove, { params: ID, body: { reason: 'Wrong rent' } });
  const [note] = await office.ask(tax.documents, {});
  const answer = await office.tell(tax.documentPdf, { params: { id: String(note?.document_id) } });
  const [page = ''] = await readPdfText(answer.rawPayload);
  expect(page.replaceAll(/\s+/g, ' ')).toMatch(
    /^TAX CREDIT NOTE ORIGINAL .*Credit Note No\. 26OCT_POLACN_00001 Date of note 10\/05\/2026 .*Original invoice 26OCT_POLA_00001 of 10\/01\/2026 Reason Wrong rent .*Total including VAT 33,630\.00/,
  );
});

test('the first download is the original, later ones and those after a print are copies', {
  tags: ['slow'],
}, async () => {
  const office = await openBilled();
  expect(await pdfOf(office)).toMatch(/TAX INVOICE ORIGINAL .*TAX INVOICE SUPPLIER'S COPY /);
  expect((await pdfOf(office)).match(/COPY ONLY/g)).toHaveLength(2);
  const papers = await office.ask(invoices.papers, { body: { invoice_ids: [ID.id] } });
  expect(papers.tax_documents).toMatchObject([{ prints: 2, marks: { upper: 'COPY ONLY', lower: 'COPY ONLY' } }]);
  await office.ask(invoices.print, { params: ID, body: {} });
  expect((await office.ask(tax.documents, {}))[0]?.prints).toBe(3);
  const outputs = (await office.auditLog()).filter(({ event_type }) => event_type === 'Tax Document Output');
  expect(outputs).toMatchObject([{ new_value: '1', user_actioned: 'admin@example.com' }, { new_value: '2' }]);
});

test('the code asks for what the tenant owes now, and is absent when nothing is owed or the bank gave none', async () => {
  const office = await openBilled();
  await office.pay('A12', 13_630, '2026-10-01');
  const codeOf = async () =>
    (await office.ask(invoices.papers, { body: { invoice_ids: [ID.id] } })).tax_documents[0]?.code;
  expect(await codeOf()).toMatchObject({ amount: 20_000, day: '2026-10-01' });
  expect((await codeOf())?.text).toContain('540820000.00');
  expect((await codeOf())?.text).toContain('2632002817056001MERCHANT00000001T001');
  await registerCentre(office, { qr_code: '' });
  expect(await codeOf()).toBeNull();
  await registerCentre(office, { qr_is_read: false });
  expect(await codeOf()).toBeNull();
  await registerCentre(office, { qr_limit: 19_999.99 });
  expect(await codeOf()).toBeNull();
  await registerCentre(office);
  await office.pay('A12', 20_000, '2026-10-01');
  expect(await codeOf()).toBeNull();
});

test('an independent reader reads the code on the paper at 200 dots an inch', { tags: ['slow'] }, async () => {
  const office = await openBilled();
  const { tax_documents } = await office.ask(invoices.papers, { body: { invoice_ids: [ID.id] } });
  const pdf = (await office.tell(invoices.pdf, { params: ID })).rawPayload;
  expect(await readPdfQr(pdf, 200)).toBe(tax_documents[0]?.code?.text);
});

test('an invoice that is not a tax document has the code of what is due too, and its PDF is read', {
  tags: ['slow'],
}, async () => {
  const office = await openBilled();
  await registerCentre(office, { registered_from: null });
  await office.generate('A12', '2026-11');
  const papers = async () => office.ask(invoices.papers, { body: { invoice_ids: ['INV-A12-202611'] } });
  const { how_to_pay, tax_documents } = await papers();
  expect(tax_documents).toEqual([]);
  const [{ reference = '', code } = { code: null }] = how_to_pay;
  expect(how_to_pay).toMatchObject([
    { invoice_id: 'INV-A12-202611', reference: 'A12-202611-60', code: { amount: 67_260, day: '2026-10-01' } },
  ]);
  expect(code?.text).toContain(`0513${reference}`);
  const pdf = (await office.tell(invoices.pdf, { params: { id: 'INV-A12-202611' } })).rawPayload;
  expect(await readPdfQr(pdf, 200)).toBe(code?.text);
  await office.pay('A12', 67_260, '2026-10-01');
  expect((await papers()).how_to_pay).toEqual([]);
});

test('how to pay is in the order in which the invoices were asked for', async () => {
  const office = await openBilled();
  await registerCentre(office, { registered_from: null });
  await office.let('B7');
  for (const shop of ['A12', 'B7']) await office.generate(shop, '2026-11');
  const newestFirst = ['INV-B7-202611', 'INV-A12-202611'];
  const papers = await office.ask(invoices.papers, { body: { invoice_ids: newestFirst } });
  expect(papers.how_to_pay.map(({ invoice_id }) => invoice_id)).toEqual(newestFirst);
});

test('another code of the bank, or parts that an earlier version stored, need a bank app to read them first', async () => {
  const office = await openBilled();
  const { qr_code } = await office.ask(tax.getSetup, {});
  const other = qr_code.replace('2632', '2732').slice(0, -4);
  const body = { ...TAX_SETUP, qr_code: other + qrChecksum(other), qr_is_read: true };
  expect((await office.ask(tax.setSetup, { body })).settings).toMatchObject({ qr_is_read: false });
  expect((await office.ask(tax.setSetup, { body })).settings).toMatchObject({ qr_is_read: true });
  const wrong = { ...body, qr_code: other + qrChecksum(qr_code) };
  const refused = await office.refused(tax.setSetup, { body: wrong }, 'invalid_input');
  expect(refused.details).toMatchObject([
    { field: 'qr_code', message: expect.stringMatching(/check characters at the end/) },
  ]);
  const { owner } = office.app.database;
  const parts = { qr_tag: '26', qr_block: '17056001MERCHANT00000001T001', qr_is_read: true };
  const value = JSON.stringify({ setup: { ...TAX_SETUP, qr_code: undefined, ...parts }, since: null });
  await owner.updateTable('settings').set({ value }).where('name', '=', 'tax').execute();
  expect(await office.ask(tax.getSetup, {})).toMatchObject({ qr_code: '', unit: 'POLA' });
  const { tax_documents } = await office.ask(invoices.papers, { body: { invoice_ids: [ID.id] } });
  expect(tax_documents[0]?.code).toBeNull();
});

test('a reprint keeps the parties, lines and settings of its issue', async () => {
  const office = await openBilled();
  const before = (await office.ask(tax.documents, {}))[0];
  await registerCentre(office, { words: false, place_of_supply: '', tax_name: 'Another Centre', tin: '900000035' });
  const [tenant] = await office.ask(tenants.list, {});
  const params = { id: String(tenant?.tenant_id) };
  await office.ask(tenants.edit, { params, body: { ...PERSON, ...CERTIFICATE, tax_name: 'OTHER NAME' } });
  expect((await office.ask(tax.documents, {}))[0]).toEqual(before);
});

test('a paper of before the registration is byte for byte what it was, whether or not documents are made', {
  tags: ['slow'],
}, async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A1');
  await office.generate('A1', '2026-10');
  const paper = async () =>
    JSON.stringify(await office.ask(invoices.papers, { body: { invoice_ids: ['INV-A1-202610'] } }));
  const pdf = async () => {
    const { rawPayload } = await office.tell(invoices.pdf, { params: { id: 'INV-A1-202610' } });
    // The creation time is removed, and so is the id that the PDF library derives from it.
    return rawPayload.toString('latin1').replaceAll(/\(D:\d+Z\)|\/ID .*/g, '');
  };
  const before = [await paper(), await pdf()];
  await registerCentre(office, { qr_is_read: false });
  await office.let('A2');
  await office.generate('A2', '2026-10');
  expect([await paper(), await pdf()]).toEqual(before);
  await registerCentre(office, { registered_from: null, qr_is_read: false });
  expect([await paper(), await pdf()]).toEqual(before);
});
