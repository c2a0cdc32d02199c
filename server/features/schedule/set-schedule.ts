import type { Schedule } from '#contract/settings.ts';
import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { describeChanges } from '../audit/describe-changes.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { describeSchedule } from './describe-schedule.ts';
import { putSetting } from './queries.ts';
import { type KeptSchedule, readSchedule, SCHEDULE } from './read-schedule.ts';

/** Says what the server shall do by itself; what says nothing new writes nothing. */
export async function setSchedule(tx: Writer, act: Act, schedule: Schedule): Promise<void> {
  const { schedule: before, since } = await readSchedule(tx);
  const changes = describeChanges(describeSchedule(before), describeSchedule(schedule));
  if (!changes) return;
  // Only of what is told anew: who keeps copies longer must not make the server forget a month that it still has to do.
  if (before.generate_invoices !== schedule.generate_invoices || before.generate_day !== schedule.generate_day)
    since.generate_invoices = act.at;
  if (before.apply_fines !== schedule.apply_fines || before.fines_day !== schedule.fines_day)
    since.apply_fines = act.at;
  await putSetting(tx, SCHEDULE, JSON.stringify({ schedule, since } satisfies KeptSchedule), act.at);
  await noteEvent(tx, act, {
    type: 'Schedule Changed',
    description: 'What the server does by itself changed',
    ...changes,
  });
}
