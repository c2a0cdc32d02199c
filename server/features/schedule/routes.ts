import { settings } from '#contract/settings.ts';
import type { Door } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { recording } from '../../http/idempotency/write-endpoint.ts';
import { readSchedule } from './read-schedule.ts';
import { setSchedule } from './set-schedule.ts';

/** What the server does by itself. */
export function scheduleRoutes(door: Door): void {
  endpoint(door, settings.schedule, async () => (await readSchedule(door.database.reader)).schedule);
  recording(door, settings.setSchedule, async ({ body, act }, tx) => {
    await setSchedule(tx, act, body);
    return { message: 'Schedule saved.', schedule: body };
  });
}
