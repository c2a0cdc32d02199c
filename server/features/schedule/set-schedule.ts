import type { Schedule } from '#contract/settings.ts';
import type { Act } from '../../act.ts';
import type { Writer } from '../../db/connect.ts';
import { describeChanges } from '../audit/describe-changes.ts';
import { noteEvent } from '../audit/note-event.ts';
import { describeSchedule } from './describe-schedule.ts';
import { putSetting } from './queries.ts';
import { readSchedule, SCHEDULE } from './read-schedule.ts';

/** Says what the server shall do by itself; what says nothing new writes nothing. */
export async function setSchedule(tx: Writer, act: Act, schedule: Schedule): Promise<void> {
  const { schedule: before } = await readSchedule(tx);
  if (JSON.stringify(before) === JSON.stringify(schedule)) return;
  await putSetting(tx, SCHEDULE, JSON.stringify(schedule), act.at);
  await noteEvent(tx, act, {
    type: 'Schedule Changed',
    description: 'What the server does by itself changed',
    ...describeChanges(describeSchedule(before), describeSchedule(schedule)),
  });
}
