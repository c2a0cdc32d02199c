import type { Schedule } from '#contract/schedule.ts';
import type { ChangeDescription } from '../audit/describe-changes.ts';

export function describeSchedule(schedule: Schedule): ChangeDescription {
  return {
    'invoices generated': schedule.generate_invoices
      ? `on day ${schedule.generate_day}`
      : `by hand, not on day ${schedule.generate_day}`,
    'fines applied': schedule.apply_fines
      ? `on day ${schedule.fines_day}`
      : `by hand, not on day ${schedule.fines_day}`,
    'daily copy': schedule.daily_backup
      ? `kept for ${schedule.backup_days} days`
      : `none, not kept for ${schedule.backup_days} days`,
  };
}
