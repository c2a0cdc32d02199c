import { type Day, type Instant, instantOf, startOfDay } from '#billing/calendar.ts';

const MINUTE_MS = 60_000;

/** The instant so many minutes, also parts of one, after midnight of a market day. */
export function momentOf(day: Day, minutes: number): Instant {
  return instantOf(Date.parse(startOfDay(day)) + Math.floor(minutes * MINUTE_MS));
}
