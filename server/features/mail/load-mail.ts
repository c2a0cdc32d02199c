import { dayOf, type Instant } from '#billing/calendar.ts';
import type { Centre } from '#contract/centre.ts';
import { invoicePaper } from '#contract/documents/invoice-paper.ts';
import { describePage, paperWriter } from '#contract/documents/paper.ts';
import { statementPaper } from '#contract/documents/statement-paper.ts';
import type { Language } from '#contract/languages.ts';
import { type ApiMessageKey, message } from '#contract/messages/message.ts';
import type { Statement } from '#contract/shops.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Config } from '../../config.ts';
import type { Database, Writer } from '../../db/connect.ts';
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
import { loadPageAddresses, pageOnPaper } from '../tenant-links/page-link.ts';
import { buildMail, type MailParts } from './build-mail.ts';
import { composeInvoiceMail } from './invoice-mail.ts';
import type { OutgoingMail } from './open-connection.ts';
import type { ListedMailRow } from './queries.ts';
import { readMailServer } from './read-mail-server.ts';

/** The reason why an email must not be sent. */
interface NotSent {
  notSent: ApiMessageKey;
}

/**
 * Brings a recorded reminder up to date before its email is sent. It is passed in, because the reminders queue their
 * emails here.
 */
export type RenewReminder = (
  tx: Writer,
  context: ActionContext,
  reminder: { id: number; centre: Centre },
) => Promise<{ subject: string; body: string; tenancy_id: number; language: Language } | NotSent>;

export interface MailSource {
  database: Database;
  config: Config;
  renewReminder: RenewReminder;
}

/**
 * Loads an email with the current figures. Not sent are an invoice that has since been deleted, and a reminder of what
 * has since been paid.
 */
export async function loadMail(source: MailSource, row: ListedMailRow, now: Instant): Promise<OutgoingMail | NotSent> {
  const load = row.reminder_id !== null ? loadReminderMail : row.number === null ? loadStatementMail : loadInvoiceMail;
  const mail = await load(source, row, now);
  return 'notSent' in mail ? mail : { ...mail, to: row.recipient };
}

async function loadReminderMail({ database, config, renewReminder }: MailSource, mail: ListedMailRow, now: Instant) {
  const { sender } = await readMailServer(database.reader, { config, auditKeys: database.auditKeys });
  const centre = (await openCentre(database.reader, config)).facts;
  const context = { actor: mail.requested_by, requestId: mail.request_id, now };
  const letter = await database.write((tx) => renewReminder(tx, context, { id: mail.reminder_id ?? 0, centre }));
  if ('notSent' in letter) return letter;
  const recipient = { name: mail.tenant_name, address: mail.recipient };
  const { subject, body } = letter;
  const { tenancy_id, language } = letter;
  const addresses = await loadPageAddresses(database.reader, { config, database }, [tenancy_id]);
  const page = describePage(pageOnPaper(addresses, tenancy_id), paperWriter(language));
  const text = [body, ...page.texts.flatMap((line) => ['', line]), ''].join('\n');
  return buildMail({ sender, recipient, messageId: mail.message_id, subject, text }, now);
}

async function loadInvoiceMail({ database, config }: MailSource, mail: ListedMailRow, now: Instant) {
  const [row] = await findInvoices(database.reader, [mail.number ?? '']);
  if (!row) return { notSent: 'refusals.invoice_not_found' } as const;
  const paper = presentListedInvoice(row);
  const centre = presentSender((await openCentre(database.reader, config)).facts);
  const documents = await listStandingInvoices(database.reader, [row.id]);
  const [document] = await loadTaxPapers(database.reader, documents, dayOf(now));
  const [howToPay] = document ? [] : await loadInvoicePayments(database.reader, [row], dayOf(now));
  const page = pageOnPaper(
    await loadPageAddresses(database.reader, { config, database }, [row.tenancy_id]),
    row.tenancy_id,
  );
  const pdf = await makePdf(
    document
      ? drawTaxDocument({ ...document, ...page })
      : drawInvoice(invoicePaper({ ...paper, ...page }, centre, howToPay), centre.name),
  );
  const recipient = { name: row.tenant_name, address: mail.recipient };
  const { sender } = await readMailServer(database.reader, { config, auditKeys: database.auditKeys });
  return composeInvoiceMail({ paper, centre, document, pdf, sender, recipient, messageId: mail.message_id }, now);
}

async function loadStatementMail({ database, config }: MailSource, mail: ListedMailRow, now: Instant) {
  const statement = await loadStatement(
    { config, database, centre: await openCentre(database.reader, config) },
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
