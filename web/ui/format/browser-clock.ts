import { type Day, dayOf, type Instant, instantOf } from '#billing/calendar.ts';

export function browserNow(): Instant {
  return instantOf(Date.now());
}

/** The present day in the market, whatever the zone of this machine. */
export function browserToday(): Day {
  return dayOf(browserNow());
}

export function browserYear(): string {
  return browserToday().slice(0, 4);
}
