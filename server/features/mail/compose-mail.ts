import MailComposer from 'nodemailer/lib/mail-composer';
import { figureNames, listFigures } from '#billing/invoice-figures.ts';
import type { Answer } from '#contract/call.ts';
import { DUE_SENTENCE, type invoices } from '#contract/invoices.ts';
import { message } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import { writeDay, writeFigure, writeMonth } from '../../documents/figures.ts';

type Papers = Answer<typeof invoices.papers>;

export interface InvoiceMail {
  paper: Papers['invoices'][number];
  centre: Papers['centre'];
  pdf: Buffer;
  sender: string;
  recipient: { name: string; address: string };
  /** Without angle brackets. */
  messageId: string;
}

export async function composeMail(
  mail: InvoiceMail,
  at: ActionContext['now'],
): Promise<{ from: string; content: Buffer }> {
  const { paper, sender, recipient, pdf, messageId } = mail;
  const mime = new MailComposer({
    from: sender,
    to: recipient,
    subject: message('mail.invoice.subject', { number: paper.invoice_id, month: writeMonth(paper.month_year) }),
    text: writeText(mail),
    attachments: [{ filename: `${paper.invoice_id}.pdf`, content: pdf, contentType: 'application/pdf' }],
    messageId: `<${messageId}>`,
    date: new Date(at),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from } = mime.getEnvelope();
  if (!from) throw new Error(`MAIL_FROM contains no email address: ${sender}`);
  return { from, content: await mime.build() };
}

function writeText({ paper, centre, recipient }: InvoiceMail): string {
  return [
    message('mail.invoice.greeting', { name: recipient.name }),
    '',
    message('mail.invoice.attached', {
      number: paper.invoice_id,
      month: writeMonth(paper.month_year),
      shop: paper.shop_id,
      shopName: paper.Shop.shop_name,
    }),
    '',
    ...listFigures(paper).map(([name, rupees]) =>
      message('mail.invoice.figure', { name, amount: writeFigure(rupees) }),
    ),
    message('mail.invoice.total', { name: figureNames.total_amount, amount: writeFigure(paper.total_amount) }),
    '',
    message('mail.invoice.due', { sentence: DUE_SENTENCE, date: writeDay(paper.due_date) }),
    message('mail.invoice.bank', { bank: centre.bank }),
    '',
    centre.name,
    centre.address,
    message('mail.invoice.office', { phones: centre.phones.join(', ') }),
    message('mail.invoice.vat', { number: centre.vat_registration }),
    '',
  ].join('\n');
}
