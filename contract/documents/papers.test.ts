import { describe, expect, test } from 'vitest';
import { day, instantOf } from '#billing/calendar.ts';
import { type ListedInvoice, invoices as paths } from '#contract/invoices.ts';
import type { Language } from '#contract/languages.ts';
import { payments, type Receipt } from '#contract/payments.ts';
import type { Statement } from '#contract/shops.ts';
import { makePdf } from '#server/documents/make-pdf.ts';
import { drawInvoice } from '#server/features/invoices/draw-invoice.ts';
import { drawReceipt } from '#server/features/payments/draw-receipt.ts';
import { drawStatement } from '#server/features/shop-summary/draw-statement.ts';
import { asDrawn, latin, textsIn, textsOfPdf } from '#server/testing/paper-texts.ts';
import { readPdfText } from '#server/testing/pdf.ts';
import { pricePapers } from '#web/site/daily-prices/price-sheet-paper.ts';
import { printedTexts } from '#web/testing/papers.tsx';
import { testLine, testStatement } from '#web/testing/shop-summary.ts';
import { frameIn, friday, fridaysList, siteProduct, speechIn, testPrice } from '#web/testing/site-market.ts';
import { invoicePaper } from './invoice-paper.ts';
import type { Paper } from './paper.ts';
import { receiptPaper } from './receipt-paper.ts';
import { statementPaper } from './statement-paper.ts';
import { type PrintedTicket, ticketPaper } from './ticket-paper.ts';

const SINHALA = 'ශ්‍රී ක්ෂේම වෙළඳසැල (කර්‍මාන්ත)';
const TAMIL = 'ஸ்ரீதரன் & க்ஷத்ரியன்';
const LONG = 'Upper floor, behind the <scales>, "Hall A" '.repeat(3).trim();
const today = day('2026-11-20');

const centre = {
  name: 'Pola Economic Centre',
  address: 'Example Road, Dambulla',
  phones: ['000 000 0001', '000 000 0002'],
  vat_registration: '000000000-0000',
  bank: "Example State Bank, current account 0000, tenant's branch",
};

function invoiceWith(more: Partial<ListedInvoice>): ListedInvoice {
  const [invoice] = paths.papers.answer.parse({
    centre,
    invoices: [
      {
        ...{ invoice_id: 'INV-A12-202611', tenancy_id: 4, tenant_name: 'Nimal Perera' },
        ...{ shop_id: 'A12', month_year: '2026-11', rent_amount: 8000, operation_fee: 2000.25, vat_rate: 17.5 },
        other_charges: [],
        ...{ vat_amount: 1750.04, previous_balance: 500.5, fines: 2400, previous_fines: 2400, total_arrears: 11_800 },
        ...{ total_amount: 25_449.79, previous_invoice_total_amount: 12_300, status: 'Unpaid', total_paid: 0 },
        amount_due: 11_750.29,
        previous_payment_summary: { last_payment_date: '2026-10-18T05:30:00.000Z', total_paid: 1000.5 },
        ...{ printedtime: 0, due_date: '2026-12-04', generated_at: '2026-11-19T20:00:00.000Z' },
        ...{ createdAt: '2026-10-31T18:30:00.000Z', updatedAt: '2026-11-19T20:00:00.000Z' },
        Shop: shopOf('Green Leaf Traders', 'Hall A', { name: 'Nimal Perera', contact: '077 000 0001', email: null }),
        ...more,
      },
    ],
  }).invoices;
  if (!invoice) throw new Error('no invoice');
  return invoice;
}

function shopOf(shop_name: string, location: string, Tenant: ListedInvoice['Shop']['Tenant']): ListedInvoice['Shop'] {
  return { shop_name, location, Tenant };
}

function chargeOf(line: number, name: string, unit: string): ListedInvoice['other_charges'][number] {
  return { line, name, name_si: '', name_ta: '', quantity: 120.5, unit, is_vatable: true, amount: 5422.5 };
}

const nothing = { rent_amount: 0, operation_fee: 0, vat_rate: 0, vat_amount: 0, total_amount: 0 };
const neverPaid = { last_payment_date: null, total_paid: 0 };
const invoices: [string, Partial<ListedInvoice>][] = [
  ['of a usual month', {}],
  ['with other charges', { other_charges: [chargeOf(1, 'Electricity', 'kWh'), chargeOf(2, SINHALA, '')] }],
  [
    'of a long, a Sinhala and a Tamil name',
    { Shop: shopOf(`${LONG} ${SINHALA}`, LONG, person(TAMIL, '0'.repeat(60))) },
  ],
  ['of a vacant shop without VAT, and all amounts 0', { ...nothing, Shop: shopOf('Corner shop', 'Hall B', null) }],
  [
    'of a tenant without contact, in arrears',
    { status: 'Arrears', fines: 0, Shop: shopOf('Stall', 'B', person('N', '')) },
  ],
  ['partly paid', { status: 'Partially Paid', total_paid: 1750.04, printedtime: 2 }],
  ['overpaid before: nothing to pay', { previous_balance: 90_000.05, total_amount: 0, status: 'Paid' }],
  ['with a debt and no payment before', { previous_balance: -300, previous_payment_summary: neverPaid }],
];

function person(name: string, contact: string) {
  return { name, contact, email: null };
}

function receiptWith(more: Partial<Receipt>): Receipt {
  return payments.receipt.answer.parse({
    payment_id: 12_031,
    centre: { name: 'Pola Economic Centre', address: 'Example Road', phone: '000 000 0001' },
    ...{ shop_id: 'A12', shop_name: 'Green Leaf Traders', location: 'Hall A', tenant_name: 'Nimal Perera' },
    ...{ amount: 10_000, amount_in_words: 'Ten thousand rupees', corrections: [], note: '', invoice_id: null },
    ...{ payment_date: '2026-11-18T05:30:00.000Z', payment_method: 'Cash', filled_debt: 0, kept_as_credit: 0 },
    settled: [
      { invoice_id: 'INV-A12-202610', month_year: '2026-10', charge: 'VAT', amount: 1980 },
      { invoice_id: 'INV-A12-202610', month_year: '2026-10', charge: 'OperationFee', amount: 1000 },
      { invoice_id: 'INV-A12-202610', month_year: '2026-10', charge: 'Rent', amount: 7000 },
      { invoice_id: 'INV-A12-202610', month_year: '2026-10', charge: 'Fine', amount: 20 },
    ],
    ...{ balance_amount: 0, still_owed: 1980, times_printed: 0 },
    ...{ recorded_by: 'kumari@example.com', recorded_at: '2026-11-18T18:40:00.000Z', tenancy_id: 4 },
    ...{ voided_at: null, voided_by: null, void_reason: null },
    ...{ replaced_by_payment_id: null, replaces_payment_id: null },
    ...more,
  });
}

const correction = { amount: -500, reason: 'Counted twice', date: instantOf(Date.parse('2026-11-19T05:30:00.000Z')) };
const voided = {
  voided_at: instantOf(Date.parse('2026-11-20T05:30:00.000Z')),
  ...{ voided_by: 'saman@example.com', void_reason: 'Typed twice' },
};
const receipts: [string, Partial<Receipt>][] = [
  ['that pays a part', {}],
  ['of a long, a Sinhala and a Tamil name', { shop_name: SINHALA, location: LONG, tenant_name: TAMIL }],
  ['of a vacant shop that pays nothing', { tenant_name: null, settled: [], amount: 0, still_owed: 0 }],
  ['that leaves credit', { settled: [], kept_as_credit: 10_000, balance_amount: 12_345.65, still_owed: 0 }],
  ['of a debt', { settled: [], filled_debt: 10_000, balance_amount: -20, still_owed: 20 }],
  ['corrected twice alike', { corrections: [correction, { ...correction, reason: LONG }, correction] }],
  ['that replaces a void one', { replaces_payment_id: 12_030 }],
  ['that is void', { ...voided, settled: [], corrections: [correction] }],
  ['that is void for a long reason, and replaced', { ...voided, void_reason: LONG, replaced_by_payment_id: 12_032 }],
  ['printed before, with a note and an invoice', { times_printed: 1, note: LONG, invoice_id: 'INV-A12-202611' }],
];

describe.each(invoices)('an invoice %s', (_, more) => {
  const invoice = invoiceWith(more);
  const paper = invoicePaper(invoice, centre);
  const print = printedTexts.invoice(paper);
  const pdf = drawInvoice(invoice, centre);
  comparePrintAndPdf(paper, print, pdf);
});

describe.each(receipts)('a receipt %s', (_, more) => {
  const receipt = receiptWith(more);
  const paper = receiptPaper(receipt, { isCopy: receipt.times_printed > 0, today });
  comparePrintAndPdf(paper, printedTexts.receipt(paper), drawReceipt(receipt, today));
});

const usualLines = [
  testLine(),
  testLine({ kind: 'payment', text: 'Payment 31, Cash', charged: null, paid: 12_000.5, balance: 200.5 }),
];
const manyLines = Array.from({ length: 150 }, (_, at) =>
  testLine({ text: at % 3 ? `Invoice ${at}` : `${LONG} ${SINHALA} ${at}`, charged: 999_999_999.99, balance: -at }),
);
const statements: [string, Statement][] = [
  ['of a usual period', testStatement(usualLines, { from: day('2026-11-01'), to: today, opening_balance: -0.5 })],
  ['without a line', testStatement([], { from: day('2026-11-01') })],
  [
    'of many pages, a long, a Sinhala and a Tamil name, and a tenancy that ended',
    testStatement(manyLines, {
      ...{ shop_name: SINHALA, location: LONG, tenant_name: TAMIL, tenant_address: `${LONG} ${SINHALA}` },
      ...{ to: today, ended_on: day('2026-10-31') },
    }),
  ],
];

describe.each(statements)('a statement %s', (_, statement) => {
  const paper = statementPaper(statement);
  compareTexts(paper, paper.pages.flatMap(textsIn), {
    print: printedTexts.statement(paper),
    pdf: drawStatement(statement),
  });

  test('the PDF has as many pages as the paper', async () => {
    expect(await readPdfText(await makePdf(drawStatement(statement)))).toHaveLength(paper.pages.length);
  });
});

type Definition = Parameters<typeof makePdf>[0];

function comparePrintAndPdf(paper: Paper, print: string[], pdf: Definition): void {
  compareTexts(paper, paper.copies.flatMap(textsIn), { print, pdf });
}

function compareTexts(
  paper: { name: string },
  texts: readonly string[],
  { print, pdf }: { print: string[]; pdf: Definition },
): void {
  test('the print and the PDF have the same text, line by line', () => {
    expect(print).toEqual(texts);
    expect(textsOfPdf(pdf.content)).toEqual(texts.map(asDrawn));
    expect(pdf.info?.title).toBe(paper.name);
  });

  test('every Latin text and figure is drawn on the page, in the same order', async () => {
    const drawn = (await readPdfText(await makePdf(pdf))).join('');
    expect(latin(drawn)).toBe(latin(texts.join('')));
  });
}

const lorry: PrintedTicket = {
  ...{ number: 'V17', deviceNumber: 'K-9', kind: 'Lorry', vehicleNumber: 'WP CAB-1234', rupees: 1150 },
  issuedAt: instantOf(Date.parse('2026-11-20T19:00:12.000Z')),
  byWhom: 'kumari@example.com',
};

test.each<[string, Partial<PrintedTicket>]>([
  ['of a lorry', {}],
  ['of sanitation', { number: 'T20_5', kind: 'Sanitation', vehicleNumber: null, deviceNumber: null, rupees: 20 }],
  ['that has only the number of its device, free of charge', { number: 'K-9', rupees: 0 }],
  ['of a vehicle with a long Sinhala number', { vehicleNumber: `${SINHALA} ශ්‍රී 1234`, byWhom: LONG }],
])('a ticket %s is printed with the texts of its document', (_, more) => {
  const paper = ticketPaper({ ...lorry, ...more }, 'Pola Economic Centre', 'https://pola.example');
  expect(printedTexts.ticket(paper)).toEqual(paper.lines.map(({ text }) => text));
});

const manyRows = Array.from({ length: 130 }, (_, at) =>
  testPrice(siteProduct(at + 1, { name: `${LONG} ${at}`, name_si: at % 2 ? SINHALA : '' }), at, 1_200_000.5),
);

test.each(
  (['en', 'si', 'ta'] satisfies Language[]).flatMap((language) => [
    { language, rows: fridaysList },
    { language, rows: manyRows },
  ]),
)(
  'the price sheet of $rows.length products in $language is printed with the texts of its document',
  ({ language, rows }) => {
    const data = { date: friday, rows };
    const pages = pricePapers(data, frameIn(language, '/').centre.name[language], speechIn(language));
    const texts = pages.flatMap(({ head, columns, ...heading }) => [
      ...textsIn(heading),
      ...columns.flatMap((column) => [
        ...textsIn(head),
        ...column.flatMap((row) => (row ? textsIn({ ...row, lang: undefined }) : [])),
      ]),
    ]);
    expect(printedTexts.prices(data, language)).toEqual(texts);
  },
);
