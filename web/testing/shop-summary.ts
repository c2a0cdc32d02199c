import { day, monthOf, startOfDay } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { type Statement, type StatementLine, shops } from '#contract/shops.ts';
import type { SummaryInvoice } from '../office/shop-summary/sum-charges.ts';
import { summaryAnswer, testEffect } from './payments.ts';

/** An unpaid invoice of A12 for Rs. 11,800.00: rent 8,000.00, fee 2,000.00, VAT 1,800.00. */
export function testSummaryInvoice(month = '2026-11', more: Partial<SummaryInvoice> = {}): SummaryInvoice {
  const first = startOfDay(day(`${month}-01`));
  const invoice_id = `INV-A12-${month.replace('-', '')}`;
  const charge = {
    invoice_id,
    shop_id: 'A12',
    paid_amount: 0,
    paid_date: null,
    generate_date: first,
    status: 'Unpaid' as const,
  };
  const invoice: SummaryInvoice = {
    invoice_id,
    shop_id: 'A12',
    tenancy_id: 1,
    tenant_name: 'Nimal Perera',
    month_year: monthOf(day(`${month}-01`)),
    rent_amount: 8000,
    operation_fee: 2000,
    vat_rate: 18,
    vat_amount: 1800,
    other_charges: [],
    previous_balance: 0,
    fines: 0,
    previous_fines: 0,
    total_arrears: 0,
    total_amount: 11_800,
    previous_invoice_total_amount: 0,
    previous_payment_summary: { last_payment_date: null, total_paid: 0 },
    status: 'Unpaid',
    total_paid: 0,
    printedtime: 1,
    due_date: day(`${month}-15`),
    rent_due_day: 15,
    fine_rate: 30,
    generated_at: first,
    createdAt: first,
    updatedAt: first,
    VATs: [{ vat_id: 1, vat_amount: 1800, ...charge }],
    OperationFees: [{ operation_fee_id: 1, operation_amount: 2000, ...charge }],
    Rents: [{ rent_id: 1, rent_amount: 8000, ...charge }],
    Fines: [],
    OtherCharges: [],
    Allocations: [],
    ...more,
  };
  // The invoice is parsed with the summary's schema, so that the test data cannot differ from the contract.
  return summaryAnswer({ Invoices: [invoice] }).shop.Invoices[0] ?? invoice;
}

export function testFine({ invoice_id, shop_id, createdAt }: SummaryInvoice): SummaryInvoice['Fines'][number] {
  return {
    fine_id: 9,
    invoice_id,
    shop_id,
    fine_amount: 2400,
    paid_amount: 400,
    paid_date: startOfDay(day('2026-11-18')),
    generate_date: createdAt,
    status: 'Arrest',
  };
}

export function testLine(more: Partial<StatementLine> = {}): StatementLine {
  const { text = 'Invoice of Nov 2026' } = more;
  return {
    date: startOfDay(day('2026-11-01')),
    kind: 'invoice',
    text,
    paper_text: text,
    invoice_id: 'INV-A12-202611',
    payment_id: null,
    charged: 11_800,
    paid: null,
    voided: null,
    balance: -11_800,
    ...more,
  };
}

export function testStatement(lines: StatementLine[], more: Partial<Statement> = {}): Statement {
  const sumOf = (amounts: (number | null)[]) => amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
  return shops.statement.answer.parse({
    shop_id: 'A12',
    shop_name: 'Green Leaf Traders',
    location: 'Hall A',
    tenancy_id: 1,
    tenant_name: 'Nimal Perera',
    tenant_address: 'Temple Road, Dambulla',
    tenant_email: 'nimal@example.com',
    started_on: '2020-01-01',
    ended_on: null,
    language: 'en',
    today: '2026-11-20',
    from: null,
    to: null,
    opening_balance: 0,
    charged: sumOf(lines.map(({ charged }) => charged)),
    paid: sumOf(lines.map(({ paid }) => paid)),
    closing_balance: lines.at(-1)?.balance ?? 0,
    lines,
    how_to_pay: null,
    centre: {
      name: 'Pola Economic Centre',
      address: 'Example Road, Dambulla',
      phones: ['000 000 0001'],
      bank: 'Example State Bank, current account 0000',
    },
    ...more,
  });
}

export function generatedAnswer(invoice = testSummaryInvoice()): Answer<typeof invoices.generate> {
  return invoices.generate.answer.parse({ message: 'Invoice generated.', invoice, ...testEffect() });
}

export function balanceAnswer(): Answer<typeof shops.setBalance> {
  const data = { shop_id: 'A12', balance_amount: 0, last_updated: startOfDay(day('2026-11-20')) };
  return shops.setBalance.answer.parse({
    message: 'Shop balance updated. LKR 10,000.00 was used immediately to pay charges.',
    data,
    ...testEffect(),
  });
}

export function fineAnswer(): Answer<typeof fines.apply> {
  return fines.apply.answer.parse({ success: true, message: 'Fine applied.', fineAmount: 2400, ...testEffect() });
}

export function fineRemovedAnswer(): Answer<typeof fines.remove> {
  return fines.remove.answer.parse({ success: true, message: 'Fine deleted.', ...testEffect() });
}

export function invoiceRemovedAnswer(): Answer<typeof invoices.remove> {
  return invoices.remove.answer.parse({ message: 'Invoice deleted successfully.', ...testEffect() });
}
