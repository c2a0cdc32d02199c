import { type Day, dayOf, type Instant, instantOf } from '#billing/calendar.ts';

/** The only source of time. */
export interface Clock {
  now(): Instant;
}

export const systemClock: Clock = { now: () => instantOf(Date.now()) };

/** Returns today's day in Colombo. */
export function today(clock: Clock): Day {
  return dayOf(clock.now());
}
