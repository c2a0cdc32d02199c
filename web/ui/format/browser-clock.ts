import { type Day, dayOf, type Instant, instantOf } from '#billing/calendar.ts';

export function browserNow(): Instant {
  return instantOf(Date.now());
}

export function browserToday(): Day {
  return dayOf(browserNow());
}

export function browserYear(): string {
  return browserToday().slice(0, 4);
}
