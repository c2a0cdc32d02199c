import type { Answer } from '#contract/call.ts';
import { statementPaper } from '#contract/documents/statement-paper.ts';
import type { mail } from '#contract/mail.ts';
import { message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Statement } from '#contract/shops.ts';
import type { ActionContext } from '../../action-context.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import { drawStatement } from '../shop-summary/draw-statement.ts';
import { loadStatement, type StatementRequest } from '../shop-summary/load-statement.ts';
import { buildMail, messageIdOf } from './build-mail.ts';
import { type Delivery, deliverMail, failedDelivery } from './deliver-mail.ts';
import { MailConnection } from './open-connection.ts';
import { recordStatementMail } from './record-mail.ts';
import { LIMITS, type MailContext } from './send-invoices.ts';

/** Sends the PDF to the tenant of the statement, never to another tenant of the shop. */
export async function sendStatement(
  office: MailContext,
  context: ActionContext,
  request: StatementRequest,
): Promise<Answer<typeof mail.sendStatement>> {
  const statement = await loadStatement(office, context, request);
  const { tenant_email: recipient } = statement;
  if (recipient === null) throw new Refusal('tenant_has_no_email');
  const delivery =
    office.config.smtpUrl === undefined
      ? failedDelivery('mail.delivery.not_set_up')
      : await composeAndDeliver(office, context, { statement, recipient, smtpUrl: office.config.smtpUrl });
  return {
    success: delivery.outcome === 'sent',
    message: await recordDelivery(office, context, { statement, delivery }),
  };
}

interface Addressed {
  statement: Statement;
  recipient: string;
  smtpUrl: string;
}

async function composeAndDeliver(
  { config, onFault }: MailContext,
  { now }: ActionContext,
  { statement, recipient, smtpUrl }: Addressed,
): Promise<Delivery> {
  const line = new MailConnection(smtpUrl);
  try {
    const parts = {
      sender: config.mailFrom,
      recipient: { name: statement.tenant_name, address: recipient },
      messageId: messageIdOf(`statement-${statement.tenancy_id}-${Date.parse(now)}`, config.mailFrom),
      subject: statementPaper(statement).name,
      text: writeText(statement),
      pdf: {
        name: `statement-${statement.shop_id}-${statement.today}`,
        content: await makePdf(drawStatement(statement)),
      },
    };
    const letter = { ...(await buildMail(parts, now)), to: recipient };
    return await deliverMail(line, letter, { signal: AbortSignal.timeout(LIMITS.batchMs), pausesMs: LIMITS.pausesMs });
  } catch (error) {
    onFault(statement.shop_id, error);
    return failedDelivery('mail.delivery.not_composed');
  } finally {
    line.close();
  }
}

function writeText(statement: Statement): string {
  const page = statementPaper(statement).pages.at(-1);
  if (!page) throw new Error('a statement has no page');
  const { shop_id: shop, shop_name: shopName, tenant_name: name } = statement;
  return [
    message('mail.invoice.greeting', { name }),
    '',
    message('mail.statement.attached', { shop, shopName }),
    '',
    ...(page.result === undefined ? [] : [page.result]),
    ...page.foot,
    '',
    page.sender,
    ...page.senderLines,
    '',
  ].join('\n');
}

/** The mail was sent, so a failure to store that is not reported as a failed mail. */
async function recordDelivery(
  { database, clock, onFault }: MailContext,
  context: ActionContext,
  { statement, delivery }: { statement: Statement; delivery: Delivery },
): Promise<string> {
  try {
    await database.write((tx) => recordStatementMail(tx, { ...context, now: clock.now() }, { statement, delivery }));
    return delivery.message;
  } catch (error) {
    onFault(statement.shop_id, error);
    return message('mail.delivery.unrecorded', { result: delivery.message });
  }
}
