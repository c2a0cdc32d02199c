import { type Day, dayOf, startOfDay } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { edited } from '../audit/edited.ts';
import { lockTenancy } from '../tenants/queries.ts';
import { listReminders, type ReminderRow, type StoredReminder, updateReminder } from './queries.ts';

/** What never changes after a reminder was recorded, and the instants of the promise. */
type Bookkeeping =
  | 'id'
  | 'tenancy_id'
  | 'level'
  | 'way'
  | 'day'
  | 'language'
  | 'due_cents'
  | 'last_day'
  | 'subject'
  | 'body'
  | 'recorded_at'
  | 'recorded_by'
  | 'promised_at'
  | 'promised_from';

/** What the office enters about a reminder that was sent. */
export type FollowUpTerms = Omit<StoredReminder, Bookkeeping>;

export const editedFollowUp = edited<number, ReminderRow, FollowUpTerms, FollowUpTerms>({
  lock: lockReminder,
  missing: 'reminder_not_found',
  labels: {
    promised_on: 'promised_on',
    promised_cents: 'promised_amount',
    note: 'note',
    next_step: 'next_step',
  },
  logged: { promised_cents: (amount) => amount && toRupees(amount) },
  async update(tx, { now }, { before, after }) {
    await updateReminder(tx, before.id, {
      ...after,
      // Only payments from now on count towards a new promise.
      ...(!isSamePromise(before, after) && {
        promised_at: after.promised_on === null ? null : now,
        promised_from: after.promised_on === null ? null : startOfDay(dayOf(now)),
      }),
    });
    return after;
  },
  changed: (_, { tenancy_id, written_shop_id: shop, tenant_name: name, day }) => ({
    type: 'Reminder Followed Up',
    description: apiMessage('reminders.audit.followed', { id: String(tenancy_id), shop, name, day: { day } }),
    subject: { shopId: shop, tenancyId: tenancy_id },
  }),
});

/** The shop is locked first, as in every change to a tenancy. */
export async function lockReminder(tx: Writer, id: number): Promise<ReminderRow | undefined> {
  const [found] = await listReminders(tx, { ids: [id] });
  if (!found) return undefined;
  await lockTenancy(tx, found.tenancy_id);
  const [locked] = await listReminders(tx, { ids: [id] });
  return locked;
}

/** Refuses a promise without a day or an amount, and a new one of an earlier day. */
export function checkFollowUp(followUp: FollowUpTerms, before: ReminderRow, today: Day): FollowUpTerms {
  if (before.erased_at !== null) throw new Refusal('personal_data_erased');
  const { promised_on, promised_cents } = followUp;
  if ((promised_on === null) !== (promised_cents === null))
    throw badInput([
      {
        field: promised_on === null ? 'promised_on' : 'promised_amount',
        message: apiMessage('reminders.follow.half_promise'),
      },
    ]);
  // Payments before today do not count towards a new promise, so that one of an earlier day would be broken at once.
  if (!isSamePromise(before, followUp) && promised_on !== null && promised_on < today)
    throw badInput([
      { field: 'promised_on', message: apiMessage('reminders.follow.past_promise', { today: { day: today } }) },
    ]);
  return followUp;
}

function isSamePromise(one: FollowUpTerms, other: FollowUpTerms): boolean {
  return one.promised_on === other.promised_on && one.promised_cents === other.promised_cents;
}
