import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { dayOfMonthIn } from './scalars.ts';

const message = z.string();

const copyDays = inputMessage('input.schedule.backup-days');

/** Scheduled actions. Those that change money are off by default. */
const scheduleFields = z.object({
  generate_invoices: z.boolean(),
  generate_day: dayOfMonthIn,
  apply_fines: z.boolean(),
  fines_day: dayOfMonthIn,
  daily_backup: z.boolean(),
  backup_days: z.int(copyDays).min(1, copyDays).max(365, copyDays),
});
export type Schedule = z.output<typeof scheduleFields>;

export const schedule = {
  get: call({
    method: 'GET',
    path: '/api/settings/schedule',
    permission: 'books.read',
    summary: 'Get the schedule of automatic actions.',
    answer: scheduleFields.extend({
      /**
       * Why the scheduled tasks that change money are paused: the server's clock may be wrong. Null when they are not
       * paused.
       */
      paused: z.string().nullable(),
    }),
    refusals: [],
  }),
  set: call({
    method: 'PUT',
    path: '/api/settings/schedule',
    permission: 'books.write',
    writes: 'versioned',
    summary: 'Change the schedule of automatic actions.',
    body: scheduleFields,
    answer: z.object({ message, schedule: scheduleFields }),
    refusals: [],
  }),
};
