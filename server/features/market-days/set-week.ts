import { apiMessage, message } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockCalendar, readWeek, updateWeek } from './queries.ts';

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
