import { type Day, dayOf, type Instant, instantOf } from '#billing/calendar.ts';

/** Returns the present instant. The only clock of the web. */
export function browserNow(): Instant {
  return instantOf(Date.now());
}

/** Returns the present day in the market, whatever the zone of this machine. */
export function browserToday(): Day {
  return dayOf(browserNow());
}
