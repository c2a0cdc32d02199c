import type { Day } from '#billing/calendar.ts';
import type { Schedule } from '#contract/schedule.ts';

import { t } from '#web/i18n/t.ts';

export function scheduleSentences(schedule: Schedule): string[] {
  const { generate_invoices, generate_day, apply_fines, fines_day, daily_backup, backup_days } = schedule;
  return [
    generate_invoices ? t('schedule.text.invoices', { day: generate_day }) : t('schedule.text.noInvoices'),
    apply_fines ? t('schedule.text.fines', { day: fines_day }) : t('schedule.text.noFines'),
    daily_backup ? t('schedule.text.backup', { days: backup_days }) : t('schedule.text.noBackup'),
  ];
}

/** Asked before the server starts to generate invoices or fines; otherwise undefined. */
export function newlyAutomatic(before: Schedule, after: Schedule, today: Day): string | undefined {
  const invoices = after.generate_invoices && !before.generate_invoices;
  const fines = after.apply_fines && !before.apply_fines;
  const [invoicesTask, finesTask] = scheduleSentences(after);
  const tasks = [invoices && invoicesTask, fines && finesTask].filter((one) => typeof one === 'string');
  if (tasks.length === 0) return undefined;
  const number = Number(today.slice(-2));
  const isToday = (invoices && after.generate_day === number) || (fines && after.fines_day === number);
  const text = t('schedule.confirm.text', { tasks: tasks.join(' ') });
  return isToday ? `${text} ${t('schedule.confirm.firstToday')}` : text;
}
