import { dayOf, type Instant } from '#billing/calendar.ts';
import { invoicePaper } from '#contract/documents/invoice-paper.ts';
import { statementPaper } from '#contract/documents/statement-paper.ts';
import { message } from '#contract/messages/message.ts';
import type { Statement } from '#contract/shops.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/connect.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import { openCentre } from '../centre/open-centre.ts';
import { drawInvoice } from '../invoices/draw-invoice.ts';
import { presentListedInvoice, presentSender } from '../invoices/present.ts';
import { findInvoices } from '../invoices/queries.ts';
import { drawStatement } from '../shop-summary/draw-statement.ts';
import { loadStatement } from '../shop-summary/load-statement.ts';
import { drawTaxDocument } from '../tax/draw-document.ts';
import { loadInvoicePayments, loadTaxPapers } from '../tax/load-papers.ts';
import { listStandingInvoices } from '../tax/queries.ts';
import { buildMail, type MailParts } from './build-mail.ts';
import { composeInvoiceMail } from './invoice-mail.ts';
import type { OutgoingMail } from './open-connection.ts';
import type { ListedMailRow } from './queries.ts';
import { readMailServer } from './read-mail-server.ts';

export interface MailSource {
  database: Database;
  config: Config;
}

/** Loads an email with the current figures. Returns undefined if its invoice has since been deleted. */
export async function loadMail(
  source: MailSource,
  row: ListedMailRow,
  now: Instant,
): Promise<OutgoingMail | undefined> {
  const load = row.reminder_id !== null ? loadReminderMail : row.number === null ? loadStatementMail : loadInvoiceMail;
  const mail = await load(source, row, now);
  return mail && { ...mail, to: row.recipient };
}

/** Loads a reminder with its recorded text. */
async function loadReminderMail({ database, config }: MailSource, mail: ListedMailRow, now: Instant) {
  const { sender } = await readMailServer(database.reader, { config, auditKeys: database.auditKeys });
  const recipient = { name: mail.tenant_name, address: mail.recipient };
  const words = { subject: mail.reminder_subject ?? '', text: `${mail.reminder_text ?? ''}\n` };
  return buildMail({ sender, recipient, messageId: mail.message_id, ...words }, now);
}

async function loadInvoiceMail({ database, config }: MailSource, mail: ListedMailRow, now: Instant) {
  const [row] = await findInvoices(database.reader, [mail.number ?? '']);
  if (!row) return undefined;
  const paper = presentListedInvoice(row);
  const centre = presentSender((await openCentre(database.reader, config)).facts);
  const documents = await listStandingInvoices(database.reader, [row.id]);
  const [document] = await loadTaxPapers(database.reader, documents, dayOf(now));
  const [howToPay] = document ? [] : await loadInvoicePayments(database.reader, [row], dayOf(now));
  const pdf = await makePdf(
    document ? drawTaxDocument(document) : drawInvoice(invoicePaper(paper, centre, howToPay), centre.name),
  );
  const recipient = { name: row.tenant_name, address: mail.recipient };
  const { sender } = await readMailServer(database.reader, { config, auditKeys: database.auditKeys });
  return composeInvoiceMail({ paper, centre, document, pdf, sender, recipient, messageId: mail.message_id }, now);
}

async function loadStatementMail({ database, config }: MailSource, mail: ListedMailRow, now: Instant) {
  const statement = await loadStatement(
    { database, centre: await openCentre(database.reader, config) },
    { now, language: 'en' },
    {
      shopId: mail.written_shop_id,
      tenancyId: mail.tenancy_id ?? undefined,
      from: mail.period_from ?? undefined,
      to: mail.period_to ?? undefined,
    },
  );
  const recipient = { name: statement.tenant_name, address: mail.recipient };
  const { sender } = await readMailServer(database.reader, { config, auditKeys: database.auditKeys });
  return composeStatement(statement, { sender, recipient, messageId: mail.message_id }, now);
}

async function composeStatement(
  statement: Statement,
  envelope: Pick<MailParts, 'sender' | 'recipient' | 'messageId'>,
  at: ActionContext['now'],
): Promise<{ from: string; content: Buffer }> {
  const parts = {
    ...envelope,
    subject: statementPaper(statement).name,
    text: writeText(statement),
    pdf: {
      name: `statement-${statement.shop_id}-${statement.today}`,
      content: await makePdf(drawStatement(statement)),
    },
  };
  return buildMail(parts, at);
}

function writeText(statement: Statement): string {
  const page = statementPaper(statement).pages.at(-1);
  if (!page) throw new Error('a statement has no page');
  const { shop_id: shop, shop_name: shopName, tenant_name: name, language } = statement;
  return [
    message('mail.invoice.greeting', { name }, language),
    '',
    message('mail.statement.attached', { shop, shopName }, language),
    '',
    ...(page.result === undefined ? [] : [page.result]),
    ...page.foot,
    '',
    page.sender,
    ...page.senderLines,
    '',
  ].join('\n');
}
