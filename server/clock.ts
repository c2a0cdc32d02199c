import { type Day, dayOf, type Instant, instantOf } from '#billing/calendar.ts';

/** The clock of the server; no other code reads the time. */
export interface Clock {
  now(): Instant;
}

export const systemClock: Clock = { now: () => instantOf(Date.now()) };

/**
 * Returns milliseconds of a clock that is never set back, for durations and deadlines. It has no relation to the date.
 */
export function elapsedMs(): number {
  return performance.now();
}

export function secondsLater(clock: Clock, seconds: number): Instant {
  return instantOf(Date.parse(clock.now()) + seconds * 1000);
}

export function today(clock: Clock): Day {
  return dayOf(clock.now());
}
