import { dayOf } from '#billing/calendar.ts';
import { message } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/connect.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import { drawInvoice } from '../invoices/draw-invoice.ts';
import { presentListedInvoice, presentSender } from '../invoices/present.ts';
import { findInvoices, type ListedInvoiceRow } from '../invoices/queries.ts';
import { drawTaxDocument } from '../tax/draw-document.ts';
import { loadTaxPapers } from '../tax/load-papers.ts';
import { listStandingInvoices } from '../tax/queries.ts';
import { messageIdOf } from './build-mail.ts';
import { composeMail } from './compose-mail.ts';
import { type Delivery, deliverMail, failedDelivery, NO_TIME } from './deliver-mail.ts';
import { MailConnection } from './open-connection.ts';
import { type MailResult, presentMailResult } from './present.ts';
import { countMails } from './queries.ts';
import { type AttemptedMail, recordMail } from './record-mail.ts';

export interface MailContext {
  database: Database;
  clock: Clock;
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'centre'>;
  /** Receives the invoice, or the shop of a statement. */
  onFault: (id: string, error: unknown) => void;
}

export interface MailLimits {
  batchMs: number;
  lines: number;
  pausesMs: readonly number[];
}

/** Below the minute after which proxies time out. */
export const LIMITS: MailLimits = { batchMs: 50_000, lines: 3, pausesMs: [500, 2000] };

/** One result each, in the order requested; a duplicate is sent once. Each result is stored in its own transaction. */
export async function sendInvoices(
  office: MailContext,
  context: ActionContext,
  { numbers, limits = LIMITS }: { numbers: readonly string[]; limits?: MailLimits },
): Promise<MailResult[]> {
  const signal = AbortSignal.timeout(limits.batchMs);
  const asked = [...new Map(numbers.map((number) => [number.toLowerCase(), number])).values()];
  const rows = await findInvoices(office.database.reader, asked);
  const byNumber = new Map(rows.map((row) => [row.number.toLowerCase(), row]));
  const triesBefore = await countMails(
    office.database.reader,
    rows.map(({ id }) => id),
  );

  const results: MailResult[] = [];
  const queue = asked.entries();
  let commonFailure: Delivery | undefined;
  const work = async () => {
    const line = new MailConnection(office.config.smtpUrl ?? '');
    for (const [at, number] of queue) {
      const row = byNumber.get(number.toLowerCase());
      if (!row) {
        results[at] = presentMailResult(number, undefined, failedDelivery('refusals.invoice_not_found'));
        continue;
      }
      const attempt = (triesBefore.get(row.id) ?? 0) + 1;
      const attempted = { ...office, line, signal, pausesMs: limits.pausesMs, attempt };
      const delivery = await sendOne(attempted, context, { row, commonFailure });
      if (delivery.isLoginRefused) commonFailure = delivery;
      results[at] = presentMailResult(row.number, row.written_shop_id, delivery);
    }
    line.close();
  };
  await Promise.all(Array.from({ length: limits.lines }, work));
  return results;
}

interface MailAttempt extends MailContext {
  line: MailConnection;
  signal: AbortSignal;
  pausesMs: readonly number[];
  /** From 1; part of the message id, so that a repeated mail is recognised. */
  attempt: number;
}

async function sendOne(
  attempted: MailAttempt,
  context: ActionContext,
  { row, commonFailure }: { row: ListedInvoiceRow; commonFailure: Delivery | undefined },
): Promise<Delivery> {
  const { config, signal, attempt } = attempted;
  const recipient = row.tenant_email ?? '';
  const messageId = recipient && messageIdOf(`invoice-${row.id}-${attempt}`, config.mailFrom);
  const delivery =
    findObstacle(config, row) ??
    commonFailure ??
    (signal.aborted ? NO_TIME : await composeAndDeliver(attempted, context, { row, recipient, messageId }));
  const mail = { invoiceId: row.id, number: row.number, shopId: row.written_shop_id, recipient, messageId };
  return recordDelivery(attempted, context, { mail, delivery });
}

function findObstacle(config: MailContext['config'], row: ListedInvoiceRow): Delivery | undefined {
  if (config.smtpUrl === undefined) return failedDelivery('mail.delivery.not_set_up');
  if (row.tenant_email === null) return failedDelivery('mail.delivery.no_address');
  return undefined;
}

async function composeAndDeliver(
  { config, database, line, signal, pausesMs, onFault }: MailAttempt,
  context: ActionContext,
  { row, recipient, messageId }: { row: ListedInvoiceRow; recipient: string; messageId: string },
): Promise<Delivery> {
  const paper = presentListedInvoice(row);
  const centre = presentSender(config.centre);
  const to = { name: row.tenant_name, address: recipient };
  try {
    const documents = await listStandingInvoices(database.reader, [row.id]);
    const [document] = await loadTaxPapers(database.reader, documents, dayOf(context.now));
    const pdf = await makePdf(document ? drawTaxDocument(document) : drawInvoice(paper, centre));
    const mail = { paper, centre, document, pdf, sender: config.mailFrom, recipient: to, messageId };
    const letter = { ...(await composeMail(mail, context.now)), to: recipient };
    return await deliverMail(line, letter, { signal, pausesMs });
  } catch (error) {
    onFault(row.number, error);
    return failedDelivery('mail.delivery.not_composed');
  }
}

/** The mail was sent, so a failure to store that is not reported as a failed mail. */
async function recordDelivery(
  { database, clock, onFault }: MailAttempt,
  context: ActionContext,
  { mail, delivery }: { mail: AttemptedMail; delivery: Delivery },
): Promise<Delivery> {
  try {
    await database.write((tx) => recordMail(tx, { ...context, now: clock.now() }, { mail, delivery }));
    return delivery;
  } catch (error) {
    onFault(mail.number, error);
    return { ...delivery, message: message('mail.delivery.unrecorded', { result: delivery.message }) };
  }
}
