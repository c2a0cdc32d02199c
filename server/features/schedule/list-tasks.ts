import { type Day, dayInMonth, dayOf, type Instant, type Month, monthOf, startOfDay } from '#billing/calendar.ts';
import type { Reader } from '../../db/connect.ts';
import { isRunDone } from '../bulk-actions/queries.ts';
import { type StoredSchedule, scheduleSetting } from './read-schedule.ts';

export interface MoneyTask {
  action: 'generate-invoices' | 'apply-fines';
  period: Month;
  day: Day;
}

/** Lists the tasks that are turned on and due on this day of a month or earlier in it. */
export function listDueTasks({ schedule, since }: StoredSchedule, today: Day): MoneyTask[] {
  const period = monthOf(today);
  const dueOn = (number: number, turnedOn: Instant | undefined): Day | undefined => {
    const day = dayInMonth(period, number);
    return today >= day && (turnedOn === undefined || day >= dayOf(turnedOn)) ? day : undefined;
  };
  const tasks: MoneyTask[] = [];
  const invoices = dueOn(schedule.generate_day, since.generate_invoices);
  if (schedule.generate_invoices && invoices) tasks.push({ action: 'generate-invoices', period, day: invoices });
  const fines = dueOn(schedule.fines_day, since.apply_fines);
  if (schedule.apply_fines && fines) tasks.push({ action: 'apply-fines', period, day: fines });
  return tasks;
}

/** Lists the tasks that are turned on. `dueSince` is the beginning of the day on which a task was due, until it is done. */
export async function listTasks(db: Reader, now: Instant): Promise<{ task: string; dueSince: Instant | undefined }[]> {
  const stored = await scheduleSetting.read(db);
  const due = new Map<string, Instant>();
  for (const task of listDueTasks(stored, dayOf(now)))
    if (!(await isRunDone(db, task))) due.set(task.action, startOfDay(task.day));
  const { generate_invoices, apply_fines } = stored.schedule;
  const turnedOn = [generate_invoices ? ['generate-invoices'] : [], apply_fines ? ['apply-fines'] : []].flat();
  return turnedOn.map((task) => ({ task, dueSince: due.get(task) }));
}
