import type { Schedule } from '#contract/settings.ts';
import type { Described } from '../audit/describe-changes.ts';

/** The schedule in the words of the audit log. */
export function describeSchedule(schedule: Schedule): Described {
  return {
    'invoices generated': schedule.generate_invoices ? `on day ${schedule.generate_day}` : 'by hand',
    'fines applied': schedule.apply_fines ? `on day ${schedule.fines_day}` : 'by hand',
    'daily copy': schedule.daily_backup ? `kept for ${schedule.backup_days} days` : 'none',
  };
}
