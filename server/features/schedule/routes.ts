import { apiMessage } from '#contract/messages/message.ts';
import { schedule } from '#contract/schedule.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { doubtClock } from './doubt-clock.ts';
import { readSchedule } from './read-schedule.ts';
import { setSchedule } from './set-schedule.ts';

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
