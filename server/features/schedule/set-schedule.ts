import { apiMessage } from '#contract/messages/message.ts';
import type { Schedule } from '#contract/schedule.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { putSetting } from '../../db/settings.ts';
import { describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describeSchedule } from './describe-schedule.ts';
import { readSchedule, SCHEDULE, type StoredSchedule } from './read-schedule.ts';

export async function setSchedule(tx: Writer, context: ActionContext, schedule: Schedule): Promise<void> {
  const { schedule: before, since } = await readSchedule(tx);
  const changes = describeChanges(describeSchedule(before), describeSchedule(schedule));
  if (!changes) return;
  // Only for changed tasks: another change must not cancel a month that is still due.
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
