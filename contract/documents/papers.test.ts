import { describe, expect, test } from 'vitest';
import { amountInWords } from '#billing/amount-in-words.ts';
import { day, instantOf, monthOf } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { type ListedInvoice, invoices as paths } from '#contract/invoices.ts';
import { type Language, languages } from '#contract/languages.ts';
import { fill } from '#contract/messages/format-message.ts';
import { payments, type Receipt } from '#contract/payments.ts';
import type { Statement } from '#contract/shops.ts';
import type { HowToPay } from '#contract/tax.ts';
import { makePdf } from '#server/documents/make-pdf.ts';
import { drawInvoice } from '#server/features/invoices/draw-invoice.ts';
import { drawReceipt } from '#server/features/payments/draw-receipt.ts';
import { drawPriceSheet } from '#server/features/sharing/draw-price-sheet.ts';
import { drawStatement } from '#server/features/shop-summary/draw-statement.ts';
import { asDrawn, textsIn, textsOfPdf, textsWithoutGlyphs, wordsIn } from '#server/testing/paper-texts.ts';
import { readPdfText } from '#server/testing/pdf.ts';
import documents from '#texts/documents.json' with { type: 'json' };
import { pricePapers } from '#web/site/daily-prices/price-sheet-paper.ts';
import { printedTexts } from '#web/testing/papers.tsx';
import { testLine, testStatement } from '#web/testing/shop-summary.ts';
import { frameIn, friday, fridaysList, siteProduct, testPrice, translatorIn } from '#web/testing/site-market.ts';
import { NO_CHEQUE } from '../cheques.ts';
import { firstVehicleTypes } from '../first-vehicle-types.ts';
import { invoicePaper } from './invoice-paper.ts';
import { type Paper, paperWriter } from './paper.ts';
import type { PricePaperRow } from './price-paper.ts';
import { receiptPaper } from './receipt-paper.ts';
import { shiftPaper } from './shift-paper.ts';
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
        invoice_id: 'INV-A12-202611',
        tenancy_id: 4,
        tenant_name: 'Nimal Perera',
        shop_id: 'A12',
        month_year: '2026-11',
        rent_amount: 8000,
        operation_fee: 2000.25,
        vat_rate: 17.5,
        other_charges: [],
        vat_amount: 1750.04,
        previous_balance: 500.5,
        fines: 2400,
        previous_fines: 2400,
        total_arrears: 11_800,
        total_amount: 25_449.79,
        previous_invoice_total_amount: 12_300,
        status: 'Unpaid',
        total_paid: 0,
        amount_due: 11_750.29,
        language: 'en',
        previous_payment_summary: { last_payment_date: '2026-10-18T05:30:00.000Z', total_paid: 1000.5 },
        printedtime: 0,
        due_date: '2026-12-04',
        rent_due_day: 15,
        fine_rate: 30,
        generated_at: '2026-11-19T20:00:00.000Z',
        createdAt: '2026-10-31T18:30:00.000Z',
        updatedAt: '2026-11-19T20:00:00.000Z',
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
  return { line, name, name_si: 'විදුලිය', name_ta: 'மின்சாரம்', quantity: 120.5, unit, is_vatable: true, amount: 5422.5 };
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
    shop_id: 'A12',
    shop_name: 'Green Leaf Traders',
    location: 'Hall A',
    tenant_name: 'Nimal Perera',
    language: 'en',
    amount: 10_000,
    amount_in_words: 'Ten thousand rupees',
    corrections: [],
    note: '',
    invoice_id: null,
    payment_date: '2026-11-18T05:30:00.000Z',
    payment_method: 'Cash',
    ...NO_CHEQUE,
    filled_debt: 0,
    kept_as_credit: 0,
    settled: [
      { invoice_id: 'INV-A12-202610', month_year: '2026-10', charge: 'VAT', amount: 1980 },
      { invoice_id: 'INV-A12-202610', month_year: '2026-10', charge: 'OperationFee', amount: 1000 },
      { invoice_id: 'INV-A12-202610', month_year: '2026-10', charge: 'Rent', amount: 7000 },
      { invoice_id: 'INV-A12-202610', month_year: '2026-10', charge: 'Fine', amount: 20 },
    ],
    balance_amount: 0,
    still_owed: 1980,
    times_printed: 0,
    recorded_by: 'kumari@example.com',
    received_by: 'Kumari',
    recorded_at: '2026-11-18T18:40:00.000Z',
    tenancy_id: 4,
    voided_at: null,
    voided_by: null,
    voided_by_name: null,
    void_reason: null,
    replaced_by_payment_id: null,
    replaces_payment_id: null,
    audit_code: '0A1B2C3D4E',
    ...more,
  });
}

const correction = { amount: -500, reason: 'Counted twice', date: instantOf(Date.parse('2026-11-19T05:30:00.000Z')) };
const voided = {
  voided_at: instantOf(Date.parse('2026-11-20T05:30:00.000Z')),
  voided_by: 'saman@example.com',
  voided_by_name: 'Saman',
  void_reason: 'Typed twice',
};
const receipts: [string, Partial<Receipt>][] = [
  ['that pays a part', {}],
  ['of a long, a Sinhala and a Tamil name', { shop_name: SINHALA, location: LONG, tenant_name: TAMIL }],
  ['of a vacant shop that pays nothing', { tenant_name: null, settled: [], amount: 0, still_owed: 0 }],
  ['that leaves credit', { settled: [], kept_as_credit: 10_000, balance_amount: 12_345.65, still_owed: 0 }],
  ['of a debt', { settled: [], filled_debt: 10_000, balance_amount: -20, still_owed: 20 }],
  ['corrected twice alike', { corrections: [correction, { ...correction, reason: LONG }, correction] }],
  ['that replaces a void one', { replaces_payment_id: 12_030 }],
  ['of a payment without an entry in the log', { audit_code: null }],
  ['that is void', { ...voided, settled: [], corrections: [correction] }],
  ['that is void for a long reason, and replaced', { ...voided, void_reason: LONG, replaced_by_payment_id: 12_032 }],
  ['printed before, with a note and an invoice', { times_printed: 1, note: LONG, invoice_id: 'INV-A12-202611' }],
];

function inLanguages<More>(
  cases: readonly [string, More][],
  title: string,
  check: (language: Language, more: More) => void,
): void {
  for (const [place, [what, more]] of cases.entries()) {
    for (const [at, language] of languages.entries()) {
      const tags = at === place % languages.length ? [] : ['slow'];
      describe(`${title} in ${language} ${what}`, { tags }, () => check(language, more));
    }
  }
}

const CODE = {
  text: '0002010102122632002817056001MERCHANT00000001T001520493995303144540833630.005802LK5920POLA ECONOMIC CENTRE6008DAMBULLA62170513A12-202610-6363043D74',
  amount: 33_630,
  day: day('2026-10-01'),
};
const HOW_TO_PAY: HowToPay = { reference: 'A12-202610-63', code: CODE };

test('the payment code is on the copy of the customer only, with its amount, day and reference', () => {
  const { copies } = invoicePaper(invoiceWith({}), centre, HOW_TO_PAY);
  expect(copies.map(({ code }) => code?.text)).toEqual([CODE.text, undefined]);
  expect(copies[0]?.foot.slice(-2)).toEqual([
    'LANKAQR: Rs. 33,630.00, as of 1 Oct 2026',
    'Payment reference: A12-202610-63',
  ]);
});

test('without a payment code, the copy of the customer has only the reference, and the office copy has neither', () => {
  const { copies } = invoicePaper(invoiceWith({}), centre, { ...HOW_TO_PAY, code: null });
  expect(copies.map(({ code }) => code)).toEqual([undefined, undefined]);
  expect(copies.map(({ foot }) => foot.slice(2))).toEqual([['Payment reference: A12-202610-63'], []]);
});

inLanguages(invoices, 'an invoice', (language, more) => {
  const invoice = invoiceWith({ ...more, language });
  const paper = invoicePaper(invoice, centre, HOW_TO_PAY);
  const print = printedTexts.invoice(paper);
  const pdf = drawInvoice(paper, centre.name);
  comparePrintAndPdf(paper, print, pdf);
});

inLanguages(receipts, 'a receipt', (language, more) => {
  const receipt = receiptWith({ ...more, language, amount_in_words: amountInWords(cents(1_234_565), language) });
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
const transfers = Array.from({ length: 90 }, (_, at) =>
  testLine({
    paper_text: at % 2 ? 'கொடுப்பனவு 12031, வங்கிப் பணமாற்றம்' : 'අවලංගු ගෙවීම 12031, බැංකු මාරු කිරීම',
    balance: -1_234_567.5,
  }),
);
const statements: [string, Statement][] = [
  ['of a usual period', testStatement(usualLines, { from: day('2026-11-01'), to: today, opening_balance: -0.5 })],
  ['of many transfers', testStatement(transfers, {})],
  ['with a payment code', testStatement(usualLines, { how_to_pay: HOW_TO_PAY })],
  ['whose payment code needs a page', testStatement(transfers.slice(0, 33), { how_to_pay: HOW_TO_PAY })],
  ['without a line', testStatement([], { from: day('2026-11-01') })],
  [
    'of many pages, a long, a Sinhala and a Tamil name, and a tenancy that ended',
    testStatement(manyLines, {
      shop_name: SINHALA,
      location: LONG,
      tenant_name: TAMIL,
      tenant_address: `${LONG} ${SINHALA}`,
      to: today,
      ended_on: day('2026-10-31'),
    }),
  ],
];

inLanguages(statements, 'a statement', (language, given) => {
  const statement = { ...given, language };
  const paper = statementPaper(statement);
  const texts = paper.pages.flatMap(({ code: _, ...page }) => textsIn(page));
  compareTexts(paper, texts, {
    print: printedTexts.statement(paper),
    pdf: drawStatement(statement),
  });

  test('the PDF has as many pages as the paper', async () => {
    expect(await readPdfText(await makePdf(drawStatement(statement)))).toHaveLength(paper.pages.length);
  });
});

type Definition = Parameters<typeof makePdf>[0];

function comparePrintAndPdf(paper: Paper, print: string[], pdf: Definition): void {
  const texts = paper.copies.flatMap(({ code: _, ...copy }) => textsIn(copy));
  compareTexts(paper, texts, { print, pdf });
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
    expect(textsWithoutGlyphs(pdf.content)).toEqual([]);
  });

  test('the text read from the PDF has every word and figure in order, its vowel signs in any', async () => {
    const drawn = (await readPdfText(await makePdf(pdf))).join('\n');
    expect(wordsIn(drawn)).toBe(wordsIn(texts.join('\n')));
  });
}

const types = firstVehicleTypes.map((type) => ({ ...type, former_names: [] }));

const lorry: PrintedTicket = {
  number: 'V17',
  deviceNumber: 'K-9',
  rupees: 1150,
  vehicle: { type: 'Lorry', number: 'WP CAB-1234' },
  issuedAt: instantOf(Date.parse('2026-11-20T19:00:12.000Z')),
  byWhom: 'kumari@example.com',
};

const tickets: [string, Partial<PrintedTicket>][] = [
  ['of a lorry', {}],
  ['of sanitation', { number: 'T20_5', vehicle: null, deviceNumber: null, rupees: 20 }],
  ['that has only the number of its device, free of charge', { number: 'K-9', rupees: 0 }],
  ['of a vehicle with a long Sinhala number', { vehicle: { type: 'Van', number: `${SINHALA} ශ්‍රී 1234` }, byWhom: LONG }],
];

inLanguages(tickets, 'a ticket', (language, more) => {
  test('is printed with the texts of its document', () => {
    const issue = { centre: 'Pola Economic Centre', origin: 'https://pola.example', language, types };
    const paper = ticketPaper({ ...lorry, ...more }, issue);
    expect(printedTexts.ticket(paper)).toEqual(paper.lines.map(({ text }) => text));
  });
});

test.each(languages)('the slip of a shift in %s is printed with the texts of its document', (language) => {
  const split = [
    { kind: '100', ticket_count: 3, ticket_sum: 300, void_count: 0 },
    { kind: 'Three-Wheeler', ticket_count: 12, ticket_sum: 1650, void_count: 2 },
  ] as const;
  const shift = {
    id: '0198c7a2-0000-7000-8000-000000000001',
    byWhom: LONG,
    device: 'K',
    split: [...split],
    isSent: false,
    openedAt: lorry.issuedAt,
    closedAt: lorry.issuedAt,
    opening: 500,
    expected: 2450,
    counted: 2400.5,
    reason: SINHALA,
  };
  const paper = shiftPaper(shift, { centre: 'Pola Economic Centre', language, types });
  expect(printedTexts.shift(paper)).toEqual(
    paper.lines.flatMap(({ text, amount }) => (amount ? [text, amount] : [text])),
  );
  expect(paper.lines.find(({ amount }) => amount === '49.50')?.text).toBe(
    { en: 'Short', si: 'අඩු', ta: 'குறைவு' }[language],
  );
});

const manyRows = Array.from({ length: 130 }, (_, at) =>
  testPrice(siteProduct(at + 1, { name: `${LONG} ${at}`, name_si: at % 2 ? SINHALA : '' }), at, 1_200_000.5),
);

describe.each(languages.flatMap((language) => [fridaysList, manyRows].map((rows) => ({ language, rows }))))(
  'the price sheet of $rows.length products in $language',
  async ({ language, rows }) => {
    const data = { date: friday, rows };
    const papers = pricePapers(data, frameIn(language, '/').centre.name[language], translatorIn(language));
    const pdf = await drawPriceSheet(papers);
    const textsWith = (write: (row: PricePaperRow) => string[]) =>
      papers.flatMap(({ head, columns, ...heading }) => [
        ...textsIn(heading),
        ...columns.flatMap((column) => [
          ...textsIn(head),
          ...column.flatMap((row) => (row ? write(row).filter(Boolean) : [])),
        ]),
      ]);

    test('the print and the PDF have the same text, line by line', () => {
      expect(printedTexts.prices(data, language)).toEqual(
        textsWith(({ number, name, unit, min, max }) => [number, name, unit, min, max]),
      );
      const texts = textsWith(({ number, name, unit, min, max }) => [number, `${name} ${unit}`.trim(), min, max]);
      const drawn = textsOfPdf(pdf.content).flatMap((text) => text.split(' · '));
      expect(drawn).toEqual(texts.map(asDrawn));
      expect(textsWithoutGlyphs(pdf.content)).toEqual([]);
    });

    test('the text read from the PDF has every word and figure in order, on as many pages as the print', async () => {
      const pages = await readPdfText(await makePdf(pdf));
      expect(pages).toHaveLength(papers.length);
      const texts = textsWith(({ number, name, unit, min, max }) => [number, name, unit, min, max]).join('\n');
      const [read, wanted] = [pages.join('\n'), texts].map((text) => wordsIn(text.replaceAll('·', '')));
      expect(read).toBe(wanted);
    });
  },
);

test.each(languages)(
  'an invoice with two other charges, and a receipt of four, are on one page in %s',
  async (language) => {
    const other_charges = [chargeOf(1, 'Electricity', 'kWh'), chargeOf(2, 'Water', 'm3')];
    const paper = invoicePaper(invoiceWith({ language, other_charges }), centre, HOW_TO_PAY);
    const invoice = drawInvoice(paper, centre.name);
    const receipt = drawReceipt(receiptWith({ language }), today);
    for (const paper of [invoice, receipt]) expect(await readPdfText(await makePdf(paper))).toHaveLength(1);
  },
);

describe.each([
  { language: 'si', month: '2026 නොවැම්බර්', day: '2026 නොවැම්බර් 20', short: '2026 නොවැ 1', amount: 'රු. 11,800.00' },
  { language: 'ta', month: '2026 நவம்பர்', day: '2026 நவம்பர் 20', short: '2026 நவ. 1', amount: 'ரூ. 11,800.00' },
] as const)('in $language', ({ language, month, day: writtenDay, short, amount }) => {
  const write = paperWriter(language);
  const textOf = (key: keyof (typeof documents)['paper'], values = {}) =>
    fill(documents.paper, { key, values }, language);

  test('an invoice has the texts of its catalogue, the month in full, and the charge by its name in that language', () => {
    const charge = chargeOf(1, 'Electricity', 'kWh');
    const [copy] = invoicePaper(invoiceWith({ language, other_charges: [charge] }), centre).copies;
    expect(copy?.title[0]).toBe(textOf('documents.invoice.title', { month }));
    expect(copy?.lines.map(({ text }) => text)).toContain(`${language === 'si' ? 'විදුලිය' : 'மின்சாரம்'}, 120.5 kWh`);
    expect(copy?.facts[1]).toEqual({ label: textOf('documents.invoice.issued'), text: writtenDay });
    expect(copy?.terms).toContain(textOf('documents.invoice.late', { day: 15, rate: 30 }));
  });

  test('a charge without a name in that language keeps the name that the office gave it', () => {
    const charge = { ...chargeOf(1, 'Electricity', ''), name_si: '', name_ta: '' };
    const [copy] = invoicePaper(invoiceWith({ language, other_charges: [charge] }), centre).copies;
    expect(copy?.lines.map(({ text }) => text)).toContain('Electricity');
  });

  test('a receipt names the method, the charges and the day in that language', () => {
    const fine = { invoice_id: 'INV-A12-202611', month_year: monthOf(today), charge: 'Fine', amount: 20 } as const;
    const receipt = receiptWith({ language, settled: [fine], payment_method: 'Bank Transfer' });
    const [copy] = receiptPaper(receipt, { isCopy: true, today }).copies;
    expect(copy?.mark).toBe(textOf('documents.receipt.copy'));
    expect(copy?.facts.map(({ text }) => text)).toContain(language === 'si' ? 'බැංකු මාරු කිරීම' : 'வங்கிப் பணமாற்றம்');
    expect(copy?.lines[0]?.text).toBe(
      write.text('documents.receipt.charge', {
        charge: write.word('charge', 'Fine'),
        month,
        invoice: 'INV-A12-202611',
      }),
    );
    expect(copy?.totals.at(-1)?.text).toContain(writtenDay);
  });

  test('a statement has short days in its table and full ones in its sentences', () => {
    const [page] = statementPaper(
      testStatement([testLine({ paper_text: textOf('documents.receipt.date') })], { language }),
    ).pages;
    expect(page?.rows[1]).toMatchObject({ date: short, text: textOf('documents.receipt.date') });
    expect(page?.result).toContain(writtenDay);
    expect(page?.result).toContain(amount);
  });

  test('a ticket names the vehicle, the price and the time in that language', () => {
    const issue = { centre: 'Pola Economic Centre', origin: 'https://pola.example', language, types };
    const texts = ticketPaper(lorry, issue).lines.map(({ text }) => text);
    expect(texts).toContain(language === 'si' ? 'ටිකට්පත: ලොරිය' : 'சீட்டு: லொறி');
    expect(texts).toContain(language === 'si' ? 'රු. 1,150.00' : 'ரூ. 1,150.00');
    expect(texts).toContain(`${short.slice(0, -1)}21, 00:30:12`);
  });
});
