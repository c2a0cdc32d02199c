import { dayOf } from '#billing/calendar.ts';
import type { Answer } from '../call.ts';
import type { invoices, ListedInvoice } from '../invoices.ts';
import { writeDay, writeFigure, writeMonth } from './figures.ts';
import {
  type InvoiceLabel,
  NO_TEXT,
  type Paper,
  type PaperCopy,
  type PaperLine,
  paperAmount,
  paperLine,
  paperText,
} from './paper.ts';

/** The market that sends the invoice. */
export type InvoiceSender = Answer<typeof invoices.papers>['centre'];

/** Returns both copies of an invoice, with the figures at its generation (specification 1, sections 2 and 9). */
export function invoicePaper(invoice: ListedInvoice, centre: InvoiceSender): Paper {
  const copy: PaperCopy = {
    sender: centre.name,
    senderLines: [centre.address, paperText('documents.invoice.vatRegistration', { number: centre.vat_registration })],
    title: [paperText('documents.invoice.title', { month: writeMonth(invoice.month_year) }), invoice.invoice_id],
    mark: undefined,
    facts: factsOf(invoice),
    received: undefined,
    head: { text: paperText('documents.for'), amount: paperText('documents.rupees') },
    lines: invoiceLines(invoice),
    totals: [invoiceTotal(invoice)],
    remark: describeMonthBefore(invoice),
    terms: invoiceTerms(invoice),
    foot: [
      paperText('documents.invoice.payTo', { bank: centre.bank }),
      paperText('documents.invoice.office', { phones: centre.phones.join(', ') }),
    ],
    signature: paperText('documents.signature'),
  };
  const marks = [paperText('documents.invoice.customerCopy'), paperText('documents.invoice.officeCopy')];
  return {
    name: paperText('documents.invoice.name', { id: invoice.invoice_id }),
    copies: marks.map((mark) => ({ ...copy, mark })),
  };
}

/** Returns the amounts of which the total is made, in the order in which they are added. No amount is below 0. */
function invoiceLines(invoice: ListedInvoice): PaperLine[] {
  const { previous_balance: balance } = invoice;
  const side = balance === 0 ? 'none' : balance > 0 ? 'credit' : 'debt';
  return [
    paperLine(invoiceLabel('rent_amount'), invoice.rent_amount),
    paperLine(invoiceLabel('operation_fee'), invoice.operation_fee),
    ...invoice.other_charges.map((charge) => paperLine(writeCharge(charge), charge.amount)),
    paperLine(paperText('documents.invoice.vatAtRate', { rate: invoice.vat_rate }), invoice.vat_amount),
    paperLine(invoiceLabel('total_arrears'), invoice.total_arrears),
    paperLine(invoiceLabel('fines'), invoice.fines),
    paperLine(paperText('documents.invoice.balance', { side }), Math.abs(balance)),
  ];
}

/** `Electricity, 120 kWh` */
function writeCharge({ name, quantity, unit }: ListedInvoice['other_charges'][number]): string {
  if (unit === '') return name;
  return paperText('documents.invoice.metered', { name, quantity: String(quantity), unit });
}

function invoiceTotal({ total_amount }: ListedInvoice): PaperLine {
  return { text: invoiceLabel('total_amount'), amount: paperAmount(total_amount) };
}

/** Returns when the invoice is to be paid, and below it the sentence of the specification. */
function invoiceTerms({ due_date }: ListedInvoice): string[] {
  return [paperText('documents.invoice.payBy', { day: writeDay(due_date) }), paperText('documents.invoice.late')];
}

/** Returns what an amount of an invoice is called in the list and on paper (specification 1, section 2). */
export function invoiceLabel(label: InvoiceLabel): string {
  return paperText(`documents.invoice.label.${label}`);
}

function factsOf({ shop_id, generated_at, due_date, Shop: shop }: ListedInvoice): PaperCopy['facts'] {
  return [
    { label: paperText('documents.shop'), text: `${shop_id}, ${shop.shop_name}` },
    { label: paperText('documents.invoice.issued'), text: writeDay(dayOf(generated_at)) },
    { label: paperText('documents.tenant'), text: shop.Tenant?.name ?? NO_TEXT },
    { label: paperText('documents.invoice.due'), text: writeDay(due_date) },
    { label: paperText('documents.invoice.location'), text: shop.location },
    { label: paperText('documents.invoice.contact'), text: shop.Tenant?.contact || NO_TEXT },
  ];
}

function describeMonthBefore(invoice: ListedInvoice): string {
  const { total_paid, last_payment_date: last } = invoice.previous_payment_summary;
  return [
    `${invoiceLabel('previous_fines')} ${writeFigure(invoice.previous_fines)}`,
    `${invoiceLabel('previous_invoice_total_amount')} ${writeFigure(invoice.previous_invoice_total_amount)}`,
    `${invoiceLabel('previous_paid')} ${writeFigure(total_paid)}`,
    `${invoiceLabel('previous_payment')} ${last === null ? NO_TEXT : writeDay(dayOf(last))}`,
  ].join(' · ');
}
