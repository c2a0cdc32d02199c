import { randomUUID } from 'node:crypto';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { storeMessage } from '../audit/stored-message.ts';
import { subjectOf } from '../audit/write-audit.ts';
import { findInvoices, type ListedInvoiceRow } from '../invoices/queries.ts';
import { chooseTenancy } from '../ledger/load-ledger.ts';
import { requireOrderedPeriod, type StatementRequest } from '../shop-summary/load-statement.ts';
import { findShop } from '../shops/queries.ts';
import { messageIdOf } from './build-mail.ts';
import { type Delivery, failedDelivery } from './deliver-mail.ts';
import { countQueuedMails, insertMails, listUnknownMails, type NewMail } from './queries.ts';
import type { MailServer } from './read-mail-server.ts';
import { auditMail } from './record-mail.ts';

const MOST_QUEUED = 5000;

export interface MailRun {
  run_id: string;
}

interface InvoiceToMail {
  invoice_id: string;
  /** True to send another email even if the previous one may have arrived. */
  again?: boolean | undefined;
}

export async function queueInvoices(
  tx: Writer,
  context: ActionContext,
  { server, invoices }: { server: MailServer; invoices: readonly InvoiceToMail[] },
): Promise<MailRun> {
  const again = new Set(invoices.filter((one) => one.again).map(({ invoice_id }) => invoice_id.toLowerCase()));
  const order = new Map(invoices.map(({ invoice_id }, at) => [invoice_id.toLowerCase(), at]));
  const placeOf = ({ number }: ListedInvoiceRow) => order.get(number.toLowerCase()) ?? 0;
  const rows = (await findInvoices(tx, [...order.keys()])).toSorted((one, other) => placeOf(one) - placeOf(other));
  const held = await listUnknownMails(
    tx,
    rows.map(({ number }) => number),
  );
  const heldIds = new Set(held.map(({ invoice_id }) => invoice_id));
  const toSend = rows.filter(({ id, number }) => again.has(number.toLowerCase()) || !heldIds.has(id));
  const run = await openRun(tx, toSend.length);
  const mails = toSend.map((row) => ({ row, mail: newInvoiceMail(server, context, { row, run }) }));
  await insertMails(
    tx,
    mails.map(({ mail }) => mail),
  );
  for (const { row, mail } of mails) {
    if (mail.state === 'failed')
      await auditMail(tx, context, {
        number: row.number,
        subject: { shopId: row.written_shop_id, tenancyId: row.tenancy_id },
        tenant: row.tenant_name,
        ...mail,
      });
  }
  return run;
}

function newInvoiceMail(
  server: MailServer,
  context: ActionContext,
  { row, run }: { row: ListedInvoiceRow; run: MailRun },
): NewMail {
  const recipient = row.tenant_email ?? '';
  return {
    ...newMail(context, { run, recipient, obstacle: findObstacle(server, recipient) }),
    invoice_id: row.id,
    message_id: messageIdOf(`invoice-${row.id}-${run.run_id}`, server.sender),
  };
}

/** Queues the statement of a tenancy for the tenant of that tenancy, never for another tenant of the shop. */
export async function queueStatement(
  tx: Writer,
  context: ActionContext,
  { server, request }: { server: MailServer; request: StatementRequest },
): Promise<MailRun> {
  requireOrderedPeriod(request);
  const shop = await findShop(tx, request.shopId);
  if (!shop) throw new Refusal('shop_not_found');
  const tenancy = await chooseTenancy(tx, shop, request.tenancyId);
  if (tenancy.email === null) throw new Refusal('tenant_has_no_email');
  const run = await openRun(tx, 1);
  const mail = {
    ...newMail(context, { run, recipient: tenancy.email, obstacle: findObstacle(server, tenancy.email) }),
    tenancy_id: tenancy.id,
    period_from: request.from ?? null,
    period_to: request.to ?? null,
    message_id: messageIdOf(`statement-${tenancy.id}-${run.run_id}`, server.sender),
  };
  await insertMails(tx, [mail]);
  if (mail.state === 'failed')
    await auditMail(tx, context, {
      number: null,
      subject: subjectOf({ shop, tenancy }),
      tenant: tenancy.name,
      ...mail,
    });
  return run;
}

/** Queues emails for the reminders that this transaction records. The texts are stored with the reminders. */
export async function queueReminders(
  tx: Writer,
  context: ActionContext,
  {
    server,
    reminders,
  }: { server: MailServer; reminders: readonly { id: number; tenancyId: number; recipient: string }[] },
): Promise<void> {
  const run = await openRun(tx, reminders.length);
  const mails = reminders.map(({ id, tenancyId, recipient }) => ({
    ...newMail(context, { run, recipient, obstacle: undefined }),
    tenancy_id: tenancyId,
    reminder_id: id,
    message_id: messageIdOf(`reminder-${id}-${run.run_id}`, server.sender),
  }));
  await insertMails(tx, mails);
}

async function openRun(tx: Writer, count: number): Promise<MailRun> {
  if ((await countQueuedMails(tx)) + count > MOST_QUEUED) throw new Refusal('mail_queue_full');
  return { run_id: randomUUID() };
}

function newMail(
  { now, actor, requestId }: ActionContext,
  { run, recipient, obstacle }: { run: MailRun; recipient: string; obstacle: Delivery | undefined },
) {
  return {
    run_id: run.run_id,
    invoice_id: null,
    tenancy_id: null,
    period_from: null,
    period_to: null,
    recipient,
    leased_by: null,
    leased_until: null,
    ...(obstacle
      ? { state: obstacle.outcome, message: storeMessage(obstacle.message) }
      : { state: 'queued' as const, message: storeMessage(apiMessage('mail.delivery.queued', { recipient })) }),
    requested_at: now,
    requested_by: actor,
    request_id: requestId,
    changed_at: now,
  };
}

function findObstacle({ address }: MailServer, recipient: string): Delivery | undefined {
  if (!address) return failedDelivery('mail.delivery.not_set_up');
  if (recipient === '') return failedDelivery('mail.delivery.no_address');
  return undefined;
}
