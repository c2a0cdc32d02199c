import type { Day } from '#billing/calendar.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describeDay } from './describe-day.ts';
import { deleteDay, findDay, lockCalendar, readWeek, updateWeek } from './queries.ts';

export async function removeDay(database: Database, context: ActionContext, date: Day): Promise<void> {
  await database.write(async (tx) => {
    await lockCalendar(tx);
    const existing = await findDay(tx, date);
    if (!existing) throw new Refusal('market_day_not_found');
    await deleteDay(tx, date);
    await raiseDataVersion(tx);
    await writeAudit(tx, context, {
      type: 'Market Day Removed',
      description: apiMessage('market-days.audit.removed', { date }),
      oldValue: describeDay(existing),
    });
  });
}

export async function setWeek(tx: Writer, context: ActionContext, weekdays: readonly number[]): Promise<void> {
  await lockCalendar(tx);
  const before = await readWeek(tx);
  const after = weekdays.join('');
  if (after === before) return;
  await updateWeek(tx, after, context.now);
  await raiseDataVersion(tx);
  await writeAudit(tx, context, {
    type: 'Market Week Changed',
    description: apiMessage('market-days.audit.week_changed'),
    oldValue: nameWeekdays(before),
    newValue: nameWeekdays(after),
  });
}

function nameWeekdays(stored: string): string {
  return [...stored].map((number) => message('market-days.weekday', { number })).join(', ');
}
