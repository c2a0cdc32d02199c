import { dayOf } from '#billing/calendar.ts';
import type { Answer } from '../call.ts';
import { writeFigure } from '../figures.ts';
import type { invoices, ListedInvoice } from '../invoices.ts';
import { nameInLanguage } from '../languages.ts';
import type { HowToPay } from '../tax.ts';
import type { WithTenantPage } from '../tenant-page-link.ts';
import {
  describeHowToPay,
  describePage,
  describeReprint,
  NO_TEXT,
  type Paper,
  type PaperCopy,
  type PaperLine,
  type PaperWriter,
  paperLine,
  paperWriter,
} from './paper.ts';

export type InvoiceSender = Answer<typeof invoices.papers>['centre'];

/**
 * Returns both copies of an invoice, with the figures as of its generation (specification 1, sections 2 and 9). Only
 * the customer's copy shows how to pay the amount that is due now.
 */
export function invoicePaper(
  invoice: ListedInvoice & WithTenantPage,
  centre: InvoiceSender,
  howToPay?: HowToPay,
): Paper {
  const write = paperWriter(invoice.language);
  const copy: PaperCopy = {
    sender: centre.name,
    senderLines: [
      centre.address,
      centre.vat_registration && write.text('documents.invoice.vatRegistration', { number: centre.vat_registration }),
    ].filter(Boolean),
    title: [write.text('documents.invoice.title', { month: write.month(invoice.month_year) }), invoice.invoice_id],
    mark: undefined,
    facts: factsOf(invoice, write),
    received: undefined,
    head: { text: write.text('documents.for'), amount: write.text('documents.rupees') },
    lines: invoiceLines(invoice, write),
    totals: [invoiceTotal(invoice, write)],
    remark: describeMonthBefore(invoice, write),
    terms: invoiceTerms(invoice, write),
    foot: [
      centre.bank && write.text('documents.invoice.payTo', { bank: centre.bank }),
      centre.phones.length === 0 ? '' : write.text('documents.invoice.office', { phones: centre.phones.join(', ') }),
    ].filter((line) => line !== ''),
    signature: write.text('documents.signature'),
  };
  const { texts, pageCode } = describePage(invoice, write);
  const paying = addHowToPay(copy, howToPay, write);
  return {
    language: invoice.language,
    name: write.text('documents.invoice.name', { id: invoice.invoice_id }),
    copies: [
      { ...paying, foot: [...paying.foot, ...texts], pageCode, mark: write.text('documents.invoice.customerCopy') },
      { ...copy, mark: write.text('documents.invoice.officeCopy') },
    ],
  };
}

function addHowToPay(copy: PaperCopy, howToPay: HowToPay | undefined, write: PaperWriter): PaperCopy {
  if (!howToPay) return copy;
  const { texts, code } = describeHowToPay(howToPay, write);
  return { ...copy, foot: [...copy.foot, ...texts], code };
}

/** Returns the lines that add up to the total. No amount is below 0. */
function invoiceLines(invoice: ListedInvoice, write: PaperWriter): PaperLine[] {
  const { previous_balance: balance } = invoice;
  const side = balance === 0 ? 'none' : balance > 0 ? 'credit' : 'debt';
  return [
    paperLine(write.text('documents.invoice.label.rent_amount'), invoice.rent_amount),
    paperLine(write.text('documents.invoice.label.operation_fee'), invoice.operation_fee),
    ...invoice.other_charges.map((charge) => paperLine(writeCharge(charge, write), charge.amount)),
    paperLine(write.text('documents.invoice.vatAtRate', { rate: invoice.vat_rate }), invoice.vat_amount),
    paperLine(write.text('documents.invoice.label.total_arrears'), invoice.total_arrears),
    paperLine(write.text('documents.invoice.label.fines'), invoice.fines),
    paperLine(write.text('documents.invoice.balance', { side }), Math.abs(balance)),
  ];
}

/** Returns the name of a charge of kind Other with its units, such as `Electricity, 120 kWh`. */
function writeCharge(charge: ListedInvoice['other_charges'][number], write: PaperWriter): string {
  const { quantity, unit } = charge;
  const name = nameInLanguage(charge, write.language);
  if (unit === '') return name;
  return write.text('documents.invoice.metered', { name, quantity: String(quantity), unit });
}

function invoiceTotal({ total_amount }: ListedInvoice, write: PaperWriter): PaperLine {
  return { text: write.text('documents.invoice.label.total_amount'), amount: write.amount(total_amount) };
}

/** Returns the terms of payment; the sentence about late payment is from the specification. */
function invoiceTerms(invoice: ListedInvoice, write: PaperWriter): string[] {
  const { due_date, rent_due_day: day, fine_rate: rate, previous_number } = invoice;
  const payBy = write.text('documents.invoice.payBy', { day: write.day(due_date) });
  return [...describeReprint(previous_number, write), payBy, write.text('documents.invoice.late', { day, rate })];
}

function factsOf(
  { shop_id, generated_at, due_date, Shop: shop }: ListedInvoice,
  write: PaperWriter,
): PaperCopy['facts'] {
  return [
    { label: write.text('documents.shop'), text: `${shop_id}, ${shop.shop_name}` },
    { label: write.text('documents.invoice.issued'), text: write.day(dayOf(generated_at)) },
    { label: write.text('documents.tenant'), text: shop.Tenant?.name ?? NO_TEXT },
    { label: write.text('documents.invoice.due'), text: write.day(due_date) },
    { label: write.text('documents.invoice.location'), text: shop.location },
    { label: write.text('documents.invoice.contact'), text: shop.Tenant?.contact || NO_TEXT },
  ];
}

function describeMonthBefore(invoice: ListedInvoice, write: PaperWriter): string {
  const { total_paid, last_payment_date: last } = invoice.previous_payment_summary;
  return [
    `${write.text('documents.invoice.label.previous_fines')} ${writeFigure(invoice.previous_fines)}`,
    `${write.text('documents.invoice.label.previous_invoice_total_amount')} ${writeFigure(invoice.previous_invoice_total_amount)}`,
    `${write.text('documents.invoice.label.previous_paid')} ${writeFigure(total_paid)}`,
    `${write.text('documents.invoice.label.previous_payment')} ${last === null ? NO_TEXT : write.day(dayOf(last))}`,
  ].join(' · ');
}
