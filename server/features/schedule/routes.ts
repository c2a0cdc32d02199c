import type { Instant } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { type Schedule, schedule } from '#contract/schedule.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { doubtClock } from './doubt-clock.ts';
import { type StoredSchedule, scheduleSetting } from './read-schedule.ts';

export function scheduleRoutes(app: AppContext): void {
  endpoint(app, schedule.get, async () => {
    const { reader } = app.database;
    const paused = (await doubtClock(reader, app.clock.now())) ?? null;
    return { ...(await scheduleSetting.read(reader)).schedule, paused };
  });
  endpoint(app, schedule.set, {
    current: async (_, tx) => (await scheduleSetting.lock(tx)).schedule,
    async record({ body, context }, tx) {
      await scheduleSetting.change(tx, context, { value: (before) => changedSchedule(before, body, context.now) });
      return { message: apiMessage('schedule.set.done'), schedule: body };
    },
  });
}

/**
 * Resets `since` only for a task that was changed. Resetting it for the other task too would skip a month that is still
 * due.
 */
function changedSchedule(
  { schedule: before, since }: StoredSchedule,
  schedule: Schedule,
  now: Instant,
): StoredSchedule {
  const isSameInvoices =
    before.generate_invoices === schedule.generate_invoices && before.generate_day === schedule.generate_day;
  const isSameFines = before.apply_fines === schedule.apply_fines && before.fines_day === schedule.fines_day;
  return {
    schedule,
    since: {
      generate_invoices: isSameInvoices ? since.generate_invoices : now,
      apply_fines: isSameFines ? since.apply_fines : now,
    },
  };
}
