import { type Instant, timeOf } from '#billing/calendar.ts';

const QUIET_FROM = '21:00:00';
const QUIET_TO = '05:00:00';

/** Returns whether messages wait for the morning. */
export function isQuiet(now: Instant): boolean {
  const time = timeOf(now);
  return time >= QUIET_FROM || time < QUIET_TO;
}
