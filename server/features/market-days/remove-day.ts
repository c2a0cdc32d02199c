import type { Day } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describeDay } from './describe-day.ts';
import { deleteDay, findDay, lockCalendar } from './queries.ts';

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
