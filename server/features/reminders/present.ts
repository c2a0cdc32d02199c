import type { Day } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { Reminder } from '#contract/reminders.ts';
import type { FollowUpTerms } from './edited-follow-up.ts';
import { isPromiseBroken, type ReminderRow } from './queries.ts';

export function presentFollowUp({
  promised_on,
  promised_cents,
  note,
  next_step,
}: FollowUpTerms): ReminderFollowUpAnswer {
  return { promised_on, promised_amount: promised_cents === null ? null : toRupees(promised_cents), note, next_step };
}

type ReminderFollowUpAnswer = Pick<Reminder, 'promised_on' | 'promised_amount' | 'note' | 'next_step'>;

export function presentReminder(row: ReminderRow, today: Day): Reminder {
  return {
    reminder_id: row.id,
    tenancy_id: row.tenancy_id,
    shop_id: row.written_shop_id,
    tenant_name: row.tenant_name,
    level: row.level,
    way: row.way,
    date: row.day,
    language: row.language,
    amount_due: toRupees(row.due_cents),
    last_day: row.last_day,
    recorded_by: row.recorded_by,
    recorded_at: row.recorded_at,
    subject: row.subject,
    text: row.body,
    mail_state: row.mail_state,
    ...presentFollowUp(row),
    promise_broken: isPromiseBroken(row, today),
  };
}
