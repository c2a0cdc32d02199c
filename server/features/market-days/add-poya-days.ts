import { type Day, day } from '#billing/calendar.ts';
import { poyaReason } from '#contract/market-days.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findPoyaDays } from './find-poya-days.ts';
import { listDays, lockCalendar, putDay } from './queries.ts';

/** An existing day is not changed, because somebody may have marked it as open. */
export async function addPoyaDays(database: Database, context: ActionContext, year: number): Promise<Day[]> {
  const first = day(`${year}-01-01`);
  const last = day(`${year}-12-31`);
  return database.write(async (tx) => {
    await lockCalendar(tx);
    const existing = new Set((await listDays(tx, first, last)).map(({ date }) => date));
    const missing = findPoyaDays(first, last).filter((date) => !existing.has(date));
    if (missing.length === 0) return [];
    for (const date of missing) {
      await putDay(tx, { date, kind: 'poya', ...poyaReason, created_at: context.now, updated_at: context.now });
    }
    await raiseDataVersion(tx);
    await writeAudit(tx, context, {
      type: 'Poya Days Added',
      description: apiMessage('market-days.audit.poya_days_added', { count: missing.length, year: String(year) }),
      newValue: missing.join(', '),
    });
    return missing;
  });
}
