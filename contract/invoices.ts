import { z } from 'zod';
import { isMonth, type Month } from '#billing/calendar.ts';
import { bulkActionEffect, bulkActionQuery } from './bulk-actions.ts';
import { call } from './call.ts';
import { invoiceColumnNames } from './columns.ts';
import { languages } from './languages.ts';
import { inputMessage } from './messages/input-message.ts';
import { dryRunQuery, guarded, moneyEffect, paidCharge, reverified, waivedFines } from './money-effects.ts';
import { otherCharge } from './other-charges.ts';
import {
  dayText,
  instant,
  invoiceIdIn,
  invoiceIdInPath,
  month,
  optionalLine,
  orNone,
  paidIn,
  reasonIn,
  repeatedMark,
  rupeesOut,
  screenLine,
  shopIdIn,
  tenancyIn,
  timestamps,
  wholeNumber,
} from './scalars.ts';
import { howToPayInvoice, printedTaxDocument } from './tax.ts';
import { tenantPageOut } from './tenant-page-link.ts';
import { chargeStatuses, invoiceStatuses, notedCharges } from './words.ts';

/** The first year of invoices (specification 1, section 5). */
export const FIRST_INVOICE_YEAR = 2020;
export const LAST_INVOICE_YEAR = 2035;

/**
 * The charges are rent, operation fee, VAT and other charges. The columns from previous_balance to total_amount show
 * the ledger at generation and never change (docs/rules.md, Charges of an invoice).
 */
export const invoice = z.object({
  invoice_id: z.string(),
  shop_id: z.string(),
  tenancy_id: z.int(),
  tenant_name: z.string(),
  month_year: month,
  rent_amount: rupeesOut,
  operation_fee: rupeesOut,
  vat_rate: z.number(),
  vat_amount: rupeesOut,
  other_charges: z.array(otherCharge),
  previous_balance: rupeesOut,
  fines: rupeesOut,
  previous_fines: rupeesOut,
  total_arrears: rupeesOut,
  total_amount: rupeesOut,
  previous_invoice_total_amount: rupeesOut,
  previous_payment_summary: z.object({ last_payment_date: instant.nullable(), total_paid: rupeesOut }),
  status: z.enum(invoiceStatuses),
  total_paid: rupeesOut,
  /** The number of prints; an invoice with 0 is "Newly Arrived". */
  printedtime: z.int(),
  due_date: dayText,
  /** The day of the month by which the rent must be paid. `due_date` is later for an invoice generated late. */
  rent_due_day: z.int(),
  fine_rate: z.number(),
  generated_at: instant,
  ...timestamps,
});
export type Invoice = z.output<typeof invoice>;

const chargeOf = { invoice_id: z.string(), shop_id: z.string() };
const paidOf = {
  paid_amount: rupeesOut,
  paid_date: instant.nullable(),
  generate_date: instant,
  status: z.enum(chargeStatuses),
};

/** VAT, operation fee and rent are lists with one entry each. The list of fines is empty if there is no fine. */
export const invoiceCharges = {
  VATs: z.array(z.object({ vat_id: z.int(), ...chargeOf, vat_amount: rupeesOut, ...paidOf })),
  OperationFees: z.array(z.object({ operation_fee_id: z.int(), ...chargeOf, operation_amount: rupeesOut, ...paidOf })),
  Rents: z.array(z.object({ rent_id: z.int(), ...chargeOf, rent_amount: rupeesOut, ...paidOf })),
  Fines: z.array(z.object({ fine_id: z.int(), ...chargeOf, fine_amount: rupeesOut, ...paidOf })),
  OtherCharges: z.array(
    otherCharge.omit({ amount: true }).extend({
      other_charge_id: z.int(),
      ...chargeOf,
      other_amount: rupeesOut,
      ...paidOf,
    }),
  ),
};

/** An amount paid towards a charge. `payment_id` is null unless the money came directly from a payment. */
export const invoiceAllocation = paidCharge.omit({ invoice_id: true, month_year: true }).extend({
  payment_id: z.int().nullable(),
  source: z.enum(['payment', 'credit', 'balance']),
  date: instant,
});

const monthToBill = z
  .string({ error: inputMessage('input.invoices.month') })
  .refine(
    (text): text is Month =>
      isMonth(text) && Number(text.slice(0, 4)) >= FIRST_INVOICE_YEAR && Number(text.slice(0, 4)) <= LAST_INVOICE_YEAR,
    inputMessage('input.invoices.month-range', { first: `${FIRST_INVOICE_YEAR}-01`, last: `${LAST_INVOICE_YEAR}-12` }),
  );

const message = z.string();
const one = z.object({ id: invoiceIdInPath });

/**
 * Email and password of the signed-in account, for programs that do not first verify the identity with a separate call.
 */
export const credentialsOrNone = z.object({
  email: z.string().trim().toLowerCase().max(254).optional(),
  password: z.string().max(1024).optional(),
});

const listedInvoice = invoice.extend({
  /** The unpaid amount of all charges of the invoice, its fine included. */
  amount_due: rupeesOut,
  language: z.enum(languages),
  Shop: z.object({
    shop_name: z.string(),
    location: z.string(),
    Tenant: z.object({ name: z.string(), contact: z.string(), email: z.string().nullable() }).nullable(),
  }),
  /** The number under which the previous system issued the invoice. Lists of invoices omit it. */
  previous_number: z.string().optional(),
});
export type ListedInvoice = z.output<typeof listedInvoice>;

export const MOST_PAPERS = 500;

/** The tabs of specification 1, section 2. Newly-arrived invoices have never been printed. */
export const invoiceTabs = ['all', 'paid', 'arrears', 'partly-paid', 'newly-arrived', 'unpaid'] as const;
export type InvoiceTab = (typeof invoiceTabs)[number];

const invoiceSort = z.enum(invoiceColumnNames).exclude(['previous_paid', 'previous_payment', 'created']);
export const invoiceSorts = invoiceSort.options;
export type InvoiceSort = z.output<typeof invoiceSort>;

const listQuery = z.object({
  search: screenLine(60).optional(),
  shop_id: orNone(shopIdIn),
  month_year: orNone(month),
  status: orNone(z.enum(invoiceTabs)),
  sort: orNone(invoiceSort),
  order: orNone(z.enum(['asc', 'desc'])),
  page: orNone(wholeNumber(999_999)),
  limit: orNone(wholeNumber(200)),
});
export type InvoiceQuery = z.output<typeof listQuery>;

export const invoices = {
  list: call({
    method: 'GET',
    path: '/api/invoices',
    permission: 'books.read',
    summary: 'List invoices, newest month first: all matches or one page, with the total in X-Total-Count.',
    query: listQuery,
    answer: z.array(listedInvoice.extend(invoiceCharges)),
    paged: true,
    refusals: [],
  }),
  print: call({
    method: 'PATCH',
    path: '/api/invoices/:id/print',
    permission: 'books.write',
    writes: 'once',
    summary: 'Mark an invoice as printed.',
    params: one,
    /** Clients built to the specification send `true`. `false` is refused, because a print cannot be undone. */
    body: z.object({ printed: z.literal(true, { error: inputMessage('input.invoices.printed') }).optional() }),
    answer: z.object({ message, printedtime: z.int() }),
    refusals: ['invoice_not_found'],
  }),
  papers: call({
    method: 'POST',
    path: '/api/invoices/papers',
    permission: 'books.read',
    writes: 'nothing',
    summary: 'Get the contents of printed invoices, with the details of the market. Nothing is recorded.',
    body: z.object({
      invoice_ids: z
        .array(invoiceIdIn)
        .min(1, inputMessage('input.invoices.none-to-print'))
        .max(MOST_PAPERS, inputMessage('input.invoices.too-many-to-print', { max: MOST_PAPERS })),
    }),
    answer: z.object({
      centre: z.object({
        name: z.string(),
        address: z.string(),
        phones: z.array(z.string()),
        vat_registration: z.string(),
        bank: z.string(),
      }),
      invoices: z.array(listedInvoice.extend(tenantPageOut)),
      /** Tax documents that are printed in place of their invoices. */
      tax_documents: z.array(printedTaxDocument).default([]),
      /** How to pay, for the invoices that have no tax document and whose tenant has a debt now. */
      how_to_pay: z.array(howToPayInvoice).default([]),
    }),
    refusals: ['invoice_not_found'],
  }),
  pdf: call({
    method: 'GET',
    path: '/api/invoices/:id/pdf',
    permission: 'books.read',
    writes: 'unkeyed',
    summary: 'Get an invoice as PDF, as it is emailed. An output of a tax document is counted.',
    params: one,
    answer: z.string(),
    file: ['pdf'],
    refusals: ['invoice_not_found'],
  }),
  generate: call({
    method: 'POST',
    path: '/api/systemsetting/generate',
    permission: 'books.write',
    writes: 'once',
    summary: "Generate a shop's invoice for a month, at the terms of that month.",
    query: dryRunQuery,
    body: z.object({ shop_id: shopIdIn, month_year: monthToBill, ...tenancyIn }),
    answer: z.object({ message, invoice, ...moneyEffect }),
    status: 201,
    refusals: ['shop_not_found', 'tenancy_not_found', 'shop_has_no_tenant', 'invoice_exists'],
  }),
  generateAll: call({
    method: 'POST',
    path: '/api/generateInvoices/generate-all',
    permission: 'books.write',
    writes: 'long',
    summary: "Generate this month's invoices for all shops with a tenant. Safe to repeat. Requires a verified session.",
    query: bulkActionQuery,
    body: credentialsOrNone,
    answer: z.object(bulkActionEffect),
    verified: 'sometimes',
    refusals: [...reverified, 'run_exists', 'preview_changed'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/systemsetting/invoice/:id',
    permission: 'books.write',
    writes: 'once',
    summary:
      'Delete an invoice with its charges and fine. Payments that refer to it stay. With a tax invoice, which is then ' +
      'cancelled by a tax credit note, it requires a verified session.',
    params: one,
    query: dryRunQuery,
    body: z.object({ reason: optionalLine(200).optional(), ...waivedFines }),
    answer: z.object({ message, ...moneyEffect }),
    verified: 'sometimes',
    refusals: ['invoice_not_found', 'verification_required', ...guarded],
  }),
  note: call({
    method: 'POST',
    path: '/api/invoices/:id/note',
    permission: 'books.write',
    writes: 'appended',
    summary:
      'Lower or raise one charge of an issued invoice, and its VAT with it. With a tax document, a tax credit or debit ' +
      'note is issued; a tax credit note requires a verified session.',
    params: one,
    query: dryRunQuery,
    body: z.object({
      kind: z.enum(['credit', 'debit'], { error: inputMessage('input.invoices.note') }),
      charge: z.enum(notedCharges),
      line: z.int().min(1).optional(),
      amount: paidIn,
      reason: reasonIn,
      ...waivedFines,
    }),
    answer: z.object({
      message,
      vat_amount: rupeesOut,
      tax_serial: z.string().nullable(),
      balance_amount: rupeesOut,
      ...moneyEffect,
      ...repeatedMark,
    }),
    verified: 'sometimes',
    refusals: ['invoice_not_found', 'charge_not_found', 'verification_required', ...guarded],
  }),
  arrest: call({
    method: 'POST',
    path: '/api/settings/invoice-arrest-action',
    permission: 'books.write',
    writes: 'long',
    summary:
      'Put all invoices under arrest that are past their due day and of a month that began at least 30 days ago. Requires a verified session.',
    query: bulkActionQuery,
    body: credentialsOrNone,
    answer: z.object({ success: z.literal(true), ...bulkActionEffect }),
    verified: 'sometimes',
    refusals: [...reverified, 'run_exists', 'preview_changed'],
  }),
};
