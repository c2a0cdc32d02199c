import { type Day, dayOf, type Instant, instantOf } from '#billing/calendar.ts';

/** The one teller of time. Everything that needs the time is handed a Clock or an Instant. */
export interface Clock {
  now(): Instant;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => instantOf(Date.now()) };

/** Today's day in Colombo by that clock. */
export function today(clock: Clock): Day {
  return dayOf(clock.now());
}
