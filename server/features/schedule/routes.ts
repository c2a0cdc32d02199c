import { message } from '#contract/messages/message.ts';
import { schedule } from '#contract/schedule.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { writeEndpoint } from '../../http/idempotency/write-endpoint.ts';
import { readSchedule } from './read-schedule.ts';
import { setSchedule } from './set-schedule.ts';

export function scheduleRoutes(app: AppContext): void {
  endpoint(app, schedule.get, async () => (await readSchedule(app.database.reader)).schedule);
  writeEndpoint(app, schedule.set, async ({ body, context }, tx) => {
    await setSchedule(tx, context, body);
    return { message: message('schedule.set.done'), schedule: body };
  });
}
