import MailComposer from 'nodemailer/lib/mail-composer';
import { figureNames, listFigures } from '#billing/invoice-figures.ts';
import type { Answer } from '#contract/call.ts';
import { DUE_SENTENCE, type invoices } from '#contract/invoices.ts';
import type { ActionContext } from '../../action-context.ts';
import { writeDay, writeFigure, writeMonth } from '../../documents/figures.ts';

type Papers = Answer<typeof invoices.papers>;

export interface InvoiceMail {
  paper: Papers['invoices'][number];
  centre: Papers['centre'];
  pdf: Buffer;
  /** MAIL_FROM. */
  sender: string;
  recipient: { name: string; address: string };
  /** Without angle brackets. */
  messageId: string;
}

/** Returns the mail ready for the server. A line break in a name splits no header. */
export async function composeMail(
  mail: InvoiceMail,
  at: ActionContext['now'],
): Promise<{ from: string; content: Buffer }> {
  const { paper, sender, recipient, pdf, messageId } = mail;
  const message = new MailComposer({
    from: sender,
    to: recipient,
    subject: `Invoice ${paper.invoice_id} for ${writeMonth(paper.month_year)}`,
    text: writeText(mail),
    attachments: [{ filename: `${paper.invoice_id}.pdf`, content: pdf, contentType: 'application/pdf' }],
    messageId: `<${messageId}>`,
    date: new Date(at),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from } = message.getEnvelope();
  if (!from) throw new Error(`MAIL_FROM names no e-mail address: ${sender}`);
  return { from, content: await message.build() };
}

function writeText({ paper, centre, recipient }: InvoiceMail): string {
  const { shop_name } = paper.Shop;
  return [
    `Dear ${recipient.name},`,
    '',
    `Please find attached invoice ${paper.invoice_id} for ${writeMonth(paper.month_year)}, shop ${paper.shop_id}, ${shop_name}.`,
    '',
    ...listFigures(paper).map(([name, rupees]) => `${name}: ${writeFigure(rupees)}`),
    `${figureNames.total_amount}: Rs. ${writeFigure(paper.total_amount)}`,
    '',
    `${DUE_SENTENCE} Pay by ${writeDay(paper.due_date)}.`,
    `Payments to: ${centre.bank}`,
    '',
    centre.name,
    centre.address,
    `Management office: ${centre.phones.join(', ')}`,
    `VAT Registration No. ${centre.vat_registration}`,
    '',
  ].join('\n');
}
