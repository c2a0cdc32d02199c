import MailComposer from 'nodemailer/lib/mail-composer';
import type { Answer } from '#contract/call.ts';
import { writeMonth } from '#contract/documents/figures.ts';
import { invoicePaper } from '#contract/documents/invoice-paper.ts';
import type { invoices } from '#contract/invoices.ts';
import { message } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';

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
    subject: message('mail.invoice.subject', subjectOf(paper)),
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

/** The same texts as on the paper. */
function writeText({ paper, centre, recipient }: InvoiceMail): string {
  const [copy] = invoicePaper(paper, centre).copies;
  if (!copy) throw new Error(`invoice ${paper.invoice_id} has no copy`);
  return [
    message('mail.invoice.greeting', { name: recipient.name }),
    '',
    message('mail.invoice.attached', { ...subjectOf(paper), shop: paper.shop_id, shopName: paper.Shop.shop_name }),
    '',
    ...[...copy.lines, ...copy.totals].map(({ text, amount }) =>
      message('mail.invoice.figure', { name: text, amount }),
    ),
    '',
    ...copy.terms,
    ...copy.foot,
    '',
    copy.sender,
    ...copy.senderLines,
    '',
  ].join('\n');
}

function subjectOf({ invoice_id, month_year }: InvoiceMail['paper']) {
  return { number: invoice_id, month: writeMonth(month_year) };
}
