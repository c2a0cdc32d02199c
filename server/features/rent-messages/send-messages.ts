import { instantOf } from '#billing/calendar.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import { MOST_SMS_PARTS } from '#contract/rent-messages.ts';
import type { Writer } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { deliverSms } from '../alerts/deliver-sms.ts';
import { isQuiet } from '../alerts/quiet-hours.ts';
import { storeMessage } from '../audit/stored-message.ts';
import { buildMail, messageIdOf } from '../mail/build-mail.ts';
import { type Delivery, deliverMail, failedDelivery } from '../mail/deliver-mail.ts';
import { type HandOver, MailConnection } from '../mail/open-connection.ts';
import { finishMail, type Lease } from '../mail/queries.ts';
import { Outbox, type OutboxLimits, type OutboxWorld, type OutgoingLine } from '../mail/run-outbox.ts';
import { type LeftOutReason, loadFacts, recipientOf } from './load-facts.ts';
import {
  findRentMessage,
  leaseRentMessages,
  listTenanciesOfMessages,
  queueAgain,
  type RentMessageRow,
  storeText,
} from './queries.ts';
import { type LoadedMeans, loadMeans, usableChannels } from './read-settings.ts';
import { type WrittenMessage, writeRentMessage } from './write-message.ts';

const LIMITS: OutboxLimits = { lines: 4, pausesMs: [], answerMs: 50_000, mailMs: 30_000, graceMs: 5000 };
const UNKNOWN = apiMessage('rent-messages.result.unknown');
const RETRY_MINUTES = [1, 5, 30];

type MessageWorld = Pick<AppContext, 'config' | 'centre'> & OutboxWorld;

interface MessageTools {
  means: LoadedMeans;
  mail: MailConnection | undefined;
}

/**
 * Sends queued messages. The text says what is true when it is sent: who owes nothing by then gets no message, and the
 * list names the tenant.
 */
export function rentMessageOutbox(world: MessageWorld, limits: OutboxLimits = LIMITS): Outbox<RentMessageRow> {
  const openLine = async (): Promise<OutgoingLine<RentMessageRow>> => {
    let tools: MessageTools | undefined;
    return {
      async deliver(row, handOver) {
        tools ??= await loadTools(world);
        return deliverRentMessage(world, { row, tools }, handOver);
      },
      close: () => tools?.mail?.close(),
    };
  };
  const queue = {
    table: 'rent_messages' as const,
    find: findRentMessage,
    openLine,
    record: recordDelivery(world),
    lease: (tx: Writer, lease: Lease) => leaseRentMessages(tx, lease, isQuiet(lease.now)),
    sendingNote: () => '',
    unknownNote: UNKNOWN,
    notComposed: failedDelivery('mail.delivery.not_composed'),
    unrecordedNote: () => '',
    rest() {},
  };
  return new Outbox(world, queue, limits);
}

function recordDelivery({ clock }: MessageWorld) {
  return async (tx: Writer, row: RentMessageRow, result: Delivery & { owner: string }) => {
    const now = clock.now();
    const { owner, outcome } = result;
    const pauseMinutes = result.mayRetry && RETRY_MINUTES[row.attempts];
    const state = pauseMinutes === undefined ? outcome : ('queued' as const);
    const note = outcome === 'sent' ? '' : storeMessage(outcome === 'unknown' ? UNKNOWN : result.message);
    const isOwn = await finishMail(tx, row.id, { table: 'rent_messages', owner, now, state, message: note });
    if (!isOwn || pauseMinutes === undefined) return;
    const at = instantOf(Date.parse(now) + pauseMinutes * 60_000);
    await queueAgain(tx, row.id, { attempts: row.attempts + 1, at, changedAt: now });
  };
}

async function loadTools(world: MessageWorld): Promise<MessageTools> {
  const means = await loadMeans(world.database.reader, world);
  const { address } = means.mailServer;
  return { means, mail: address && new MailConnection(address) };
}

async function deliverRentMessage(
  world: MessageWorld,
  { row, tools }: { row: RentMessageRow; tools: MessageTools },
  handOver: HandOver,
): Promise<Delivery> {
  const { means, mail } = tools;
  if (!usableChannels(means).includes(row.channel)) return failedDelivery('rent-messages.result.off');
  const written = await writeNow(world, row, means);
  if ('reason' in written) return failedDelivery(written.reason);
  const { text, parts } = written;
  if (parts > MOST_SMS_PARTS) return failedDelivery('rent-messages.result.too_long', { parts, max: MOST_SMS_PARTS });
  await world.database.write((tx) => storeText(tx, row.id, { text, parts }));
  if (row.channel === 'email')
    return mail ? sendMail(world, { row, written, sender: means.mailServer.sender, mail }, handOver) : OFF;
  if (means.shown.gateway === 'stand_in') {
    await handOver.beforeHandOver();
    return SHOWN;
  }
  const { settings, smsHeaders: headers } = means.alertMeans;
  return deliverSms({ to: row.recipient, text }, { settings, headers }, handOver);
}

const OFF = failedDelivery('rent-messages.result.off');
const SHOWN: Delivery = { outcome: 'sent', message: apiMessage('mail.test.sent') };

/** Writes the message about the tenancies that still have this number or address. */
async function writeNow(
  { database, config, centre, clock }: MessageWorld,
  row: RentMessageRow,
  { stored, shown: { gateway } }: LoadedMeans,
): Promise<WrittenMessage | { reason: LeftOutReason }> {
  const { id, channel, recipient, language } = row;
  return database.snapshot(async (db) => {
    const tenancies = (await listTenanciesOfMessages(db, [id])).get(id) ?? [];
    const tenancyIds = tenancies.map(({ tenancy_id }) => tenancy_id);
    const source = { config, database };
    const { facts, leftOut } = await loadFacts(db, source, { subject: row, tenancyIds, now: clock.now() });
    const reached = facts.filter(({ tenancy }) => recipientOf(tenancy, channel, gateway)?.toLowerCase() === recipient);
    if (reached.length === 0)
      return { reason: facts.length > 0 ? 'rent-messages.left_out.no_recipient' : reasonOf(leftOut) };
    return writeRentMessage({ subject: row, facts: reached, language, channel }, { stored, centre: centre.facts });
  });
}

function reasonOf([first]: readonly { reason: LeftOutReason }[]): LeftOutReason {
  return first?.reason ?? 'rent-messages.left_out.no_recipient';
}

async function sendMail(
  world: MessageWorld,
  {
    row,
    written,
    sender,
    mail,
  }: { row: RentMessageRow; written: WrittenMessage; sender: string; mail: MailConnection },
  handOver: HandOver,
): Promise<Delivery> {
  const { subject, text } = written;
  const letter = await buildMail(
    {
      sender,
      recipient: { name: '', address: row.recipient },
      subject,
      messageId: messageIdOf(`rent-message-${row.id}`, sender),
      text: `${text}\n\n${message('rent-messages.mail.stop', {}, row.language)}\n`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
    world.clock.now(),
  );
  return deliverMail(mail, { ...letter, to: row.recipient }, { ...handOver, pausesMs: [] });
}
