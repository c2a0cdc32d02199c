import { z } from 'zod';
import { type Day, type Instant, instantOf, startOfDay } from '#billing/calendar.ts';
import { type AlarmSettings, FIRST_ALARMS } from '#contract/alarms.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import { setting } from '../audit/setting.ts';

export const alarmSetting = setting<AlarmSettings>({
  name: 'alarms',
  schema: z.object({ list_by: z.string(), gate_silent_hours: z.int() }),
  first: () => FIRST_ALARMS,
  describe: ({ list_by, gate_silent_hours }) => ({
    [message('alarms.audit.list')]: list_by,
    [message('alarms.audit.gate')]: message('alarms.audit.hours', { hours: gate_silent_hours }),
  }),
  changed: { type: 'Alarms Changed', description: apiMessage('alarms.audit.changed') },
});

const MINUTE_MS = 60_000;

/** Returns the instant of a day at which its price list is late. */
export function listDueAt({ list_by }: Pick<AlarmSettings, 'list_by'>, day: Day): Instant {
  const [hours = 0, minutes = 0] = list_by.split(':').map(Number);
  return instantOf(Date.parse(startOfDay(day)) + (hours * 60 + minutes) * MINUTE_MS);
}
