import { type Day, dayOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { Centre } from '#contract/centre.ts';
import { paperAmount } from '#contract/documents/paper.ts';
import { writeDay } from '#contract/messages/day-words.ts';
import { fillReminder, type ReminderLetter, senderOf } from '#contract/reminders.ts';
import type { OverdueRow } from './queries.ts';

export interface Owing {
  row: OverdueRow;
  /** The reference for bank transfers; the shop's id if no bill of the tenancy has a reference. */
  reference: string;
}

interface LetterFacts extends Owing {
  centre: Centre;
  lastDay: Day;
}

export function writeLetter(
  { subject, body }: ReminderLetter,
  { row, reference, centre, lastDay }: LetterFacts,
): ReminderLetter {
  const { language } = row;
  const values = {
    name: row.name,
    shop: row.written_shop_id,
    amount: paperAmount(toRupees(row.due_cents), language),
    since: writeDay(row.oldest_due_day ?? dayOf(row.balance_at), language),
    lastDay: writeDay(lastDay, language),
    reference,
    ...senderOf(centre, language),
  };
  return { subject: fillReminder(subject, values), body: fillReminder(body, values) };
}
