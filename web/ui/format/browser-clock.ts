import { type Day, dayOf, type Instant, instantOf } from '#billing/calendar.ts';

/** The instant it is, by the clock of this machine. The only place of the web that asks for the time. */
export function browserNow(): Instant {
  return instantOf(Date.now());
}

/** The day it is in the market, whatever zone this machine is set to. */
export function browserToday(): Day {
  return dayOf(browserNow());
}
