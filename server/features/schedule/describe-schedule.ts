import { message } from '#contract/messages/message.ts';
import type { Schedule } from '#contract/schedule.ts';
import type { ChangeDescription } from '../audit/describe-changes.ts';

export function describeSchedule(schedule: Schedule): ChangeDescription {
  return {
    [message('schedule.audit.invoices')]: describeDay(schedule.generate_invoices, schedule.generate_day),
    [message('schedule.audit.fines')]: describeDay(schedule.apply_fines, schedule.fines_day),
    [message('schedule.audit.backup')]: message(
      schedule.daily_backup ? 'schedule.audit.kept' : 'schedule.audit.not_kept',
      { days: schedule.backup_days },
    ),
  };
}

function describeDay(isOn: boolean, day: number): string {
  return message(isOn ? 'schedule.audit.automatic' : 'schedule.audit.manual', { day });
}
