import type { Answer } from '#contract/call.ts';
import { invoicePaper } from '#contract/documents/invoice-paper.ts';
import type { PaperLine } from '#contract/documents/paper.ts';
import { taxInvoicePaper } from '#contract/documents/tax-invoice-paper.ts';
import type { invoices } from '#contract/invoices.ts';
import { writeMonth } from '#contract/messages/day-words.ts';
import type { MessageValues } from '#contract/messages/format-message.ts';
import { type ApiMessageKey, message } from '#contract/messages/message.ts';
import type { PrintedTaxDocument } from '#contract/tax.ts';
import type { ActionContext } from '../../action-context.ts';
import { buildMail } from './build-mail.ts';

type Papers = Answer<typeof invoices.papers>;

export interface InvoiceMail {
  paper: Papers['invoices'][number];
  centre: Papers['centre'];
  /** The tax document that is attached in place of the invoice. */
  document?: PrintedTaxDocument | undefined;
  pdf: Buffer;
  sender: string;
  recipient: { name: string; address: string };
  /** The id of the email, without angle brackets. */
  messageId: string;
}

export async function composeInvoiceMail(
  mail: InvoiceMail,
  at: ActionContext['now'],
): Promise<{ from: string; content: Buffer }> {
  const { paper, sender, recipient, pdf, messageId } = mail;
  const subject = message('mail.invoice.subject', subjectOf(paper), paper.language);
  const parts = { sender, recipient, messageId, subject, text: writeText(mail) };
  return buildMail({ ...parts, pdf: { name: paper.invoice_id, content: pdf } }, at);
}

function writeText(mail: InvoiceMail): string {
  const { paper, centre, recipient, document } = mail;
  const [copy] = invoicePaper(paper, centre).copies;
  if (!copy) throw new Error(`invoice ${paper.invoice_id} has no copy`);
  const write = (key: ApiMessageKey, values: MessageValues) => message(key, values, paper.language);
  const figures = document ? figuresOfDocument(document) : [...copy.lines, ...copy.totals];
  return [
    write('mail.invoice.greeting', { name: recipient.name }),
    '',
    write('mail.invoice.attached', { ...subjectOf(paper), shop: paper.shop_id, shopName: paper.Shop.shop_name }),
    '',
    ...figures.map(({ text, amount }) => write('mail.invoice.figure', { name: text, amount })),
    '',
    ...copy.terms,
    ...copy.foot,
    '',
    copy.sender,
    ...copy.senderLines,
    '',
  ].join('\n');
}

function figuresOfDocument(document: PrintedTaxDocument): PaperLine[] {
  const [copy] = taxInvoicePaper(document).copies;
  if (!copy) throw new Error(`${document.serial} has no copy`);
  const { lines, totals, statement } = copy;
  return [...lines, ...totals, ...(statement ? [...statement.lines, statement.total] : [])];
}

function subjectOf({ invoice_id, month_year, language }: InvoiceMail['paper']) {
  return { number: invoice_id, month: writeMonth(month_year, language) };
}
