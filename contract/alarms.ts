import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { timeOfDayIn } from './scalars.ts';

const hours = inputMessage('input.alarms.hours');

/** When this market itself counts something as missing. */
const alarmFields = z.object({
  /** The time of an open day in Colombo by which a price list is expected. */
  list_by: timeOfDayIn,
  /** The hours for which nothing may arrive from a gate phone whose shift is open. */
  gate_silent_hours: z.int(hours).min(1, hours).max(24, hours),
});
export type AlarmSettings = z.output<typeof alarmFields>;

export const FIRST_ALARMS: AlarmSettings = { list_by: '08:00', gate_silent_hours: 4 };

export const alarms = {
  get: call({
    method: 'GET',
    path: '/api/settings/alarms',
    permission: 'books.read',
    summary: 'Get the time by which a price list is expected, and the hours for which a gate phone may send nothing.',
    answer: alarmFields,
    refusals: [],
  }),
  set: call({
    method: 'PUT',
    path: '/api/settings/alarms',
    permission: 'books.write',
    writes: 'versioned',
    summary:
      'Change the time by which a price list is expected, and the hours for which a gate phone may send nothing.',
    body: alarmFields,
    answer: z.object({ message: z.string(), settings: alarmFields }),
    refusals: [],
  }),
};
