import { z } from 'zod';
import { call } from './call.ts';
import { promisedCheques } from './cheques.ts';
import { languages } from './languages.ts';
import { inputMessage } from './messages/input-message.ts';
import { dryRunQuery } from './money-effects.ts';
import {
  amountIn,
  dayText,
  idInPath,
  instant,
  invoiceIdInPath,
  optionalLine,
  orNone,
  rupeesOut,
  screenLine,
  wholeNumber,
} from './scalars.ts';
import { tenantPageOut } from './tenant-page-link.ts';
import { taxDocumentKinds } from './words.ts';

/** The statutory titles of tax documents. They are in English, whatever the language of the document. */
const taxTitles = ['TAX INVOICE', 'INVOICE', 'TAX CREDIT NOTE', 'TAX DEBIT NOTE', 'CREDIT NOTE', 'DEBIT NOTE'] as const;

const none = z.literal('').transform(() => null);
const dayOrNone = z.union([none, z.null(), dayText], { error: inputMessage('input.date') });
const digits = inputMessage('input.tax.digits');
const firstNumber = inputMessage('input.tax.first-number');

/** The setup of tax documents. No document is issued while `registered_from` is null (docs/rules.md, Tax documents). */
const setupFields = {
  registered_from: dayOrNone,
  /** Number, name and address as written on the VAT certificate. */
  tin: optionalLine(20),
  tax_name: optionalLine(120),
  tax_address: optionalLine(200),
  form_from: dayText,
  amounts: z.enum(['cents', 'rupees']),
  separator: z.enum(['_', '-']),
  reset: z.enum(['never', 'year', 'month']),
  pad: z.int(digits).min(0, digits).max(9, digits),
  unit: optionalLine(15),
  /** The number of the first document of `unit`. */
  first_number: z.int(firstNumber).min(1, firstNumber).max(999_999_999, firstNumber).default(1),
  credit_unit: optionalLine(15),
  debit_unit: optionalLine(15),
  plain_numbers: z.enum(['own', 'serial']),
  words: z.boolean(),
  place_of_supply: optionalLine(80),
  date_of_supply: z.enum(['month-start', 'due-day', 'invoice-date']),
  period_by: z.enum(['supply', 'invoice']),
  vat_period: z.enum(['month', 'quarter']),
  unregistered: z.enum(['rows', 'bulk']),
  issued_by_me: z.enum(['Y', 'Yes']),
  /** The text of the bank's own LANKAQR code. Spaces within the text are part of the code and are not changed. */
  qr_code: z.string().trim().max(512),
  /**
   * True when somebody has confirmed that a bank app could read a printed code. Documents have a code only while this
   * is true. A new code sets it to false.
   */
  qr_is_read: z.boolean(),
};

/** `qr_limit` is the bank's limit for one payment. */
const setupIn = z.object({
  ...setupFields,
  qr_limit: z.union([none, z.null(), amountIn], { error: inputMessage('input.tax.limit') }),
});
export type TaxSetup = z.output<typeof setupIn>;

const setupOut = z.object({ ...setupFields, registered_from: dayText.nullable(), qr_limit: rupeesOut.nullable() });
export type TaxSetupAnswer = z.output<typeof setupOut>;

const party = z.object({ tin: z.string().nullable(), name: z.string(), address: z.string() });

/** The statement of account, printed in a box below a tax invoice and not part of it. */
const statementBox = z.object({
  unpaid_of_earlier_months: rupeesOut,
  fines: rupeesOut,
  /** The balance. A credit reduces the amount to pay; an amount below 0 is a debt and increases it. */
  balance: rupeesOut,
  bill: rupeesOut,
  other_charges: rupeesOut,
  rounding: rupeesOut,
  to_pay: rupeesOut,
  due_date: dayText,
  /** The payment reference for bank transfers; null if the shop's id is too long for one. */
  reference: z.string().nullable(),
});

const taxDocument = z.object({
  document_id: z.int(),
  invoice_id: z.string(),
  shop_id: z.string(),
  tenancy_id: z.int(),
  kind: z.enum(taxDocumentKinds),
  title: z.enum(taxTitles),
  /**
   * The number of the document: a serial such as 26OCT_POLA_00001. Without a serial it is the number of the bill, or
   * the number of a note, such as CN-B07-202610-1.
   */
  serial: z.string(),
  issued_on: dayText,
  supplied_on: dayText,
  /** The language of the words that are printed beside the English ones. */
  language: z.enum(languages),
  supplier: party,
  /**
   * The purchaser of the document. For a tenant who is not registered there is no TIN, and the shop replaces the
   * address.
   */
  purchaser: party,
  lines: z.array(z.object({ text: z.string(), quantity: z.string(), value: rupeesOut })),
  vat_rate: z.number(),
  shows_vat: z.boolean(),
  value: rupeesOut,
  vat: rupeesOut,
  total: rupeesOut,
  place_of_supply: z.string().nullable(),
  total_in_words: z.string().nullable(),
  statement: statementBox.nullable(),
  original: z.object({ serial: z.string(), issued_on: dayText }).nullable(),
  reason: z.string(),
  prints: z.int(),
  issued_at: instant,
  issued_by: z.string(),
  /** The serial of the tax invoice that was issued in place of this document. */
  replaced_by: z.string().nullable(),
  /** True for a document titled INVOICE whose tenant is now registered for VAT. */
  may_be_tax_invoice: z.boolean(),
});
export type TaxDocument = z.output<typeof taxDocument>;

const mark = z.enum(['ORIGINAL', "SUPPLIER'S COPY", 'COPY ONLY']);

/** A LANKAQR code for the amount that the tenant owes on the day of the print. */
const paymentCode = z.object({ text: z.string(), amount: rupeesOut, day: dayText });

/** What is printed on a document so that the tenant can pay the amount due now. */
export const howToPay = z.object({
  /** The payment reference for bank transfers. The payment code contains it too. */
  reference: z.string(),
  /** Null if documents are printed without a code, or when the amount exceeds the bank's limit. */
  code: paymentCode.nullable(),
  /** Received cheques that count later, which the code does not ask for again; missing if there are none. */
  promised: promisedCheques.optional(),
});
export type HowToPay = z.output<typeof howToPay>;

/** How to pay an invoice that is not a tax document. */
export const howToPayInvoice = howToPay.extend({ invoice_id: z.string() });
export type HowToPayInvoice = z.output<typeof howToPayInvoice>;

/** A tax document with its payment code. The code is computed for each print, because the amount due changes. */
export const printedTaxDocument = taxDocument.extend({
  marks: z.object({ upper: mark, lower: mark }),
  code: paymentCode.nullable(),
  promised: promisedCheques.optional(),
  ...tenantPageOut,
});
export type PrintedTaxDocument = z.output<typeof printedTaxDocument>;

const taxFigures = z.object({ value: rupeesOut, vat: rupeesOut });

const scheduleFaults = [
  'date outside period',
  'tin not nine digits',
  'value not above 0',
  'listed twice',
  'vat off',
  'text not ascii',
  'ledger differs',
] as const;

const scheduleFile = z.object({
  schedule: z.enum(['01', '04']),
  version: z.int(),
  name: z.string(),
  made_at: instant,
  made_by: z.string(),
});

const vatSchedules = z.object({
  period: z.string(),
  first: dayText,
  last: dayText,
  return_due: dayText,
  invoices: z.array(
    taxFigures.extend({
      date: dayText,
      number: z.string(),
      tin: z.string(),
      name: z.string(),
      description: z.string(),
    }),
  ),
  notes: z.array(
    taxFigures.extend({
      tin: z.string(),
      invoice_date: dayText,
      invoice_number: z.string(),
      kind: z.enum(['credit', 'debit']),
      date: dayText,
      number: z.string(),
    }),
  ),
  /**
   * The value and VAT of all supplies of the period: the sum of schedule 01, plus the debit notes and less the credit
   * notes of schedule 04.
   */
  output: taxFigures,
  ledger: taxFigures,
  /** The amount by which the ledger's charges exceed the totals of documents that are rounded to whole rupees. */
  rounding: taxFigures,
  is_equal: z.boolean(),
  faults: z.array(z.object({ fault: z.enum(scheduleFaults), is_warning: z.boolean(), number: z.string().nullable() })),
  late: z.array(z.object({ number: z.string(), days: z.int() })),
  next: z.array(scheduleFile.pick({ schedule: true, version: true, name: true })),
  files: z.array(scheduleFile),
});
export type VatSchedulesAnswer = z.output<typeof vatSchedules>;

/** The code of a period: 2641 is October 2026, and 2640 the fourth quarter of 2026. */
const periodCode = z.string().regex(/^\d{2}[1-4][0-3]$/, inputMessage('input.tax.period'));

const documentQuery = z.object({
  search: screenLine(60).optional(),
  page: orNone(wholeNumber(999_999)),
  limit: orNone(wholeNumber(200)),
});
export type TaxDocumentQuery = z.output<typeof documentQuery>;

const message = z.string();

export const tax = {
  getSetup: call({
    method: 'GET',
    path: '/api/tax/settings',
    permission: 'books.read',
    summary: "Get the centre's VAT registration and how tax documents are made.",
    answer: setupOut,
    refusals: [],
  }),
  setSetup: call({
    method: 'PUT',
    path: '/api/tax/settings',
    permission: 'books.write',
    writes: 'versioned',
    summary: "Change the centre's VAT registration and how later tax documents are made.",
    body: setupIn,
    answer: z.object({ message, settings: setupOut }),
    refusals: ['tax_unit_used'],
  }),
  documents: call({
    method: 'GET',
    path: '/api/tax/documents',
    permission: 'books.read',
    summary: 'List tax documents, newest first: all or one page, with the total in X-Total-Count.',
    query: documentQuery,
    answer: z.array(taxDocument),
    paged: true,
    refusals: [],
  }),
  documentPdf: call({
    method: 'GET',
    path: '/api/tax/documents/:id/pdf',
    permission: 'books.read',
    writes: 'unkeyed',
    summary: 'Get a tax document as PDF. The first output is the original, later ones are copies.',
    params: z.object({ id: idInPath }),
    answer: z.string(),
    file: ['pdf'],
    refusals: ['tax_document_not_found'],
  }),
  issueTaxInvoice: call({
    method: 'POST',
    path: '/api/tax/invoices/:id/issue',
    permission: 'books.write',
    writes: 'once',
    summary: 'Issue a tax invoice in place of the INVOICE of a tenant who has since been registered for VAT.',
    params: z.object({ id: invoiceIdInPath }),
    query: dryRunQuery,
    answer: z.object({ message, document: taxDocument }),
    refusals: ['invoice_not_found', 'tax_document_not_found', 'tax_invoice_exists', 'tenant_not_registered'],
  }),
  schedules: call({
    method: 'GET',
    path: '/api/tax/schedules/:period',
    permission: 'books.read',
    summary: 'Get the VAT schedules 01 and 04 of a period, with the amounts in the ledger beside them.',
    params: z.object({ period: periodCode }),
    answer: vatSchedules,
    refusals: [],
  }),
  scheduleFile: call({
    method: 'GET',
    path: '/api/tax/schedules/:period/:schedule',
    permission: 'books.write',
    writes: 'unkeyed',
    summary: 'Download a VAT schedule as CSV. The download is recorded.',
    params: z.object({ period: periodCode, schedule: z.enum(['01', '04']) }),
    answer: z.string(),
    file: ['csv'],
    refusals: ['vat_schedule_faulty', 'centre_not_registered'],
  }),
};
