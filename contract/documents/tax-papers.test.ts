import { describe, expect, test } from 'vitest';
import { type PrintedTaxDocument, printedTaxDocument } from '#contract/tax.ts';
import { makePdf } from '#server/documents/make-pdf.ts';
import { drawTaxDocument } from '#server/features/tax/draw-document.ts';
import { asDrawn, textsIn, textsOfPdf, wordsIn } from '#server/testing/paper-texts.ts';
import { readPdfText } from '#server/testing/pdf.ts';
import { printedTexts } from '#web/testing/papers.tsx';
import { taxInvoicePaper } from './tax-invoice-paper.ts';

const SINHALA = 'ශ්‍රී ක්ෂේම වෙළඳසැල (කර්‍මාන්ත)';
const TAMIL = 'ஸ்ரீதரன் & க்ஷத்ரியன்';
const LONG = 'Upper floor, behind the <scales>, "Hall A" '.repeat(3).trim();
const CODE =
  '000201010212262817056001MERCHANT00000001T001520493995303144540833630.005802LK5920POLA ECONOMIC CENTRE6008DAMBULLA62170513A12-202610-636304A26B';

const base = printedTaxDocument.parse({
  document_id: 1,
  invoice_id: 'INV-A12-202610',
  shop_id: 'A12',
  tenancy_id: 1,
  kind: 'invoice',
  title: 'TAX INVOICE',
  serial: '26OCT_POLA_00001',
  issued_on: '2026-10-01',
  supplied_on: '2026-10-01',
  language: 'en',
  supplier: { tin: '900000001', name: 'Pola Economic Centre', address: 'Example Road, Dambulla' },
  purchaser: { tin: '900000019', name: 'EXAMPLE TRADERS', address: '1 Example Street, Dambulla' },
  lines: [
    { text: 'Rent for shop A12, October 2026', quantity: '1 month', value: 25_000 },
    { text: 'Operation fee for shop A12, October 2026', quantity: '1 month', value: 3500 },
  ],
  vat_rate: 18,
  shows_vat: true,
  value: 28_500,
  vat: 5130,
  total: 33_630,
  place_of_supply: null,
  total_in_words: 'Thirty-three thousand six hundred and thirty rupees',
  statement: {
    unpaid_of_earlier_months: 13_630,
    fines: 4089,
    balance: 0,
    bill: 33_630,
    other_charges: 0,
    rounding: 0,
    to_pay: 51_349,
    due_date: '2026-10-15',
    reference: 'A12-202610-63',
  },
  original: null,
  reason: '',
  prints: 0,
  issued_at: '2026-10-01T03:00:00.000Z',
  issued_by: 'a@example.com',
  replaced_by: null,
  may_be_tax_invoice: false,
  marks: { upper: 'ORIGINAL', lower: "SUPPLIER'S COPY" },
  code: { text: CODE, amount: 51_349, day: '2026-10-01' },
});

const box = base.statement;
if (!box) throw new Error('no statement');
const note: Partial<PrintedTaxDocument> = {
  kind: 'credit note',
  title: 'TAX CREDIT NOTE',
  serial: '26OCT_POLACN_00001',
  statement: null,
  code: null,
  original: { serial: base.serial, issued_on: base.issued_on },
  reason: 'Wrong rent',
};

const documents: [string, Partial<PrintedTaxDocument>][] = [
  ['of a registered tenant', {}],
  ['with Sinhala beside the English', { language: 'si' }],
  [
    'with Tamil beside the English, and four charges',
    {
      language: 'ta',
      lines: [...base.lines, ...base.lines.map((line) => ({ ...line, quantity: '120 kWh' }))],
      statement: { ...box, balance: -300, other_charges: 750, rounding: -0.23 },
    },
  ],
  ['printed again', { marks: { upper: 'COPY ONLY', lower: 'COPY ONLY' }, prints: 3 }],
  ['without code or reference', { code: null, statement: { ...box, reference: null } }],
  [
    'with a credit, other charges and rounding',
    { statement: { ...box, balance: 500.5, other_charges: 750, rounding: -0.23 } },
  ],
  ['with a debt and a place of supply', { statement: { ...box, balance: -300 }, place_of_supply: 'Dambulla' }],
  [
    'of long, Sinhala and Tamil names',
    {
      supplier: { ...base.supplier, name: SINHALA, address: LONG },
      purchaser: { ...base.purchaser, name: TAMIL, address: `${LONG} ${SINHALA}` },
    },
  ],
  [
    'of a tenant who is not registered',
    {
      title: 'INVOICE',
      serial: 'INV-B07-202610',
      purchaser: { tin: null, name: 'EXAMPLE TENANT', address: 'Shop B07' },
    },
  ],
  ['without VAT or words', { title: 'INVOICE', shows_vat: false, vat: 0, vat_rate: 0, total_in_words: null }],
  ['that credits', note],
  ['that debits', { ...note, kind: 'debit note', title: 'TAX DEBIT NOTE', reason: LONG }],
];

describe.each(documents)('a tax document %s', (_, more) => {
  const document = { ...base, ...more };
  const paper = taxInvoicePaper(document);
  const pdf = drawTaxDocument(document);
  const texts = paper.copies.flatMap(({ statement, ...copy }) => {
    const { code: _, ...printed } = statement ?? {};
    return textsIn({ ...copy, printed });
  });

  test('the print and the PDF have the same text, line by line', () => {
    expect(printedTexts.tax(paper)).toEqual(texts);
    expect(textsOfPdf(pdf.content)).toEqual(texts.map(asDrawn));
    expect(pdf.info?.title).toBe(paper.name);
  });

  test('both halves are on one page, with every word and figure in order, its vowel signs in any', async () => {
    const pages = await readPdfText(await makePdf(pdf));
    expect(pages).toHaveLength(1);
    expect(wordsIn(pages.join('\n'))).toBe(wordsIn(texts.join('\n')));
  });
});
