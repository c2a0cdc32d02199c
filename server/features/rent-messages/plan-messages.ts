import type { Instant } from '#billing/calendar.ts';
import type { Language } from '#contract/languages.ts';
import type { RentMessageMeans } from '#contract/rent-messages.ts';
import type { RentMessageChannel } from '#contract/words.ts';
import type { Reader } from '../../db/connect.ts';
import type { PageSource } from '../tenant-links/page-link.ts';
import { type LeftOutTenancy, loadFacts, type MessageFacts, type MessageSubject, recipientOf } from './load-facts.ts';
import { listTakenKeys } from './queries.ts';

export interface PlannedMessage {
  onceKey: string;
  channel: RentMessageChannel;
  recipient: string;
  language: Language;
  facts: readonly MessageFacts[];
}

export interface MessagePlan {
  subject: MessageSubject;
  messages: PlannedMessage[];
  leftOut: LeftOutTenancy[];
}

export interface PlanParts {
  subject: MessageSubject;
  tenancyIds: readonly number[];
  channels: readonly RentMessageChannel[];
  gateway: RentMessageMeans['gateway'];
  now: Instant;
}

/**
 * Plans a message for each number and address: one for all tenancies that share it. Tenancies without a message are
 * left out with a reason.
 */
export async function planMessages(
  db: Reader,
  source: PageSource,
  { subject, tenancyIds, channels, gateway, now }: PlanParts,
): Promise<MessagePlan> {
  const { facts, leftOut } = await loadFacts(db, source, { subject, tenancyIds, now });
  const all = channels.flatMap((channel) => groupByRecipient(facts, { subject, channel, gateway }));
  const taken = await listTakenKeys(
    db,
    all.map(({ onceKey }) => onceKey),
  );
  const messages = all.filter(({ onceKey }) => !taken.has(onceKey));
  const reached = new Set(messages.flatMap((one) => one.facts.map(({ tenancy }) => tenancy.id)));
  const had = new Set(all.flatMap((one) => one.facts.map(({ tenancy }) => tenancy.id)));
  for (const { tenancy } of facts)
    if (!reached.has(tenancy.id))
      leftOut.push({
        tenancy,
        reason: had.has(tenancy.id) ? 'rent-messages.left_out.already' : 'rent-messages.left_out.no_recipient',
      });
  return { subject, messages, leftOut };
}

function groupByRecipient(
  facts: readonly MessageFacts[],
  { subject, channel, gateway }: Pick<PlanParts, 'subject' | 'gateway'> & { channel: RentMessageChannel },
): PlannedMessage[] {
  const groups = Map.groupBy(facts, ({ tenancy }) => recipientOf(tenancy, channel, gateway)?.toLowerCase());
  return [...groups].flatMap(([recipient, ofOne]) =>
    recipient === undefined
      ? []
      : [
          {
            onceKey: onceKeyOf(subject, { channel, recipient }),
            channel,
            recipient,
            language: ofOne[0]?.tenancy.language ?? 'en',
            facts: ofOne,
          },
        ],
  );
}

function onceKeyOf(
  { occasion, month, payment_id }: MessageSubject,
  { channel, recipient }: Pick<PlannedMessage, 'channel' | 'recipient'>,
): string {
  return `${occasion} ${payment_id ?? month} ${channel} ${recipient}`;
}
