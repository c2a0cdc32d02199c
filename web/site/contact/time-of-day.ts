import { dayOf, type Instant, startOfDay } from '#billing/calendar.ts';

const MINUTE_MS = 60 * 1000;
/** Near the equator sunrise and sunset stay within a quarter of an hour of these. */
const SUNRISE_MINUTES = 6 * 60;
const SUNSET_MINUTES = 18 * 60 + 15;

export function timeOfDay(instant: Instant): string {
  const minutes = minutesOf(instant);
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

export function isNight(instant: Instant): boolean {
  const minutes = minutesOf(instant);
  return minutes < SUNRISE_MINUTES || minutes >= SUNSET_MINUTES;
}

function minutesOf(instant: Instant): number {
  return Math.floor((Date.parse(instant) - Date.parse(startOfDay(dayOf(instant)))) / MINUTE_MS);
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
