import { sumCents, toRupees } from '#billing/money.ts';
import type { Centre } from '#contract/centre.ts';
import { paperAmount } from '#contract/documents/paper.ts';
import type { Language } from '#contract/languages.ts';
import { writeDay, writeMonth } from '#contract/messages/day-words.ts';
import { message } from '#contract/messages/message.ts';
import { senderOf } from '#contract/reminders.ts';
import { fillRentMessage, type RentMessageValues } from '#contract/rent-messages.ts';
import { measureSms } from '#contract/sms-length.ts';
import type { RentMessageChannel } from '#contract/words.ts';
import type { MessageFacts, MessageSubject } from './load-facts.ts';
import { type StoredRentMessages, textsOfOccasion } from './read-settings.ts';

export interface WrittenMessage {
  subject: string;
  text: string;
  parts: number;
}

interface MessageParts {
  subject: MessageSubject;
  facts: readonly MessageFacts[];
  language: Language;
  channel: RentMessageChannel;
}

/** Writes a message about one tenancy, or about several of the same recipient, whose amounts are added up. */
export function writeRentMessage(
  { subject, facts, language, channel }: MessageParts,
  { stored, centre }: { stored: StoredRentMessages; centre: Pick<Centre, 'name' | 'officePhones' | 'hotline'> },
): WrittenMessage {
  const values = valuesOf({ subject, facts, language }, centre);
  const text = fillRentMessage(textsOfOccasion(stored, subject.occasion)[language], values);
  const { market = '', shop = '' } = values;
  return {
    subject: message(`rent-messages.subject.${subject.occasion}`, { market, shop }, language),
    text,
    parts: channel === 'sms' ? measureSms(text).parts : 0,
  };
}

function valuesOf(
  { subject, facts, language }: Pick<MessageParts, 'subject' | 'facts' | 'language'>,
  centre: Pick<Centre, 'name' | 'officePhones' | 'hotline'>,
): RentMessageValues {
  const listed = (textOf: (one: MessageFacts) => string) =>
    [...new Set(facts.map(textOf))].filter((text) => text !== '');
  const amount = (of: (one: MessageFacts) => MessageFacts['amountCents']) =>
    paperAmount(toRupees(sumCents(facts.map(of))), language);
  const [dueDay] = facts.flatMap((one) => one.dueDay ?? []).toSorted();
  const day = facts[0]?.day ?? null;
  return {
    name: listed(({ tenancy }) => tenancy.name).join(', '),
    shop: listed(({ tenancy }) => tenancy.written_shop_id).join(', '),
    amount: amount((one) => one.amountCents),
    total: amount((one) => one.totalCents),
    reference: listed(({ reference }) => reference).join(', '),
    market: senderOf(centre, language).market,
    link: listed(({ link }) => link).join('\n'),
    month: subject.month === null ? '' : writeMonth(subject.month, language),
    dueDay: dueDay === undefined ? '' : writeDay(dueDay, language),
    day: day === null ? '' : writeDay(day, language),
    receipt: subject.payment_id === null ? '' : String(subject.payment_id),
  };
}
