import { dayOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { Centre } from '#contract/centre.ts';
import { paperAmount } from '#contract/documents/paper.ts';
import { type ApiMessageKey, apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { loadCurrentLetters } from './current-letters.ts';
import { listReminders, lockShopsOf, type ReminderRow, updateReminder } from './queries.ts';

/**
 * Brings the recorded text of a reminder up to date before its email is sent. Returns the reason if the email must not
 * be sent. Locks the shop.
 */
export async function renewReminder(
  tx: Writer,
  context: ActionContext,
  { id, centre }: { id: number; centre: Centre },
): Promise<ReminderRow | { notSent: ApiMessageKey }> {
  const [recorded] = await listReminders(tx, { ids: [id] });
  if (!recorded) throw new Error(`reminder ${id} does not exist`);
  await lockShopsOf(tx, [recorded.tenancy_id]);
  const { letters, leftOut } = await loadCurrentLetters(tx, [id], { centre, today: dayOf(context.now) });
  const [letter] = letters;
  if (!letter) return { notSent: leftOut[0]?.reason ?? 'reminders.refused.nothing_due' };
  const { subject, body, due_cents } = letter;
  if (due_cents === recorded.due_cents) return letter;
  await updateReminder(tx, id, { subject, body, due_cents });
  await writeAudit(tx, context, {
    type: 'Reminder Sent',
    description: apiMessage('reminders.audit.renewed', {
      id: String(letter.tenancy_id),
      shop: letter.written_shop_id,
      name: letter.tenant_name,
    }),
    subject: { shopId: letter.written_shop_id, tenancyId: letter.tenancy_id },
    oldValue: paperAmount(toRupees(recorded.due_cents)),
    newValue: paperAmount(toRupees(due_cents)),
  });
  return letter;
}
