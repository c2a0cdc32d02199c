import { apiMessage, message } from '#contract/messages/message.ts';
import { type Schedule, schedule } from '#contract/schedule.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import { putSetting } from '../../db/settings.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { type ChangeDescription, describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { doubtClock } from './doubt-clock.ts';
import { readSchedule, SCHEDULE, type StoredSchedule } from './read-schedule.ts';

export function scheduleRoutes(app: AppContext): void {
  endpoint(app, schedule.get, async () => {
    const { reader } = app.database;
    const paused = (await doubtClock(reader, app.clock.now())) ?? null;
    return { ...(await readSchedule(reader)).schedule, paused };
  });
  endpoint(app, schedule.set, {
    async current(_, tx) {
      await lockDataVersion(tx);
      return (await readSchedule(tx)).schedule;
    },
    async record({ body, context }, tx) {
      await setSchedule(tx, context, body);
      return { message: apiMessage('schedule.set.done'), schedule: body };
    },
  });
}

async function setSchedule(tx: Writer, context: ActionContext, schedule: Schedule): Promise<void> {
  const { schedule: before, since } = await readSchedule(tx);
  const changes = describeChanges(describeSchedule(before), describeSchedule(schedule));
  if (!changes) return;
  // `since` is reset only for a task that was changed. Resetting it for the other task too would skip a month that is
  // still due.
  if (before.generate_invoices !== schedule.generate_invoices || before.generate_day !== schedule.generate_day)
    since.generate_invoices = context.now;
  if (before.apply_fines !== schedule.apply_fines || before.fines_day !== schedule.fines_day)
    since.apply_fines = context.now;
  await putSetting(tx, {
    name: SCHEDULE,
    value: JSON.stringify({ schedule, since } satisfies StoredSchedule),
    at: context.now,
  });
  await writeAudit(tx, context, {
    type: 'Schedule Changed',
    description: apiMessage('schedule.audit.changed'),
    ...changes,
  });
}

function describeSchedule(schedule: Schedule): ChangeDescription {
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
