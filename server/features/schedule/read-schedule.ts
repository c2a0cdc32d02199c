import type { Instant } from '#billing/calendar.ts';
import type { Schedule } from '#contract/schedule.ts';
import type { Reader } from '../../db/connect.ts';
import { findSetting } from './queries.ts';

/** The name under which the schedule is stored. */
export const SCHEDULE = 'schedule';

/** What a market does that never said anything: nothing that touches money, and a copy every day. */
const FIRST_SCHEDULE: Schedule = {
  generate_invoices: false,
  generate_day: 1,
  apply_fines: false,
  fines_day: 16,
  daily_backup: true,
  backup_days: 14,
};

/** What the server does by itself, and since when it is told so of what touches money; absent when it never was. */
export interface StoredSchedule {
  schedule: Schedule;
  since: { generate_invoices?: Instant; apply_fines?: Instant };
}

/** The schedule as it holds. */
export async function readSchedule(db: Reader): Promise<StoredSchedule> {
  const stored = await findSetting(db, SCHEDULE);
  return stored ? (JSON.parse(stored.value) as StoredSchedule) : { schedule: FIRST_SCHEDULE, since: {} };
}
