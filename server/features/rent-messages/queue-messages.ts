import { dayInMonth, dayOf, type Instant, instantOf, monthOf, startOfDay } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { RentMessageOccasion } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Config } from '../../config.ts';
import type { Database, Reader, Writer } from '../../db/connect.ts';
import { takeTurns } from '../../turns.ts';
import { storeMessage } from '../audit/stored-message.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { listTenants } from '../tenants/queries.ts';
import type { MessageSubject } from './load-facts.ts';
import { type MessagePlan, type PlanParts, planMessages } from './plan-messages.ts';
import { hasMessagesOf, insertRentMessage, listBilledTenancies, listUnreportedPayments } from './queries.ts';
import {
  automaticOccasions,
  type LoadedMeans,
  loadMeans,
  type MessageSource,
  usableChannels,
} from './read-settings.ts';

type ByHand = Exclude<RentMessageOccasion, 'receipt'>;

/** How long a receipt waits, so that a clerk can correct what was just recorded. */
const RECEIPT_AFTER_MS = 5 * 60_000;
/** Bills of all shops are issued one after the other, and a tenant of several shops gets one message about them. */
const BILL_AFTER_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** The days after a bill, a payment or the day of reminders on which a message is still sent without a person. */
const BILL_DAYS = 3;
const RECEIPT_DAYS = 1;
const REMINDER_DAYS = 3;

/** Plans the messages that a person asks for. */
export async function planByHand(
  db: Reader,
  source: MessageSource,
  { occasion, now, gateway, channels }: { occasion: ByHand; now: Instant } & Pick<PlanParts, 'gateway' | 'channels'>,
): Promise<MessagePlan> {
  const month = monthOf(dayOf(now));
  const subject: MessageSubject = { occasion, month, payment_id: null };
  const tenancyIds =
    occasion === 'bill' ? await listBilledTenancies(db, month, null) : (await listTenants(db)).map(({ id }) => id);
  return planMessages(db, source, { subject, tenancyIds, channels, gateway, now });
}

/** Queues the messages that a person asks for, and returns the plan. */
export async function queueByHand(
  tx: Writer,
  context: ActionContext,
  { occasion, source }: { occasion: ByHand; source: MessageSource },
): Promise<{ plan: MessagePlan; queued: number }> {
  const means = await loadMeans(tx, source);
  const channels = usableChannels(means);
  if (channels.length === 0) throw new Refusal('rent_messages_off');
  const { gateway } = means.shown;
  const plan = await planByHand(tx, source, { occasion, now: context.now, gateway, channels });
  const queued = await queuePlan(tx, context, plan);
  await auditQueued(tx, context, { subject: plan.subject, queued });
  return { plan, queued };
}

async function queuePlan(tx: Writer, context: ActionContext, { subject, messages }: MessagePlan): Promise<number> {
  const waits = subject.occasion === 'receipt' ? RECEIPT_AFTER_MS : 0;
  let queued = 0;
  for (const { onceKey, channel, recipient, language, facts } of messages) {
    await takeTurns();
    const isNew = await insertRentMessage(tx, {
      ...newMessage(context, subject),
      once_key: onceKey,
      channel,
      recipient,
      language,
      tenancyIds: facts.map(({ tenancy }) => tenancy.id),
      send_after: instantOf(Date.parse(context.now) + waits),
    });
    if (isNew) queued += 1;
  }
  return queued;
}

/**
 * Records who gets no message although an occasion is turned on, so that the list names them and they are not planned
 * again. That nobody is reminded of nothing is not recorded.
 */
async function recordLeftOut(tx: Writer, context: ActionContext, { subject, leftOut }: MessagePlan): Promise<void> {
  for (const { tenancy, reason } of leftOut) {
    await takeTurns();
    if (subject.occasion === 'reminder' && reason === 'rent-messages.left_out.nothing_due') continue;
    await insertRentMessage(tx, {
      ...newMessage(context, subject),
      once_key: `${subject.occasion} ${subject.payment_id ?? subject.month} left out ${tenancy.id}`,
      channel: 'sms',
      recipient: '',
      language: tenancy.language,
      tenancyIds: [tenancy.id],
      state: 'failed',
      message: storeMessage(apiMessage(reason)),
      send_after: context.now,
    });
  }
}

function newMessage({ now, actor }: ActionContext, { occasion, month, payment_id }: MessageSubject) {
  return {
    occasion,
    month,
    payment_id,
    text: '',
    parts: 0,
    state: 'queued' as const,
    message: '',
    attempts: 0,
    leased_by: null,
    leased_until: null,
    requested_at: now,
    requested_by: actor,
    changed_at: now,
  };
}

function auditQueued(
  tx: Writer,
  context: ActionContext,
  { subject, queued }: { subject: MessageSubject; queued: number },
): Promise<unknown> {
  return writeAudit(tx, context, {
    type: 'Rent Messages Queued',
    description: apiMessage(`rent-messages.audit.queued.${subject.occasion}`, {
      count: queued,
      payment: String(subject.payment_id ?? ''),
    }),
  });
}

/** Queues the messages of the occasions that are turned on. Messages that exist are not queued a second time. */
export async function queueDueMessages(
  { config, database }: { config: Config; database: Database },
  context: ActionContext,
): Promise<void> {
  const { reader, write } = database;
  const source = { config, database };
  const means = await loadMeans(reader, source);
  const channels = usableChannels(means);
  if (channels.length === 0) return;
  const { now } = context;
  const { gateway } = means.shown;
  for (const occasion of automaticOccasions(means.stored))
    for (const { subject, tenancyIds } of await listDueSubjects(reader, means, { occasion, now })) {
      const plan = await planMessages(reader, source, { subject, tenancyIds, channels, gateway, now });
      await write(async (tx) => {
        const queued = await queuePlan(tx, context, plan);
        if (queued > 0) await auditQueued(tx, context, { subject, queued });
        await recordLeftOut(tx, context, plan);
      });
    }
}

interface DueSubject {
  subject: MessageSubject;
  tenancyIds: readonly number[];
}

async function listDueSubjects(
  db: Reader,
  { stored }: LoadedMeans,
  { occasion, now }: { occasion: RentMessageOccasion; now: Instant },
): Promise<DueSubject[]> {
  const today = dayOf(now);
  const month = monthOf(today);
  if (occasion === 'receipt') {
    const payments = await listUnreportedPayments(db, later(stored.receipt_since, before(now, RECEIPT_DAYS)));
    return payments.map(({ id, tenancy_id }) => ({
      subject: { occasion, month: null, payment_id: id },
      tenancyIds: [tenancy_id],
    }));
  }
  const subject: MessageSubject = { occasion, month, payment_id: null };
  if (occasion === 'bill') {
    const newest = await listBilledTenancies(db, month, instantOf(Date.parse(now) - BILL_AFTER_MS));
    if (newest.length > 0) return [];
    const tenancyIds = await listBilledTenancies(db, month, later(stored.bill_since, before(now, BILL_DAYS)));
    return tenancyIds.length === 0 ? [] : [{ subject, tenancyIds }];
  }
  const first = dayInMonth(month, stored.reminder_day);
  const isOn = stored.reminder_since === null || first >= dayOf(stored.reminder_since);
  const isDue = isOn && today >= first && now < instantOf(Date.parse(startOfDay(first)) + REMINDER_DAYS * DAY_MS);
  // Reminders that a person sent this month are those of this month.
  if (!isDue || (await hasMessagesOf(db, occasion, month))) return [];
  return [{ subject, tenancyIds: (await listTenants(db)).map(({ id }) => id) }];
}

function before(now: Instant, days: number): Instant {
  return instantOf(Date.parse(now) - days * DAY_MS);
}

function later(one: Instant | null, other: Instant): Instant {
  return one !== null && one > other ? one : other;
}
