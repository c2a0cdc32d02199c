import { dayOf, type Instant, startOfDay } from '#billing/calendar.ts';

const MINUTE_MS = 60 * 1000;
/** Near the equator the sun keeps these hours all year, to a quarter of an hour. */
const SUNRISE_MINUTES = 6 * 60;
const SUNSET_MINUTES = 18 * 60 + 15;

/** The time of day in the market, wherever the reader is: `08:30`. */
export function timeOfDay(instant: Instant): string {
  const minutes = minutesOf(instant);
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** True while the moon stands for the sun in a picture of the sky. */
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
