import { day, instantOf, monthOf, startOfDay } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { invoices, type ListedInvoice } from '#contract/invoices.ts';
import { mail } from '#contract/mail.ts';

export function testInvoice(number: number, more: Partial<ListedInvoice> = {}): ListedInvoice {
  const first = startOfDay(day('2026-11-01'));
  const invoice: ListedInvoice = {
    invoice_id: `INV-A-${number}-202611`,
    shop_id: `A-${number}`,
    tenancy_id: number,
    tenant_name: 'Nimal Perera',
    month_year: monthOf(day('2026-11-01')),
    rent_amount: 8000,
    operation_fee: 2000,
    vat_rate: 18,
    vat_amount: 1800,
    other_charges: [],
    previous_balance: 100,
    fines: 2400,
    previous_fines: 1200,
    total_arrears: 5900,
    total_amount: 20_000,
    previous_invoice_total_amount: 12_000,
    previous_payment_summary: { last_payment_date: instantOf(Date.parse('2026-10-18T05:30:00.000Z')), total_paid: 700 },
    status: 'Unpaid',
    total_paid: 300,
    amount_due: 11_500,
    language: 'en',
    printedtime: 0,
    due_date: day('2026-11-15'),
    rent_due_day: 15,
    fine_rate: 30,
    generated_at: first,
    createdAt: first,
    updatedAt: first,
    Shop: {
      shop_name: `Shop number ${number}`,
      location: 'Hall A',
      Tenant: { name: 'Nimal Perera', contact: '077 000 0001', email: 'nimal@example.com' },
    },
    ...more,
  };
  const charges = { VATs: [], OperationFees: [], Rents: [], Fines: [], OtherCharges: [] };
  // The invoice is parsed with the answer's schema, so that the test data cannot differ from the contract.
  return invoices.list.answer.parse([{ ...invoice, ...charges }])[0] ?? invoice;
}

export function testInvoices(count: number, from = 1): ListedInvoice[] {
  return Array.from({ length: count }, (_, at) => testInvoice(from + at));
}

export function pageOf(rows: ListedInvoice[], total = rows.length): Response {
  return Response.json(rows, { headers: { 'x-total-count': String(total) } });
}

export function papersOf(sheets: ListedInvoice[]): Answer<typeof invoices.papers> {
  const centre = {
    name: 'Pola Economic Centre',
    address: 'Dambulla',
    phones: ['000'],
    vat_registration: '0',
    bank: 'Bank',
  };
  return invoices.papers.answer.parse({ centre, invoices: sheets });
}

export function sentAnswer(body: unknown, refused: Record<string, string> = {}): Answer<typeof mail.sendInvoices> {
  const asked = mail.sendInvoices.body.parse(body).invoices;
  return mail.sendInvoices.answer.parse({
    run_id: '',
    results: asked.map(({ invoice_id }) => {
      const shop_id = invoice_id.split('-').slice(1, -1).join('-');
      const reason = refused[shop_id];
      const state = reason === undefined ? 'sent' : 'failed';
      return { success: reason === undefined, invoice_id, shop_id, message: reason ?? 'Sent.', state };
    }),
  });
}
