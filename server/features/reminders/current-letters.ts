import { type Day, dayOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { Centre } from '#contract/centre.ts';
import { paperAmount } from '#contract/documents/paper.ts';
import { type ApiMessageKey, apiMessage } from '#contract/messages/message.ts';
import type { HowToPay } from '#contract/tax.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { loadTenancyPayments } from '../tax/load-papers.ts';
import {
  listOverdue,
  listReminders,
  lockShopsOf,
  type OverdueRow,
  type ReminderRow,
  updateReminder,
} from './queries.ts';
import { readTexts } from './reminder-texts.ts';
import { writeLetter } from './write-letter.ts';

export interface CurrentLetters {
  /** The reminders of those who still owe something, in the order of the ids, with their text as of today. */
  letters: ReminderRow[];
  leftOut: { row: ReminderRow; reason: ApiMessageKey }[];
  /** How to pay what is overdue now, by tenancy. */
  payments: ReadonlyMap<number, HowToPay>;
}

/**
 * Loads recorded reminders as they would be written today. The recorded text remains while the amount is the same;
 * otherwise the letter names today's amount and has today's date. Ids that do not exist are left out.
 */
export async function loadCurrentLetters(
  db: Reader,
  ids: readonly number[],
  { centre, today }: { centre: Centre; today: Day },
): Promise<CurrentLetters> {
  const byId = new Map((await listReminders(db, { ids })).map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  const overdue = await listOverdue(db, [...new Set(rows.map(({ tenancy_id }) => tenancy_id))], today);
  const owing = new Map(overdue.map((row) => [row.id, row]));
  const payments = await loadTenancyPayments(db, new Map(overdue.map(({ id, due_cents }) => [id, due_cents])), today);
  const texts = await readTexts(db);
  const letters: ReminderRow[] = [];
  const leftOut: CurrentLetters['leftOut'] = [];
  for (const row of rows) {
    const now = owing.get(row.tenancy_id);
    const reason = reasonToLeaveOut(row, now);
    if (reason) leftOut.push({ row, reason });
    else if (!now || now.due_cents === row.due_cents) letters.push(row);
    else {
      const reference = payments.get(now.id)?.reference ?? now.written_shop_id;
      const facts = { row: { ...now, language: row.language }, reference, centre, lastDay: row.last_day };
      letters.push({
        ...row,
        ...writeLetter(texts[row.level][row.language], facts),
        due_cents: now.due_cents,
        day: today,
      });
    }
  }
  return { letters, leftOut, payments };
}

function reasonToLeaveOut(row: ReminderRow, now: OverdueRow | undefined): ApiMessageKey | undefined {
  if (row.erased_at !== null) return 'reminders.refused.erased';
  return now && now.due_cents > 0 ? undefined : 'reminders.refused.nothing_due';
}

/**
 * Brings the recorded text of an email up to date before it is sent. Returns the reason if the reminder must not be
 * sent any more. Locks the shop.
 */
export async function renewReminder(
  tx: Writer,
  context: ActionContext,
  { id, centre }: { id: number; centre: Centre },
): Promise<{ letter: ReminderRow } | { notSent: ApiMessageKey }> {
  const [recorded] = await listReminders(tx, { ids: [id] });
  if (!recorded) throw new Error(`reminder ${id} does not exist`);
  await lockShopsOf(tx, [recorded.tenancy_id]);
  const { letters, leftOut } = await loadCurrentLetters(tx, [id], { centre, today: dayOf(context.now) });
  const [letter] = letters;
  if (!letter) return { notSent: leftOut[0]?.reason ?? 'reminders.refused.nothing_due' };
  if (letter.due_cents === recorded.due_cents) return { letter };
  const { subject, body, due_cents } = letter;
  await updateReminder(tx, id, { subject, body, due_cents });
  await writeAudit(tx, context, {
    type: 'Reminder Sent',
    description: apiMessage('reminders.audit.renewed', {
      id: String(letter.tenancy_id),
      shop: letter.written_shop_id,
      name: letter.tenant_name,
    }),
    shopId: letter.written_shop_id,
    oldValue: paperAmount(toRupees(recorded.due_cents)),
    newValue: paperAmount(toRupees(due_cents)),
  });
  return { letter };
}
