import { runSchedule, type ScheduleContext } from './run-schedule.ts';

const LOOK_EVERY_MS = 60_000;

/** An interrupted run continues at the next start. */
export function startSchedule(world: ScheduleContext): () => void {
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void runSchedule(world)
      .catch((error: unknown) => world.log.error({ err: error }, 'the schedule could not be read'))
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
