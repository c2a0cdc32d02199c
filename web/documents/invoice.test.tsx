import { cleanup, render, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { day, instantOf } from '#billing/calendar.ts';
import { NO_CHEQUE } from '#contract/cheques.ts';
import { invoicePaper } from '#contract/documents/invoice-paper.ts';
import { receiptPaper } from '#contract/documents/receipt-paper.ts';
import { invoices, type ListedInvoice } from '#contract/invoices.ts';
import { payments, type Receipt } from '#contract/payments.ts';
import { InvoiceSheet, ReceiptSheet } from './paper.tsx';

const { centre, invoices: sheets } = invoices.papers.answer.parse({
  centre: {
    name: 'Pola Economic Centre',
    address: 'Example Road, Dambulla',
    phones: ['000 000 0001', '000 000 0002'],
    vat_registration: '000000000-0000',
    bank: 'Example State Bank, current account 0000',
  },
  invoices: [
    {
      invoice_id: 'INV-A12-202611',
      shop_id: 'A12',
      tenancy_id: 1,
      tenant_name: 'නිමල් පෙරේරා',
      month_year: '2026-11',
      rent_amount: 8000,
      operation_fee: 2000.25,
      vat_rate: 17.5,
      vat_amount: 1750.04,
      previous_balance: 500.5,
      fines: 2400,
      previous_fines: 2400,
      total_arrears: 11_800,
      other_charges: [],
      total_amount: 25_449.79,
      previous_invoice_total_amount: 12_300,
      previous_payment_summary: { last_payment_date: '2026-10-18T05:30:00.000Z', total_paid: 1000.5 },
      status: 'Unpaid',
      total_paid: 0,
      amount_due: 11_750.29,
      language: 'en',
      printedtime: 0,
      due_date: '2026-12-04',
      rent_due_day: 15,
      fine_rate: 30,
      generated_at: '2026-11-19T20:00:00.000Z',
      createdAt: '2026-10-31T18:30:00.000Z',
      updatedAt: '2026-11-19T20:00:00.000Z',
      Shop: {
        shop_name: 'Green Leaf Traders',
        location: 'Hall A',
        Tenant: { name: 'නිමල් පෙරේරා', contact: '077 000 0001', email: null },
      },
    },
  ],
});

function show(more: Partial<ListedInvoice> = {}): void {
  for (const invoice of sheets) render(<InvoiceSheet paper={invoicePaper({ ...invoice, ...more }, centre)} />);
}
const copyOf = (name: string) => within(screen.getByRole('article', { name }));
const linesOf = (name: string) =>
  copyOf(name)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test("the customer's copy is above the office's, and both have the same text", () => {
  show();
  const [first, second] = screen.getAllByRole('article', { name: /Copy$/ });
  expect([first?.getAttribute('aria-label'), second?.getAttribute('aria-label')]).toEqual([
    'Customer Copy',
    'Office Copy',
  ]);
  expect(second?.textContent).toBe(first?.textContent?.replace('Customer Copy', 'Office Copy'));
});

test('a copy names market, VAT registration, invoice, month, shop, tenant, and when it was issued and is due', () => {
  show();
  const copy = copyOf('Customer Copy');
  for (const text of [
    'Pola Economic Centre',
    'Example Road, Dambulla',
    'VAT Registration No. 000000000-0000',
    'Invoice Nov 2026',
    'INV-A12-202611',
    'A12, Green Leaf Traders',
    'Hall A',
    'නිමල් පෙරේරා',
    '077 000 0001',
    '20 Nov 2026',
    '4 Dec 2026',
  ])
    copy.getByText(text);
});

test('the lines lead to the total, as the ledger was when the invoice was generated', () => {
  show();
  expect(linesOf('Office Copy')).toEqual([
    ['For', 'Rs.'],
    ['Rent Amount', '8,000.00'],
    ['Operation Fee', '2,000.25'],
    ['VAT (17.5%)', '1,750.04'],
    ['Total Arrears', '11,800.00'],
    ['Total Fines', '2,400.00'],
    ['Previous Balance, credit (deducted)', '500.50'],
    ['Total Amount', 'Rs. 25,449.79'],
  ]);
  const remark =
    'Fines Prev Month 2,400.00 · Prev Total 12,300.00 · Prev Total Paid 1,000.50 · Prev Payment Date 18 Oct 2026';
  copyOf('Office Copy').getByText(remark);
});

test('the first invoice of a shop has no lines of an earlier month, and a debt is added, not subtracted', () => {
  const nothingPaid = { last_payment_date: null, total_paid: 0 };
  show({ previous_balance: -300, fines: 0, previous_fines: 0, previous_payment_summary: nothingPaid });
  const lines = linesOf('Customer Copy');
  expect(lines).toContainEqual(['Total Fines', '0.00']);
  expect(lines).toContainEqual(['Previous Balance, debt (added)', '300.00']);
  const remark = 'Fines Prev Month 0.00 · Prev Total 12,300.00 · Prev Total Paid 0.00 · Prev Payment Date –';
  copyOf('Customer Copy').getByText(remark);
});

test('without a balance nothing is subtracted, and without a tenant the place is empty', () => {
  show({ previous_balance: 0, Shop: { shop_name: 'Corner shop', location: 'Hall B', Tenant: null } });
  expect(linesOf('Customer Copy')).toContainEqual(['Previous Balance', '0.00']);
  expect(copyOf('Customer Copy').getAllByText('–')).toHaveLength(2);
});

test('a copy says when rent is due, what happens when it is late, where to pay and whom to ask', () => {
  show();
  const copy = copyOf('Customer Copy');
  for (const text of [
    'Pay by 4 Dec 2026.',
    'Rent due before the 15th of the month, otherwise a 30% fine.',
    'Payments to: Example State Bank, current account 0000',
    'Management office: 000 000 0001, 000 000 0002',
  ])
    copy.getByText(text);
});

describe('receipt', () => {
  const base: Receipt = payments.receipt.answer.parse({
    payment_id: 31,
    centre: { name: 'Pola Economic Centre', address: 'Example Road', phone: '000 000 0001' },
    shop_id: 'A12',
    shop_name: 'Green Leaf Traders',
    location: 'Hall A',
    tenant_name: 'Nimal Perera',
    amount: 10_000,
    language: 'en',
    amount_in_words: 'Ten thousand rupees',
    corrections: [{ amount: -500, reason: 'Counted twice', date: '2026-11-19T05:30:00.000Z' }],
    payment_date: '2026-11-18T05:30:00.000Z',
    payment_method: 'Cash',
    ...NO_CHEQUE,
    note: '',
    invoice_id: null,
    settled: [
      { invoice_id: 'INV-A12-202610', month_year: '2026-10', charge: 'VAT', amount: 1980 },
      { invoice_id: 'INV-A12-202610', month_year: '2026-10', charge: 'OperationFee', amount: 1000 },
    ],
    filled_debt: 0,
    kept_as_credit: 7020,
    balance_amount: 7020,
    still_owed: 0,
    recorded_by: 'kumari@example.com',
    received_by: 'Kumari',
    recorded_at: '2026-11-18T06:00:00.000Z',
    times_printed: 0,
    tenancy_id: 4,
    voided_at: null,
    voided_by: null,
    voided_by_name: null,
    void_reason: null,
    replaced_by_payment_id: null,
    replaces_payment_id: null,
    audit_code: '0A1B2C3D4E',
  });

  function show(more: Partial<Receipt> = {}, isCopy = false) {
    const today = day('2026-11-20');
    render(<ReceiptSheet paper={receiptPaper({ ...base, ...more }, { isCopy, today })} />);
  }
  const linesOf = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));

  test('a receipt names the market, the payment, the shop, the tenant, and the amount in figures and in words', () => {
    show();
    for (const text of ['Pola Economic Centre', 'Receipt No. 31', 'A12, Green Leaf Traders, Hall A', 'Nimal Perera'])
      screen.getByText(text);
    screen.getByText('Received Rs. 10,000.00');
    screen.getByText('Ten thousand rupees');
    screen.getByText('18 Nov 2026');
    screen.getByText('Received by Kumari, 18 Nov 2026, 11:30:00');
    screen.getByText('Audit code 0A1B2C3D4E');
  });

  const OWED = 'Amount due as of 20 Nov 2026';

  test('the receipt shows line by line what was covered, credited and corrected, and the balance of the shop', () => {
    show();
    expect(linesOf()).toEqual([
      ['For', 'Rs.'],
      ['VAT Oct 2026, INV-A12-202610', '1,980.00'],
      ['Operation fee Oct 2026, INV-A12-202610', '1,000.00'],
      ['Added to shop credit', '7,020.00'],
      ['Corrected on 19 Nov 2026 (included in the amount above): Counted twice', '-500.00'],
      ['Shop credit', '7,020.00'],
      [OWED, '0.00'],
    ]);
  });

  test('without credit, balance, tenant or corrections their lines are omitted', () => {
    show({ tenant_name: null, corrections: [], kept_as_credit: 0, balance_amount: -20, still_owed: 20 });
    expect(linesOf().map(([text]) => text)).toEqual([
      'For',
      'VAT Oct 2026, INV-A12-202610',
      'Operation fee Oct 2026, INV-A12-202610',
      OWED,
    ]);
  });

  test('a void receipt says so, when, by whom, why and what replaced it, and keeps amount and payer', () => {
    show({
      voided_by: 'saman@example.com',
      voided_by_name: 'Saman',
      void_reason: 'Paid by another shop',
      replaced_by_payment_id: 32,
      voided_at: instantOf(Date.parse('2026-11-19T20:00:00.000Z')),
      settled: [],
      kept_as_credit: 0,
    });
    screen.getByText('VOID');
    for (const text of [
      'Voided on 20 Nov 2026 by Saman.',
      'Reason: Paid by another shop',
      'Receipt No. 32 replaces it.',
      'Received Rs. 10,000.00',
      'Nimal Perera',
    ])
      screen.getByText(text);
    expect(linesOf()[1]).toEqual(['Nothing, because this payment is void', '0.00']);
  });

  test('a receipt that was voided without a reason has no line for it, and one that replaces another names it', () => {
    const voided_at = instantOf(Date.parse('2026-11-19T20:00:00.000Z'));
    show({
      voided_at,
      voided_by: 'saman@example.com',
      voided_by_name: 'Saman',
      void_reason: '',
      replaces_payment_id: 30,
    });
    expect(screen.queryByText(/^Reason/)).toBeNull();
    expect(screen.queryByText(/replaces it/)).toBeNull();
    screen.getByText('Receipt No. 30 (void)');
  });

  test('only a receipt that was printed before is marked COPY', () => {
    show();
    expect(screen.queryByText('COPY')).toBeNull();
    cleanup();
    show({}, true);
    screen.getByText('COPY');
  });
});
