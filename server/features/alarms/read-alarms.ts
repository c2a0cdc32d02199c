import { type Day, type Instant, instantOf, startOfDay } from '#billing/calendar.ts';
import { type AlarmSettings, FIRST_ALARMS } from '#contract/alarms.ts';
import type { Reader } from '../../db/connect.ts';
import { findSetting } from '../../db/settings.ts';

export const ALARMS_SETTING = 'alarms';

const MINUTE_MS = 60_000;

export async function readAlarms(db: Reader): Promise<AlarmSettings> {
  const stored = await findSetting(db, ALARMS_SETTING);
  return stored ? { ...FIRST_ALARMS, ...(JSON.parse(stored.value) as Partial<AlarmSettings>) } : FIRST_ALARMS;
}

/** Returns the instant of a day at which its price list is late. */
export function listDueAt({ list_by }: Pick<AlarmSettings, 'list_by'>, day: Day): Instant {
  const [hours = 0, minutes = 0] = list_by.split(':').map(Number);
  return instantOf(Date.parse(startOfDay(day)) + (hours * 60 + minutes) * MINUTE_MS);
}
