import type { Instant } from '#billing/calendar.ts';
import type { Schedule } from '#contract/schedule.ts';
import type { Reader } from '../../db/connect.ts';
import { findSetting } from '../../db/settings.ts';

export const SCHEDULE = 'schedule';

/** The default schedule: a daily copy, and nothing that touches money. */
const FIRST_SCHEDULE: Schedule = {
  generate_invoices: false,
  generate_day: 1,
  apply_fines: false,
  fines_day: 16,
  daily_backup: true,
  backup_days: 14,
};

/**
 * The stored schedule. `since` contains, for each task that touches money, the time at which it was last turned on or
 * changed.
 */
export interface StoredSchedule {
  schedule: Schedule;
  since: { generate_invoices?: Instant; apply_fines?: Instant };
}

export async function readSchedule(db: Reader): Promise<StoredSchedule> {
  const stored = await findSetting(db, SCHEDULE);
  return stored ? (JSON.parse(stored.value) as StoredSchedule) : { schedule: FIRST_SCHEDULE, since: {} };
}
