import { z } from 'zod';
import { type Instant, isInstant } from '#billing/calendar.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import type { Schedule } from '#contract/schedule.ts';
import { setting } from '../audit/setting.ts';

/** The default schedule: a daily copy, and nothing that touches money. */
const FIRST_SCHEDULE: Schedule = {
  generate_invoices: false,
  generate_day: 1,
  apply_fines: false,
  fines_day: 16,
  daily_backup: true,
  backup_days: 14,
};

/** `since` contains, for each task that touches money, the time at which it was last turned on or changed. */
export interface StoredSchedule {
  schedule: Schedule;
  since: { generate_invoices?: Instant | undefined; apply_fines?: Instant | undefined };
}

const instant = z.string().refine(isInstant);

export const scheduleSetting = setting<StoredSchedule>({
  name: 'schedule',
  schema: z.object({
    schedule: z.object({
      generate_invoices: z.boolean(),
      generate_day: z.int(),
      apply_fines: z.boolean(),
      fines_day: z.int(),
      daily_backup: z.boolean(),
      backup_days: z.int(),
    }),
    since: z.object({ generate_invoices: instant.optional(), apply_fines: instant.optional() }),
  }),
  first: () => ({ schedule: FIRST_SCHEDULE, since: {} }),
  describe: ({ schedule }) => ({
    [message('schedule.audit.invoices')]: describeDay(schedule.generate_invoices, schedule.generate_day),
    [message('schedule.audit.fines')]: describeDay(schedule.apply_fines, schedule.fines_day),
    [message('schedule.audit.backup')]: message(
      schedule.daily_backup ? 'schedule.audit.kept' : 'schedule.audit.not_kept',
      { days: schedule.backup_days },
    ),
  }),
  changed: { type: 'Schedule Changed', description: apiMessage('schedule.audit.changed') },
});

function describeDay(isOn: boolean, day: number): string {
  return message(isOn ? 'schedule.audit.automatic' : 'schedule.audit.manual', { day });
}
