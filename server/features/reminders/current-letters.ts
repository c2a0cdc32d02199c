import type { Day } from '#billing/calendar.ts';
import type { Centre } from '#contract/centre.ts';
import type { ApiMessageKey } from '#contract/messages/message.ts';
import type { HowToPay } from '#contract/tax.ts';
import type { Reader } from '../../db/connect.ts';
import { loadTenancyPayments } from '../tax/load-papers.ts';
import { listOverdue, listReminders, type OverdueRow, type ReminderRow } from './queries.ts';
import { reminderTexts } from './reminder-texts.ts';
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
  const payments = await loadTenancyPayments(
    db,
    new Map(overdue.map(({ id, overdue_cents }) => [id, overdue_cents])),
    today,
  );
  const texts = await reminderTexts.read(db);
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
  if (now && now.due_cents > 0) return undefined;
  return now && now.overdue_cents > 0 ? 'reminders.refused.promised' : 'reminders.refused.nothing_due';
}
